import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { readCanvasHandoff } from '../../../lib/canvas-handoff.ts'
import { notify } from '../../../state/notifications.ts'
import { useCredentials } from '../../../lib/catalogue.ts'
import { useCanvas } from '../canvas-context.tsx'
import { credentialNeeds, fillCredentials } from './credential-needs.ts'

/**
 * A template that was just opened gets its credentials: where exactly one fits, it is filled in and said; the rest is
 * asked for.
 */
export function useAskForCredentials(): void {
  const { t } = useTranslation('credentials')
  const canvas = useCanvas()
  const { key, state } = useLocation()
  const isWanted = (readCanvasHandoff(state)?.missingCredentials ?? []).length > 0
  const { data: stored, isError } = useCredentials()
  const answered = useRef<string>(undefined)
  useEffect(() => {
    // Once for each opening: whoever said "later" is not asked again by the next list of credentials.
    if (!isWanted || answered.current === key || (!stored && !isError)) return
    answered.current = key
    const needs = credentialNeeds(canvas.store.getState().history.present, stored ?? [])
    const filled = needs.flatMap((need) => {
      const [only, ...others] = need.fitting
      return only && others.length === 0 ? [{ need, credentialId: only.id, name: only.name }] : []
    })
    canvas.run(fillCredentials(filled))
    for (const { need, name } of filled) {
      const nodes = need.nodes.map((node) => node.data.label).join(', ')
      notify(t('missing.filled', { name, nodes }), { tone: 'success' })
    }
    if (filled.length < needs.length) canvas.openDialog({ kind: 'credentials' })
  }, [canvas, isError, isWanted, key, stored, t])
}

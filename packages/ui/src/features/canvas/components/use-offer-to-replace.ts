import type { FlowNode } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { notify } from '../../../state/notifications.ts'
import { useCanvas } from '../canvas-context.tsx'
import { takenBy, takePlace } from '../model/take-place.ts'

/** Where the place of a new node is taken by another, one press puts it there. */
export function useOfferToReplace(): (added: FlowNode) => void {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  return ({ id, data: { label } }) => {
    const { history, catalogue } = canvas.store.getState()
    const old = takenBy(history.present, catalogue, id)
    if (!old) return
    notify(t('said.placeTaken', { label, old: old.data.label }), {
      tone: 'info',
      action: {
        label: t('said.replace', { old: old.data.label }),
        run: () => {
          if (!canvas.run((draft) => void takePlace(draft, { id, oldId: old.id }))) return
          canvas.select({ nodes: new Set([id]), edges: new Set() })
          canvas.announce(t('said.replaced', { label, old: old.data.label }))
        },
      },
    })
  }
}

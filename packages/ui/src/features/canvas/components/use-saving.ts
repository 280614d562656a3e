import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { notify } from '../../../state/notifications.ts'
import { chatflowGateway, explainSaveFailure } from '../api/chatflow.ts'
import { useCanvas } from '../canvas-context.tsx'
import { handOver } from './handover.ts'
import { createSaver } from '../model/saver.ts'
import type { Saver } from '../model/saver.ts'

export interface Saving {
  /** Saves, or asks for a name first. */
  save(): void
  saveAs(name: string): Promise<boolean>
  saver: Saver
}

export function useSaving(): Saving {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const navigate = useNavigate()
  const saver = useMemo(
    () =>
      createSaver({
        canvas,
        gateway: chatflowGateway,
        explain: explainSaveFailure,
        tellUnkept: (fields) => {
          const names = fields.map(({ field, node }) => t('save.fieldOf', { field, node })).join(', ')
          notify(t('save.notKept', { fields: names }), { tone: 'warning', persist: true })
        },
      }),
    [canvas, t],
  )
  useEffect(() => {
    window.addEventListener('online', saver.retryNow)
    return () => {
      window.removeEventListener('online', saver.retryNow)
      saver.stop()
    }
  }, [saver])

  useEffect(
    () =>
      canvas.store.subscribe((state, before) => {
        if (state.chatflow && !before.chatflow) {
          handOver(canvas)
          void navigate(`/canvas/${state.chatflow.id}`, { replace: true, state: null })
        }
        if (state.save.status === before.save.status) return
        if (state.save.status === 'conflict') canvas.openDialog({ kind: 'conflict' })
        if (state.save.status === 'failed')
          notify(t('save.failedBecause', { reason: state.save.message }), { tone: 'error' })
        canvas.announce(t(`said.save.${state.save.status === 'idle' ? 'saved' : state.save.status}`))
      }),
    [canvas, navigate, t],
  )

  return useMemo(
    () => ({
      saver,
      save: () => {
        const { chatflow, name, save } = canvas.store.getState()
        if (save.status === 'conflict') canvas.openDialog({ kind: 'conflict' })
        else if (!chatflow && name === '') canvas.openDialog({ kind: 'name', purpose: 'save' })
        else void saver.save()
      },
      saveAs: (name: string) => {
        canvas.rename(name)
        return saver.save()
      },
    }),
    [canvas, saver],
  )
}

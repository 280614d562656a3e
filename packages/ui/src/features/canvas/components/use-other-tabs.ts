import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { loadChatflow } from '../api/chatflow.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { takeTheirs } from './take-theirs.ts'

const CHANNEL = 'chatwright-flows'

/** Said to the other tabs of this browser: this flow is open here, too; or, it was saved as this version. */
type TabMessage = { kind: 'open' | 'here'; id: string } | { kind: 'saved'; id: string; version: number }

/** Tells other tabs with the same flow that it is open here and when it is saved, and says here what they tell. */
export function useOtherTabs(): void {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const id = useCanvasState((state) => state.chatflow?.id)
  const isTold = useRef(false)
  useEffect(() => {
    if (id === undefined) return undefined
    const channel = new BroadcastChannel(CHANNEL)
    const say = (message: TabMessage) => channel.postMessage(message)
    const show = async () => {
      try {
        takeTheirs(canvas, await loadChatflow(id))
      } catch (error) {
        notify(messageOf(error), { tone: 'error' })
      }
    }
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.id !== id) return
      const { chatflow, isDirty } = canvas.store.getState()
      if (data.kind === 'open') say({ kind: 'here', id })
      if (data.kind === 'saved') {
        if (data.version <= (chatflow?.version ?? 0)) return
        const action = isDirty
          ? { label: t('tabs.compare'), run: () => canvas.openDialog({ kind: 'conflict' }) }
          : { label: t('tabs.show'), run: () => void show() }
        notify(t(isDirty ? 'tabs.savedOverEdits' : 'tabs.saved'), { tone: 'warning', action })
      } else if (!isTold.current) {
        isTold.current = true
        notify(t('tabs.open'))
      }
    })
    const stop = canvas.store.subscribe(({ chatflow }, before) => {
      const wasSaved = chatflow?.id === id && before.chatflow?.id === id && chatflow.version > before.chatflow.version
      if (wasSaved) say({ kind: 'saved', id, version: chatflow.version })
    })
    say({ kind: 'open', id })
    return () => {
      stop()
      channel.close()
    }
  }, [canvas, id, t])
}

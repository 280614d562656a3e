import { serializeSelection } from '@chatwright/core'
import type { FlowKind, Position } from '@chatwright/core'
import { useReactFlow } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { doOrOffer } from '../../../state/failed-load.ts'
import { notify } from '../../../state/notifications.ts'
import { otherKind, pasteText } from './copy-selection.ts'
import { loadConverter } from './load-converter.ts'
import { isTextTarget } from './use-shortcuts.ts'

/** Copy, cut and paste of nodes as plain text: within a flow, between tabs, into a chat and back. */
export function useClipboard(): void {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const { screenToFlowPosition } = useReactFlow()
  const pointer = useRef<{ x: number; y: number }>(undefined)
  useEffect(() => {
    const follow = (event: PointerEvent) => {
      const isOverCanvas = event.target instanceof Element && event.target.closest('.cw-canvas') !== null
      pointer.current = isOverCanvas ? { x: event.clientX, y: event.clientY } : undefined
    }
    const isOurs = () => !isTextTarget(document.activeElement) && (window.getSelection()?.toString() ?? '') === ''
    const copy = (event: ClipboardEvent) => {
      const { history, selection, catalogue } = canvas.store.getState()
      if (!isOurs() || selection.nodes.size === 0) return
      event.preventDefault()
      const text = serializeSelection(history.present, selection.nodes, catalogue.describe)
      event.clipboardData?.setData('text/plain', text)
      canvas.announce(t('said.copied', { count: selection.nodes.size }))
      if (event.type === 'cut') canvas.removeSelected()
    }
    const paste = (event: ClipboardEvent) => {
      if (isTextTarget(event.target) || canvas.store.getState().isReadOnly) return
      const at = pointer.current ? screenToFlowPosition(pointer.current) : undefined
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const added = pasteText(canvas, text, at)
      if (added.length === 0) {
        const other = otherKind(canvas, text)
        if (other) void sayRefused(other, text, at)
        return
      }
      event.preventDefault()
      canvas.announce(t('said.pasted', { count: added.length }))
    }
    const sayRefused = (other: FlowKind, text: string, at: Position | undefined) =>
      doOrOffer(async () => {
        const { describe } = canvas.store.getState().catalogue
        const steps = other === 'chat' ? (await loadConverter()).stepsOfChatNodes(text, describe) : undefined
        notify(t(`said.pasteRefused.${other}`), {
          tone: 'info',
          ...(steps && {
            action: {
              label: t('said.pasteConverted'),
              run: () => canvas.announce(t('said.pasted', { count: canvas.paste(steps, at).length })),
            },
          }),
        })
      })
    window.addEventListener('pointermove', follow, { passive: true })
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('pointermove', follow)
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [canvas, screenToFlowPosition, t])
}

import { flowGraph } from '@chatwright/core'
import { useEffect } from 'react'

import { useCanvas } from '../canvas-context.tsx'
import { matchesShortcut } from '../../../lib/shortcut-text.ts'
import { canOpen } from '../model/open-nodes.ts'
import { usePreferences } from './preferences.ts'
import type { CanvasCommand } from './use-canvas-commands.ts'

const NUDGE: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Clipboard keys have events of their own, which need no permission: those are answered instead. */
const LEFT_TO_THE_BROWSER = new Set(['copy', 'cut', 'paste'])

/** Gives the canvas its keys, except while somebody types or a dialog is open. */
export function useShortcuts(commands: readonly CanvasCommand[]): void {
  const canvas = useCanvas()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isDialogOpen()) return
      const opened = event.key === 'Escape' ? openedNodeAround(event.target) : undefined
      if (opened !== undefined) {
        canvas.closeNode(opened)
        return
      }
      const isTyping = isTextTarget(event.target)
      const command = commands.find(({ shortcuts }) => shortcuts.some((shortcut) => matchesShortcut(event, shortcut)))
      if (command && !LEFT_TO_THE_BROWSER.has(command.id) && (!isTyping || command.isGlobal)) {
        event.preventDefault()
        command.run()
        return
      }
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const by = NUDGE[event.key]
      if (by && canvas.store.getState().selection.nodes.size > 0) {
        event.preventDefault()
        const step = event.shiftKey ? 16 : 1
        canvas.nudge({ x: by.x * step, y: by.y * step })
      } else if (event.key === 'Escape') {
        canvas.selectNothing()
      } else if (event.key === 'Enter') {
        openFocusedNode(canvas, event)
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [canvas, commands])
}

function openFocusedNode(canvas: ReturnType<typeof useCanvas>, event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : undefined
  if (!target?.classList.contains('react-flow__node')) return
  const id = target.dataset['id']
  if (id === undefined) return
  event.preventDefault()
  const { selection, history, isReadOnly } = canvas.store.getState()
  const node = flowGraph(history.present).nodes.get(id)
  if (selection.nodes.has(id) && node && canOpen(node) && !isReadOnly) canvas.openNode(id)
  else if (selection.nodes.has(id)) canvas.openDialog({ kind: 'form', nodeId: id })
  else {
    canvas.select({ nodes: new Set([id]), edges: new Set() })
    if (usePreferences.getState().isInspectorWanted) canvas.inspect()
  }
}

/** The node in whose opened form the focus is. */
function openedNodeAround(target: EventTarget | null): string | undefined {
  const form = target instanceof HTMLElement ? target.closest('.cw-node-form') : null
  return form?.closest<HTMLElement>('.react-flow__node')?.dataset['id']
}

export function isTextTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'button'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function isDialogOpen(): boolean {
  return document.querySelector('.MuiDialog-root, .MuiPopover-root, .MuiDrawer-modal') !== null
}

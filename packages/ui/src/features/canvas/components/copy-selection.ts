import { parseClipboard, serializeSelection } from '@chatwright/core'
import type { Position } from '@chatwright/core'

import type { Canvas } from '../model/canvas-store.ts'

/** Puts the selected nodes on the clipboard as text; false when nothing is selected. */
export async function copySelection(canvas: Canvas): Promise<boolean> {
  const { history, selection, catalogue } = canvas.store.getState()
  if (selection.nodes.size === 0) return false
  await navigator.clipboard.writeText(serializeSelection(history.present, selection.nodes, catalogue.describe))
  return true
}

/** Adds the nodes a text holds; the ids of those added, none when the text holds no nodes. */
export function pasteText(canvas: Canvas, text: string, at?: Position): string[] {
  const selection = parseClipboard(text)
  return selection ? canvas.paste(selection, at) : []
}

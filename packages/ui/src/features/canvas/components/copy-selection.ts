import { flowKind, parseClipboard, serializeSelection } from '@chatwright/core'
import type { FlowKind, Position } from '@chatwright/core'

import { canvasKind } from '../model/canvas-state.ts'
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

/** The kind of flow that a text's nodes are of, when the open one is of the other: neither means anything in the other. */
export function otherKind(canvas: Canvas, text: string): FlowKind | undefined {
  const selection = parseClipboard(text)
  if (!selection || selection.nodes.length === 0) return undefined
  const kind = flowKind(selection)
  return kind === canvasKind(canvas.store.getState()) ? undefined : kind
}

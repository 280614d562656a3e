import { convertToAgentFlow, flowKind, parseClipboard, serializeSelection } from '@chatwright/core'
import type { FlowKind, Position, Selection } from '@chatwright/core'

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

/** What nodes of a chat flow are as steps, without a Start, as a flow has one; nothing where they are not an agent with its parts. */
export function stepsOfChatNodes(canvas: Canvas, text: string): Selection | undefined {
  const selection = parseClipboard(text)
  const { describe } = canvas.store.getState().catalogue
  const converted = selection && convertToAgentFlow(selection, describe)
  if (!converted?.flow) return undefined
  const { nodes, edges } = converted.flow
  const isStart = (name: string) => describe(name)?.traits?.step?.starts !== undefined
  const steps = nodes.filter(({ type, data }) => type !== 'stickyNote' && !isStart(data.name))
  const ids = new Set(steps.map(({ id }) => id))
  if (steps.length === 0) return undefined
  return { nodes: steps, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}

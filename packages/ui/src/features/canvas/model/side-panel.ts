import type { FlowNode } from '@chatwright/core'

import type { CanvasState } from './canvas-state.ts'

/** The one node that is selected; not a note, which is edited where it stands. */
export function onlySelected({ selection, history }: Pick<CanvasState, 'selection' | 'history'>): FlowNode | undefined {
  const [only, another] = selection.nodes
  if (only === undefined || another !== undefined) return undefined
  const node = history.present.nodes.find(({ id }) => id === only)
  return node?.type === 'stickyNote' ? undefined : node
}

/** What is in front in the panel beside the flow; nothing while it is closed. */
export function frontOf(
  state: Pick<CanvasState, 'side' | 'selection' | 'history'>,
  isChatOpen: boolean,
): 'node' | 'chat' | undefined {
  const { isInspecting, tab } = state.side
  if (!isChatOpen) return isInspecting ? 'node' : undefined
  return isInspecting && tab === 'node' && onlySelected(state) ? 'node' : 'chat'
}

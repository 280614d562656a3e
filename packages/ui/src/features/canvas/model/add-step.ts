import { disconnectEdit, flowGraph, nodeOutputs, parentOf } from '@chatwright/core'
import type { AddEdit, Draft, FlowNode } from '@chatwright/core'

import type { LooseEnd, PaletteRequest } from './canvas-state.ts'
import { growContainers } from './container-room.ts'
import { putInto, settleInContainer } from './drop-steps.ts'
import { join } from './fitting-handles.ts'
import { onlyLooseEnd } from './only-fits.ts'

/** Puts a new step where it was wanted, into the container it belongs to, joined to what it was wanted for. */
export function addStep(draft: Draft, add: AddEdit & { id: string }, request: PaletteRequest | undefined): void {
  const { id } = add
  if (!draft.try(add)) return
  if (request?.kind === 'connect') {
    standBeside(draft, id, request.end.nodeId)
    joinStep(draft, id, request.end)
  } else if (request?.kind === 'insert') {
    const { edge } = request
    // Half an insertion would leave the flow cut in two: better the edge as it was, and the step beside it.
    draft.attempt(() => {
      standBeside(draft, id, edge.source)
      draft.try(disconnectEdit(draft.flow, edge))
      const isJoined = joinStep(draft, id, { nodeId: edge.source, handleId: edge.sourceHandle, side: 'output' })
      return joinStep(draft, id, { nodeId: edge.target, handleId: edge.targetHandle, side: 'input' }) && isJoined
    })
  } else {
    settleInContainer(draft, id)
    const end = onlyLooseEnd(draft.flow, id)
    const own = stepOf(draft, id)
    if (end && own && parentOf(own) === undefined) joinStep(draft, id, end)
  }
}

/** In the container of the step it is joined to. */
function standBeside(draft: Draft, id: string, otherId: string): void {
  const other = stepOf(draft, otherId)
  putInto(draft, id, other && parentOf(other))
  growContainers(draft)
}

function joinStep(draft: Draft, id: string, end: LooseEnd): boolean {
  if (end.side === 'output') {
    return join(draft, { source: end.nodeId, sourceHandle: end.handleId, target: id, targetHandle: id })
  }
  const node = stepOf(draft, id)
  const sourceHandle = (node && nodeOutputs(node)[0]?.handle) ?? ''
  return join(draft, { source: id, sourceHandle, target: end.nodeId, targetHandle: end.nodeId })
}

function stepOf({ flow }: Draft, id: string): FlowNode | undefined {
  return flowGraph(flow).nodes.get(id)
}

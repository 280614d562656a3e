import { addNode, connect, disconnect, flowGraph, nodeOutputs, parentOf, putIntoContainer } from '@chatwright/core'
import type { Command, Flow, FlowNode } from '@chatwright/core'

import type { LooseEnd, PaletteRequest } from './canvas-state.ts'
import { growContainers } from './container-room.ts'
import { settleInContainer } from './drop-steps.ts'
import { onlyLooseEnd } from './only-fits.ts'

/** Puts a new step where it was wanted, into the container it belongs to, joined to what it was wanted for. */
export function addStep(node: FlowNode, request: PaletteRequest | undefined): Command {
  return (flow) => {
    const added = addNode(node)(flow)
    if (added === flow) return flow
    if (request?.kind === 'connect') return joinStep(beside(added, node, request.end.nodeId), node, request.end)
    if (request?.kind === 'insert') {
      const { edge } = request
      const placed = disconnect(edge.id)(beside(added, node, edge.source))
      const before = joinStep(placed, node, { nodeId: edge.source, handleId: edge.sourceHandle, side: 'output' })
      const after = joinStep(before, node, { nodeId: edge.target, handleId: edge.targetHandle, side: 'input' })
      // Half an insertion would leave the flow cut in two: better the edge as it was, and the step beside it.
      return after.edges.length === flow.edges.length + 1 ? after : added
    }
    const settled = settleInContainer(node.id)(added)
    const end = onlyLooseEnd(settled, node.id)
    const own = flowGraph(settled).nodes.get(node.id)
    return end && own && parentOf(own) === undefined ? joinStep(settled, node, end) : settled
  }
}

/** In the container of the step it is joined to. */
function beside(flow: Flow, node: FlowNode, otherId: string): Flow {
  const other = flowGraph(flow).nodes.get(otherId)
  return growContainers(putIntoContainer([node.id], other && parentOf(other))(flow))
}

function joinStep(flow: Flow, node: FlowNode, end: LooseEnd): Flow {
  if (end.side === 'output') {
    return connect({ source: end.nodeId, sourceHandle: end.handleId, target: node.id, targetHandle: node.id })(flow)
  }
  const sourceHandle = nodeOutputs(node)[0]?.handle ?? ''
  return connect({ source: node.id, sourceHandle, target: end.nodeId, targetHandle: end.nodeId })(flow)
}

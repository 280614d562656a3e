import {
  addNode,
  chooseOutput,
  connect,
  createNode,
  disconnect,
  findInput,
  findOutput,
  inputHandleOf,
  inputNameOf,
  isStepDescription,
  newNodeId,
  openOutputs,
  parseHandle,
  splitTypes,
} from '@chatwright/core'
import type { Command, Flow, FlowEdge, FlowNode, NodeDescription, Position } from '@chatwright/core'

import type { LooseEnd, PaletteRequest } from './canvas-state.ts'
import { joinEnds } from './fitting-handles.ts'
import { joinOnlyFits } from './only-fits.ts'
import { fittingInput, fittingOutput } from './palette-search.ts'
import type { Fit } from './palette-search.ts'
import { addStep } from './add-step.ts'
import { placeNode } from './place-node.ts'

/** What a node must take and give to be of use for what the palette was opened for. */
export function wantedFit(flow: Flow, request: PaletteRequest | undefined): Fit {
  if (request?.kind === 'connect') {
    const types = endTypes(flow, request.end)
    return request.end.side === 'output' ? { takes: types } : { gives: types }
  }
  if (request?.kind === 'insert') {
    const { source, sourceHandle, target, targetHandle } = request.edge
    return {
      takes: endTypes(flow, { nodeId: source, handleId: sourceHandle, side: 'output' }),
      gives: endTypes(flow, { nodeId: target, handleId: targetHandle, side: 'input' }),
    }
  }
  return {}
}

/** The classes at one end of a connection. */
export function endTypes(flow: Flow, end: LooseEnd): string[] {
  const node = flow.nodes.find((node) => node.id === end.nodeId)
  if (!node) return []
  if (end.side === 'output') return findOutput(node, end.handleId)?.types ?? []
  return splitTypes(findInput(node, parseHandle(end.handleId)?.name ?? '')?.type ?? '')
}

export interface NewNode {
  node: FlowNode
  command: Command
}

/** A node from the palette and the one edit that puts it where it was wanted, connected to what it was wanted for. */
export function addFromPalette(
  flow: Flow,
  {
    description,
    request,
    centre,
  }: { description: NodeDescription; request: PaletteRequest | undefined; centre: Position },
): NewNode {
  const id = newNodeId(description.name, flow.nodes)
  const draft = createNode(description, { id, position: centre })
  const position = placeNode(flow, draft, { request, centre })
  const node = { ...draft, position, positionAbsolute: position }
  if (isStepDescription(description)) return { node, command: addStep(node, request) }
  return {
    node,
    command: (current) => {
      const joined = joinNew(addNode(node)(current), { node, description, request })
      // Put into an edge, it was meant for that edge alone.
      return request?.kind === 'insert' ? joined : joinOnlyFits(id)(joined)
    },
  }
}

function joinNew(
  flow: Flow,
  { node, description, request }: { node: FlowNode; description: NodeDescription; request: PaletteRequest | undefined },
): Flow {
  if (request?.kind === 'connect') return joinEnd(flow, { node, description, end: request.end })
  if (request?.kind !== 'insert') return flow
  const { edge } = request
  const opened = disconnect(edge.id)(flow)
  const before = joinEnd(opened, { node, description, end: sourceEnd(edge) })
  const after = joinEnd(before, { node, description, end: targetEnd(edge) })
  // Half an insertion would leave the flow cut in two: better the edge as it was, and the node beside it.
  return after.edges.length === flow.edges.length + 1 ? after : flow
}

function sourceEnd(edge: FlowEdge): LooseEnd {
  return { nodeId: edge.source, handleId: edge.sourceHandle, side: 'output' }
}

function targetEnd(edge: FlowEdge): LooseEnd {
  return { nodeId: edge.target, handleId: edge.targetHandle, side: 'input' }
}

function joinEnd(
  flow: Flow,
  { node, description, end }: { node: FlowNode; description: NodeDescription; end: LooseEnd },
): Flow {
  const types = endTypes(flow, end)
  if (end.side === 'output') {
    const input = findInput(node, fittingInput(description, types) ?? '')
    if (!input) return flow
    return connect(joinEnds(end, { nodeId: node.id, handleId: inputHandleOf(node.id, input) }))(flow)
  }
  const name = fittingOutput(description, types)
  if (name === undefined) return flow
  const chosen = chooseOutput(node.id, name)(flow)
  const present = chosen.nodes.find((other) => other.id === node.id)
  const output = present && openOutputs(present).find((output) => output.name === name)
  if (!output) return flow
  return connect(joinEnds(end, { nodeId: node.id, handleId: output.handle }))(replaceSingle(chosen, end))
}

/** A new node dropped on an input for one takes the place of what was connected there. */
function replaceSingle(flow: Flow, end: LooseEnd): Flow {
  const node = flow.nodes.find((node) => node.id === end.nodeId)
  const name = parseHandle(end.handleId)?.name ?? ''
  const input = node && findInput(node, name)
  if (!input || input.list) return flow
  const present = flow.edges.filter((edge) => edge.target === end.nodeId && inputNameOf(edge) === name)
  return disconnect(...present.map((edge) => edge.id))(flow)
}

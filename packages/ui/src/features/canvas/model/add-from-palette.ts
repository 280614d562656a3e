import {
  createNode,
  disconnectEdit,
  findInput,
  findOutput,
  flowGraph,
  inputHandleOf,
  inputNameOf,
  isStepDescription,
  newNodeId,
  openOutputs,
  parseHandle,
  splitTypes,
} from '@chatwright/core'
import type { Draft, Flow, FlowEdge, FlowNode, NodeDescription, Position } from '@chatwright/core'

import type { LooseEnd, PaletteRequest } from './canvas-state.ts'
import { join, joinEnds } from './fitting-handles.ts'
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

interface Wanted {
  description: NodeDescription
  request: PaletteRequest | undefined
  /** The middle of what is in view. */
  centre: Position
}

/** Puts a node from the palette where it was wanted, connected to what it was wanted for, and returns it. */
export function addFromPalette(draft: Draft, { description, request, centre }: Wanted): FlowNode | undefined {
  const { flow } = draft
  const id = newNodeId(description.name, flow.nodes)
  const at = placeNode(flow, createNode(description, { id, position: centre }), { request, centre })
  const add = { do: 'add' as const, node: description.name, id, at }
  if (isStepDescription(description)) addStep(draft, add, request)
  else if (draft.try(add)) {
    joinNew(draft, { id, description, request })
    // Put into an edge, it was meant for that edge alone.
    if (request?.kind !== 'insert') joinOnlyFits(draft, id)
  }
  return flowGraph(draft.flow).nodes.get(id)
}

interface Joining {
  id: string
  description: NodeDescription
  request: PaletteRequest | undefined
}

function joinNew(draft: Draft, { id, description, request }: Joining): void {
  if (request?.kind === 'connect') joinEnd(draft, { id, description, end: request.end })
  if (request?.kind !== 'insert') return
  const { edge } = request
  // Half an insertion would leave the flow cut in two: better the edge as it was, and the node beside it.
  draft.attempt(() => {
    draft.try(disconnectEdit(draft.flow, edge))
    const isJoined = joinEnd(draft, { id, description, end: sourceEnd(edge) })
    return joinEnd(draft, { id, description, end: targetEnd(edge) }) && isJoined
  })
}

function sourceEnd(edge: FlowEdge): LooseEnd {
  return { nodeId: edge.source, handleId: edge.sourceHandle, side: 'output' }
}

function targetEnd(edge: FlowEdge): LooseEnd {
  return { nodeId: edge.target, handleId: edge.targetHandle, side: 'input' }
}

function joinEnd(
  draft: Draft,
  { id, description, end }: { id: string; description: NodeDescription; end: LooseEnd },
): boolean {
  const types = endTypes(draft.flow, end)
  if (end.side === 'output') {
    const node = nodeIn(draft, id)
    const input = node && findInput(node, fittingInput(description, types) ?? '')
    return input !== undefined && join(draft, joinEnds(end, { nodeId: id, handleId: inputHandleOf(id, input) }))
  }
  const name = fittingOutput(description, types)
  if (name === undefined) return false
  draft.try({ do: 'output', id, output: name })
  const node = nodeIn(draft, id)
  const output = node && openOutputs(node).find((output) => output.name === name)
  if (!output) return false
  makeRoom(draft, end)
  return join(draft, joinEnds(end, { nodeId: id, handleId: output.handle }))
}

/** A new node dropped on an input for one takes the place of what was connected there. */
function makeRoom(draft: Draft, end: LooseEnd): void {
  const node = nodeIn(draft, end.nodeId)
  const name = parseHandle(end.handleId)?.name ?? ''
  const input = node && findInput(node, name)
  if (!input || input.list) return
  const present = draft.flow.edges.filter((edge) => edge.target === end.nodeId && inputNameOf(edge) === name)
  for (const edge of present) draft.try(disconnectEdit(draft.flow, edge))
}

function nodeIn({ flow }: Draft, id: string): FlowNode | undefined {
  return flowGraph(flow).nodes.get(id)
}

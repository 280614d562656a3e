import {
  canConnect,
  connectEdit,
  inputHandleOf,
  isInputVisible,
  isStepNode,
  openOutputs,
  takesConnections,
} from '@chatwright/core'
import type { Connection, Draft, Flow, FlowNode } from '@chatwright/core'

import type { LooseEnd } from './canvas-state.ts'

/** A place where a loose end could go. */
export interface FittingPlace {
  node: FlowNode
  handleId: string
  label: string
  connection: Connection
}

/** Every place on the canvas that would take a connection from this end. */
export function fittingPlaces(flow: Flow, end: LooseEnd): FittingPlace[] {
  return flow.nodes.flatMap((node) =>
    otherEnds(node, end)
      .map(({ handleId, label }) => ({
        node,
        handleId,
        label,
        connection: joinEnds(end, { nodeId: node.id, handleId }),
      }))
      .filter(({ connection }) => canConnect(flow, connection).ok),
  )
}

export function fittingHandles(flow: Flow, end: LooseEnd): Set<string> {
  return new Set(fittingPlaces(flow, end).map((place) => place.handleId))
}

/** The connection between a loose end and a handle on its other side. */
export function joinEnds(end: LooseEnd, other: { nodeId: string; handleId: string }): Connection {
  return end.side === 'output'
    ? { source: end.nodeId, sourceHandle: end.handleId, target: other.nodeId, targetHandle: other.handleId }
    : { source: other.nodeId, sourceHandle: other.handleId, target: end.nodeId, targetHandle: end.handleId }
}

/** Draws a connection; false where it is refused. */
export function join(draft: Draft, connection: Connection): boolean {
  return canConnect(draft.flow, connection).ok && draft.try(connectEdit(draft.flow, connection))
}

function otherEnds(node: FlowNode, end: LooseEnd): { handleId: string; label: string }[] {
  if (node.id === end.nodeId) return []
  if (end.side === 'input') return openOutputs(node).map(({ handle, label }) => ({ handleId: handle, label }))
  if (isStepNode(node)) return [{ handleId: node.id, label: node.data.label }]
  return [...node.data.inputAnchors, ...node.data.inputParams]
    .filter((input) => takesConnections(input) && isInputVisible(input, node.data.inputs))
    .map((input) => ({ handleId: inputHandleOf(node.id, input), label: input.label }))
}

import { connect, flowGraph, inputHandleOf, isStepNode, nodeOutputs, openOutputs, parentOf } from '@chatwright/core'
import type { Command, Connection, Flow, FlowNode } from '@chatwright/core'

import type { LooseEnd } from './canvas-state.ts'
import { fittingPlaces } from './fitting-handles.ts'
import type { FittingPlace } from './fitting-handles.ts'

/** Joins a node that was just added wherever one of its ports fits a single free port of the others: no other was meant. */
export function joinOnlyFits(nodeId: string): Command {
  return (flow) => {
    const node = flow.nodes.find((node) => node.id === nodeId)
    if (!node || isStepNode(node) || node.type === 'stickyNote') return flow
    const given = openOutputs(node).map(({ handle }) => handle)
    const taken = node.data.inputAnchors.map((anchor) => inputHandleOf(node.id, anchor))
    const outputsJoined = given.reduce((present, handleId) => joinOutput(present, node, handleId), flow)
    return taken.reduce((present, handleId) => joinInput(present, node, handleId), outputsJoined)
  }
}

function joinOutput(flow: Flow, node: FlowNode, handleId: string): Flow {
  const isUsed = flowGraph(flow)
    .outgoing.get(node.id)
    ?.some((edge) => edge.sourceHandle === handleId)
  if (isUsed) return flow
  const places = fittingPlaces(flow, { nodeId: node.id, handleId, side: 'output' })
  // What must be connected waits for it; what may be is only meant when nothing waits.
  const waiting = places.filter((place) => anchorOf(place)?.optional !== true && anchorOf(place) !== undefined)
  const willing = places.filter((place) => anchorOf(place)?.optional === true)
  return joinIfOne(flow, waiting.length > 0 ? waiting : willing)
}

/** Fields that may be written into take connections too, but those are drawn on purpose. */
function anchorOf({ node, handleId }: FittingPlace) {
  return node.data.inputAnchors.find((anchor) => inputHandleOf(node.id, anchor) === handleId)
}

function joinInput(flow: Flow, node: FlowNode, handleId: string): Flow {
  const { incoming, outgoing } = flowGraph(flow)
  if (incoming.get(node.id)?.some((edge) => edge.targetHandle === handleId)) return flow
  const places = fittingPlaces(flow, { nodeId: node.id, handleId, side: 'input' })
  return joinIfOne(
    flow,
    places.filter((place) => !outgoing.get(place.node.id)?.some((edge) => edge.sourceHandle === place.handleId)),
  )
}

function joinIfOne(flow: Flow, places: readonly { connection: Connection }[]): Flow {
  const [only, ...more] = places
  return only && more.length === 0 ? connect(only.connection)(flow) : flow
}

/** The way out that no step follows yet, when there is a single one outside of containers. */
export function onlyLooseEnd(flow: Flow, exceptId?: string): LooseEnd | undefined {
  const { outgoing } = flowGraph(flow)
  const loose = flow.nodes
    .filter((node) => isStepNode(node) && node.id !== exceptId && parentOf(node) === undefined)
    .flatMap((node) =>
      nodeOutputs(node)
        .filter(({ handle }) => !outgoing.get(node.id)?.some((edge) => edge.sourceHandle === handle))
        .map(({ handle }): LooseEnd => ({ nodeId: node.id, handleId: handle, side: 'output' })),
    )
  return loose.length === 1 ? loose[0] : undefined
}

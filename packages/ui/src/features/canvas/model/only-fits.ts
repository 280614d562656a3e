import { flowGraph, inputHandleOf, isStepNode, nodeOutputs, openOutputs, parentOf } from '@chatwright/core'
import type { Connection, Draft, Flow, FlowNode } from '@chatwright/core'

import type { LooseEnd } from './canvas-state.ts'
import { fittingPlaces, join } from './fitting-handles.ts'
import type { FittingPlace } from './fitting-handles.ts'

/** Joins a node that was just added wherever one of its ports fits a single free port of the others: no other was meant. */
export function joinOnlyFits(draft: Draft, nodeId: string): void {
  const node = flowGraph(draft.flow).nodes.get(nodeId)
  if (!node || isStepNode(node) || node.type === 'stickyNote') return
  for (const { handle } of openOutputs(node)) joinOutput(draft, node, handle)
  for (const anchor of node.data.inputAnchors) joinInput(draft, node, inputHandleOf(node.id, anchor))
}

function joinOutput(draft: Draft, node: FlowNode, handleId: string): void {
  const { flow } = draft
  const isUsed = flowGraph(flow)
    .outgoing.get(node.id)
    ?.some((edge) => edge.sourceHandle === handleId)
  if (isUsed) return
  const places = fittingPlaces(flow, { nodeId: node.id, handleId, side: 'output' })
  // What must be connected waits for it; what may be is only meant when nothing waits.
  const waiting = places.filter((place) => anchorOf(place)?.optional !== true && anchorOf(place) !== undefined)
  const willing = places.filter((place) => anchorOf(place)?.optional === true)
  joinIfOne(draft, waiting.length > 0 ? waiting : willing)
}

/** Fields that may be written into take connections too, but those are drawn on purpose. */
function anchorOf({ node, handleId }: FittingPlace) {
  return node.data.inputAnchors.find((anchor) => inputHandleOf(node.id, anchor) === handleId)
}

function joinInput(draft: Draft, node: FlowNode, handleId: string): void {
  const { flow } = draft
  const { incoming, outgoing } = flowGraph(flow)
  if (incoming.get(node.id)?.some((edge) => edge.targetHandle === handleId)) return
  const places = fittingPlaces(flow, { nodeId: node.id, handleId, side: 'input' })
  joinIfOne(
    draft,
    places.filter((place) => !outgoing.get(place.node.id)?.some((edge) => edge.sourceHandle === place.handleId)),
  )
}

function joinIfOne(draft: Draft, places: readonly { connection: Connection }[]): void {
  const [only, ...more] = places
  if (only && more.length === 0) join(draft, only.connection)
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

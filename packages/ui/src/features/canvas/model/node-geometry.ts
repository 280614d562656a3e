import { CONTAINER, inputHandleOf, isInputVisible, isStepNode, nodeOutputs, openOutputs } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

import { cardTextRows } from '../../../parts/parameter-form/text-rows.ts'
import { hasLongName } from './name-width.ts'
import { hasOutputChoice, isInline, splitParams, takesEdge } from './node-rows.ts'

/**
 * The card's measures. They are fixed, so that where a port lies is known without drawing the node: a thousand nodes
 * open without one being measured, and an edge may end at a node that is out of sight.
 */
export const CARD = {
  width: 300,
  head: 48,
  /** What a second line of the name adds to the head. */
  nameLine: 20,
  port: 28,
  label: 20,
  field: 32,
  textLine: 20,
  inline: 36,
  gap: 8,
  more: 36,
  choice: 36,
  foot: 8,
  handle: 12,
} as const

export const NOTE = { width: 240, height: 160 } as const

export interface PortPlace {
  /** The handle's id, as the document has it. */
  id: string
  side: 'input' | 'output'
  /** The middle of the port, from the card's top. */
  y: number
}

export interface NodeGeometry {
  width: number
  height: number
  ports: readonly PortPlace[]
}

const known = new WeakMap<FlowNode['data'], NodeGeometry>()

/** Where everything on a node's card lies. */
export function nodeGeometry(node: FlowNode): NodeGeometry {
  if (node.type === 'stickyNote') {
    return { width: node.width ?? NOTE.width, height: node.height ?? NOTE.height, ports: [] }
  }
  if (node.type === 'iteration') return measureContainer(node)
  const before = known.get(node.data)
  if (before) return before
  const geometry = isStepNode(node) ? measureStep(node) : measure(node)
  known.set(node.data, geometry)
  return geometry
}

/** A step comes after what leads to its left side. Its only output leaves on the right; several have a row each. */
function measureStep(node: FlowNode): NodeGeometry {
  const ports = stepInput(node)
  const outputs = nodeOutputs(node)
  let y: number = headHeight(node) + CARD.more
  if (outputs.length === 1) ports.push({ id: outputs[0]?.handle ?? '', side: 'output', y: headHeight(node) / 2 })
  else {
    for (const { handle } of outputs) {
      ports.push({ id: handle, side: 'output', y: y + CARD.port / 2 })
      y += CARD.port
    }
  }
  return { width: CARD.width, height: y + CARD.foot, ports }
}

/** A container is as large as somebody drew it: other steps stand in it. */
function measureContainer(node: FlowNode): NodeGeometry {
  const width = Math.max(node.width ?? 0, CONTAINER.width)
  const outputs = nodeOutputs(node).map(({ handle }, index): PortPlace => ({
    id: handle,
    side: 'output',
    y: CARD.head / 2 + index * CARD.port,
  }))
  return { width, height: Math.max(node.height ?? 0, CONTAINER.height), ports: [...stepInput(node), ...outputs] }
}

function stepInput(node: FlowNode): PortPlace[] {
  return node.data['hideInput'] === true ? [] : [{ id: node.id, side: 'input', y: headHeight(node) / 2 }]
}

/** A container is wide enough for any name. */
function headHeight({ type, data }: FlowNode): number {
  return type !== 'iteration' && hasLongName(data.label) ? CARD.head + CARD.nameLine : CARD.head
}

function measure(node: FlowNode): NodeGeometry {
  const ports: PortPlace[] = []
  const { card, more } = splitParams(node)
  let y: number = headHeight(node) + CARD.gap / 2
  for (const anchor of node.data.inputAnchors) {
    if (!isInputVisible(anchor, node.data.inputs)) continue
    ports.push({ id: inputHandleOf(node.id, anchor), side: 'input', y: y + CARD.port / 2 })
    y += CARD.port
  }
  // A port of the first field is as far from the last row as rows are from each other.
  if (ports.length > 0 && card.length > 0) y += CARD.gap / 2
  for (const param of card) {
    if (takesEdge(param)) ports.push({ id: inputHandleOf(node.id, param), side: 'input', y: y + CARD.label / 2 })
    y += paramHeight(param)
  }
  // A port behind "More" would be out of reach, and its edges would end nowhere: it lies on the "More" row.
  for (const param of more.filter(takesEdge)) {
    ports.push({ id: inputHandleOf(node.id, param), side: 'input', y: y + CARD.more / 2 })
  }
  if (more.length > 0) y += CARD.more
  const row = hasOutputChoice(node) ? CARD.choice : CARD.port
  for (const output of openOutputs(node)) {
    ports.push({ id: output.handle, side: 'output', y: y + row / 2 })
    y += row
  }
  return { width: CARD.width, height: y + CARD.foot, ports }
}

/** The height of a parameter's row on the card, its gap included. */
export function paramHeight(param: InputParam): number {
  if (isInline(param)) return CARD.inline
  return CARD.label + fieldHeight(param) + CARD.gap
}

export function fieldHeight(param: InputParam): number {
  const rows = cardTextRows(param)
  return rows > 1 ? rows * CARD.textLine + 12 : CARD.field
}

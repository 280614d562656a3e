import {
  CONTAINER,
  formParams,
  inputHandleOf,
  isInputVisible,
  isStepNode,
  nodeOutputs,
  openOutputs,
} from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

import { formTextRows } from '../../../parts/parameter-form/text-rows.ts'
import { cardRowCount, saysMore, takesEdge } from './node-rows.ts'

/**
 * The card's measures. They are fixed, so that where a port lies is known without drawing the node: a thousand nodes
 * open without one being measured, and an edge may end at a node that is out of sight.
 */
export const CARD = { width: 240, head: 44, row: 24, foot: 8, handle: 12 } as const

/** A node that shows its whole form: what does not fit scrolls inside it. */
export const OPEN = { width: 288, least: 72, most: 440 } as const

/** What a field takes of a form: its label and the gap to the next one, its line or lines, the rows of a list, its help. */
const FIELD = { around: 40, line: 36, textLine: 20, switch: 36, listRow: 120, helpLine: 16, helpLetters: 42 } as const

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

export interface OpenGeometry extends NodeGeometry {
  formHeight: number
}

const cards = new WeakMap<FlowNode['data'], NodeGeometry>()
const opened = new WeakMap<FlowNode['data'], OpenGeometry>()

/** Where everything on a node's card lies. */
export function nodeGeometry(node: FlowNode): NodeGeometry {
  if (node.type === 'stickyNote') {
    return { width: node.width ?? NOTE.width, height: node.height ?? NOTE.height, ports: [] }
  }
  if (node.type === 'iteration') return measureContainer(node)
  return remembered(cards, node, () =>
    measure(node, { width: CARD.width, body: (cardRowCount(node) + (saysMore(node) ? 1 : 0)) * CARD.row }),
  )
}

/** The same of a node that shows its whole form. */
export function openGeometry(node: FlowNode): OpenGeometry {
  return remembered(opened, node, () => {
    const height = formHeight(node)
    return { ...measure(node, { width: OPEN.width, body: height }), formHeight: height }
  })
}

function remembered<Geometry>(
  known: WeakMap<FlowNode['data'], Geometry>,
  { data }: FlowNode,
  find: () => Geometry,
): Geometry {
  const before = known.get(data)
  if (before) return before
  const geometry = find()
  known.set(data, geometry)
  return geometry
}

function measure(node: FlowNode, { width, body }: { width: number; body: number }): NodeGeometry {
  const y = CARD.head + body
  return isStepNode(node) ? measureStep(node, width, y) : measureNode(node, width, y)
}

/** A step comes after what leads to its left side. Its only output leaves on the right; several have a row each. */
function measureStep(node: FlowNode, width: number, top: number): NodeGeometry {
  const ports = stepInput(node)
  const outputs = nodeOutputs(node)
  let y = top
  if (outputs.length === 1) ports.push({ id: outputs[0]?.handle ?? '', side: 'output', y: CARD.head / 2 })
  else {
    for (const { handle } of outputs) {
      ports.push({ id: handle, side: 'output', y: y + CARD.row / 2 })
      y += CARD.row
    }
  }
  return { width, height: y + CARD.foot, ports }
}

/** A container is as large as somebody drew it: other steps stand in it. */
function measureContainer(node: FlowNode): NodeGeometry {
  const width = Math.max(node.width ?? 0, CONTAINER.width)
  const outputs = nodeOutputs(node).map(({ handle }, index): PortPlace => ({
    id: handle,
    side: 'output',
    y: CARD.head / 2 + index * CARD.row,
  }))
  return { width, height: Math.max(node.height ?? 0, CONTAINER.height), ports: [...stepInput(node), ...outputs] }
}

function stepInput(node: FlowNode): PortPlace[] {
  return node.data['hideInput'] === true ? [] : [{ id: node.id, side: 'input', y: CARD.head / 2 }]
}

/** Inputs stand below each other on the left, outputs on the right. */
function measureNode(node: FlowNode, width: number, top: number): NodeGeometry {
  const inputs = portInputs(node).map((input) => inputHandleOf(node.id, input))
  const outputs = openOutputs(node).map(({ handle }) => handle)
  const place =
    (side: PortPlace['side']) =>
    (id: string, index: number): PortPlace => ({
      id,
      side,
      y: top + CARD.row * (index + 0.5),
    })
  const rows = Math.max(inputs.length, outputs.length)
  return {
    width,
    height: top + rows * CARD.row + CARD.foot,
    ports: [...inputs.map(place('input')), ...outputs.map(place('output'))],
  }
}

/** The inputs of a node that take a connection, in the order of their ports. */
export function portInputs({ data }: FlowNode): InputParam[] {
  return [...data.inputAnchors, ...data.inputParams.filter(takesEdge)].filter((input) =>
    isInputVisible(input, data.inputs),
  )
}

/** About as high as its fields are; a form that is higher scrolls. */
function formHeight(node: FlowNode): number {
  const shown = formParams(node).filter((param) => isInputVisible(param, node.data.inputs) && !param.additionalParams)
  const height = shown.reduce((sum, param) => sum + fieldHeight(node, param), 24)
  return Math.max(OPEN.least, Math.min(OPEN.most, height))
}

function fieldHeight({ data }: FlowNode, param: InputParam): number {
  const help = Math.ceil((param.description ?? '').length / FIELD.helpLetters) * FIELD.helpLine
  if (param.type === 'boolean') return FIELD.switch + help
  if (param.type === 'array') {
    const rows: unknown = data.inputs[param.name]
    return FIELD.around + FIELD.line + help + (Array.isArray(rows) ? rows.length : 0) * FIELD.listRow
  }
  const lines = formTextRows(param)
  return FIELD.around + help + (lines > 1 ? lines * FIELD.textLine + 16 : FIELD.line)
}

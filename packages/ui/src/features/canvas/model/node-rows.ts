import { cardInputs, formParams, isInputVisible, isParam, outputChoice } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

export interface SplitParams {
  /** On the card, what tells most first. */
  card: InputParam[]
  /** In the opened node and the inspector only. */
  more: InputParam[]
}

const known = new WeakMap<FlowNode['data'], SplitParams>()

/** Which parameters stand on the card. */
export function splitParams(node: FlowNode): SplitParams {
  const before = known.get(node.data)
  if (before) return before
  const visible = formParams(node).filter((param) => isInputVisible(param, node.data.inputs))
  const card = cardInputs(visible)
  const split = { card, more: visible.filter((param) => !card.includes(param)) }
  known.set(node.data, split)
  return split
}

/** A node that has nothing to set says what it is for. */
export function cardRowCount(node: FlowNode): number {
  return Math.max(1, splitParams(node).card.length)
}

/** Whether something that the card does not show was changed. */
export function saysMore(node: FlowNode): boolean {
  return countChanged(splitParams(node).more, node.data.inputs) > 0
}

/** How many of these parameters hold something other than their default. */
export function countChanged(params: readonly InputParam[], inputs: Readonly<Record<string, unknown>>): number {
  return params.filter((param) => param.type !== 'credential' && isChanged(param, inputs[param.name])).length
}

function isChanged(param: InputParam, value: unknown): boolean {
  const given = asText(value)
  return given !== '' && given !== asText(param.default)
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

const SHORT = new Set(['options', 'asyncOptions', 'multiOptions', 'asyncMultiOptions', 'number', 'boolean', 'file'])
const SHORT_OF_NODES = new Set([...SHORT, 'password', 'date', 'folder', 'credential'])

/** Whether a value is edited in its row of the card; what is longer opens the node. */
export function isEditedInRow(param: InputParam, isStep: boolean): boolean {
  if (param.component !== undefined || (isStep && param.acceptVariable)) return false
  if (param.type === 'string') return !isStep && (param.rows ?? 1) < 2
  if (isStep && param.type === 'asyncOptions' && param.loadMethod?.startsWith('listPrevious')) return false
  return (isStep ? SHORT : SHORT_OF_NODES).has(param.type)
}

export function hasOutputChoice(node: FlowNode): boolean {
  const options = outputChoice(node)?.options ?? []
  return options.length > 1 && !options.some((option) => option['isAnchor'] === true)
}

/** Inputs with a port: anchors, and typed inputs whose text may speak of other nodes. */
export function takesEdge(param: InputParam): boolean {
  return isParam(param) && param.acceptVariable === true
}

import { formParams, isInputVisible, isParam, outputChoice } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

/** More parameters than this on a card hide the flow behind its forms. */
const MOST_PARAMS = 4

export interface SplitParams {
  /** Edited on the card. */
  card: InputParam[]
  /** Behind "More". */
  more: InputParam[]
}

/** Which parameters stand on the card: the credential, then what is needed, then the rest in order. */
export function splitParams(node: FlowNode): SplitParams {
  const visible = formParams(node).filter((param) => isInputVisible(param, node.data.inputs))
  const candidates = visible.filter((param) => !param.additionalParams)
  const chosen = new Set([...candidates].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_PARAMS))
  return {
    card: visible.filter((param) => chosen.has(param)),
    more: visible.filter((param) => !chosen.has(param)),
  }
}

function rank(param: InputParam): number {
  if (param.type === 'credential') return 0
  return param.optional ? 2 : 1
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

/** Short values stand beside their label; the others below it. */
export function isInline(param: InputParam): boolean {
  return param.type === 'boolean' || param.type === 'number'
}

export function hasOutputChoice(node: FlowNode): boolean {
  const options = outputChoice(node)?.options ?? []
  return options.length > 1 && !options.some((option) => option['isAnchor'] === true)
}

/** Inputs with a port: anchors, and typed inputs whose text may speak of other nodes. */
export function takesEdge(param: InputParam): boolean {
  return isParam(param) && param.acceptVariable === true
}

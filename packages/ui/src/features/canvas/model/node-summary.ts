import { chosenModel, isStepNode, readableText } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

import { inlineNames } from '../../../parts/parameter-form/file-values.ts'
import { isId } from '../../../parts/parameter-form/is-id.ts'
import { splitParams } from './node-rows.ts'
import { rowPieces, type Around } from './step-summary.ts'

const MODELS = new Set(['modelName', 'model', 'modelId', 'deploymentName'])
/** A number or a switch alone says little about a node. */
const SILENT = new Set(['credential', 'password', 'number', 'boolean'])

/**
 * What tells most about a node, in one line: the first of its card's values that says something by itself, or what kind of node
 * it is when it was renamed. Never an id.
 */
export function nodeSummary(node: FlowNode, around: Around): string {
  const { data } = node
  for (const param of splitParams(node).card) {
    const text = SILENT.has(param.type) ? '' : rowText(node, param, around)
    if (text !== '' && !isDefault(param, data.inputs[param.name])) return text
  }
  const model = splitParams(node).card.find(({ name }) => MODELS.has(name))
  if (model) return rowText(node, model, around)
  const description = around.describe(data.name)
  if (description && !data.label.startsWith(description.label)) return description.label
  return isStepNode(node) ? '' : data.category
}

/** The value of one input as its card says it, in words. */
export function rowText(node: FlowNode, param: InputParam, around: Around): string {
  const value = node.data.inputs[param.name]
  if (isStepNode(node)) return rowPieces(node, param, around).join('')
  if (param.type === 'file') return inlineNames(value).join(', ')
  if (typeof value !== 'string') return value === undefined || value === null ? '' : JSON.stringify(value)
  if (value === '' || isId(value)) return ''
  const option = param.options?.find(({ name }) => name === value)
  if (option) return option.label
  // Ollama writes `model:tag` where others write `vendor:model`.
  const isModel = MODELS.has(param.name) && !/ollama/i.test(node.data.name)
  const text = isModel ? chosenModel(value) : value
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  return readableText(line.trim(), around.labelOf)
}

function isDefault(param: InputParam, value: unknown): boolean {
  return param.default !== undefined && value === param.default
}

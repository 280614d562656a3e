import { chosenModel, chosenStepId, EARLIER_STEP, readChosenNode, readRows } from '@chatwright/core'
import type { FlowNode, InputDescription, LabelOf, NodeDescription, Row } from '@chatwright/core'

import { plainPieces } from '../../../lib/steps/step-branches.ts'

export type Describe = (name: string) => NodeDescription | undefined

const MODELS = ['modelName', 'model', 'modelId', 'deploymentName']

/** What was chosen inside a step, in one line: its model, its tools. */
export function stepSummary(node: FlowNode, describe: Describe): string {
  const { inputs, inputParams } = node.data
  const chosen = inputParams.flatMap((param) => {
    if (isChoice(param)) return chosenName(param, inputs, describe)
    const field = param.array?.find(isChoice)
    return field ? (readRows(inputs[param.name]) ?? []).flatMap((row) => chosenName(field, row, describe)) : []
  })
  if (chosen.length > 0) return [...new Set(chosen)].join(' · ')
  const label = describe(node.data.name)?.label ?? ''
  return node.data.label.startsWith(label) ? '' : label
}

/**
 * What a step is told, in one line: the first words of its texts, or where it goes back to. Words and the names of what
 * is filled in stand by turns.
 */
export function stepPreview(node: FlowNode, labelOf: LabelOf): string[] {
  for (const param of node.data.inputParams) {
    const value = node.data.inputs[param.name]
    if (param.loadMethod === EARLIER_STEP) {
      const id = chosenStepId(value)
      if (id !== '') return ['↩ ', labelOf(id) ?? id]
    }
    if (param['display'] === false) continue
    const pieces = piecesOf(param, { value, labelOf })
    if (pieces.length > 0) return pieces
  }
  return []
}

function piecesOf(param: InputDescription, { value, labelOf }: { value: unknown; labelOf: LabelOf }): string[] {
  if (param.type === 'string' && (param.rows ?? 0) > 1) return plainPieces(value, labelOf)
  const field = param.array?.find(({ type, rows }) => type === 'string' && (rows ?? 0) > 1)
  if (!field) return []
  return (
    (readRows(value) ?? []).map((row) => plainPieces(row[field.name], labelOf)).find(({ length }) => length > 0) ?? []
  )
}

function isChoice(param: InputDescription): boolean {
  return param.loadConfig === true && param.type === 'asyncOptions'
}

function chosenName(param: InputDescription, values: Row, describe: Describe): string[] {
  const chosen = readChosenNode(param, values)
  if (!chosen) return []
  const model = MODELS.map((name) => chosen.settings[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof model === 'string') return [/ollama/i.test(chosen.name) ? model : chosenModel(model)]
  return [describe(chosen.name)?.label ?? chosen.name]
}

import { chosenModel, chosenStepId, EARLIER_STEP, instructionsAt, readChosenNode, readRows } from '@chatwright/core'
import type { FlowNode, InputDescription, LabelOf, NodeDescription, Row } from '@chatwright/core'

import { plainPieces } from '../../../lib/steps/step-branches.ts'

export type Describe = (name: string) => NodeDescription | undefined

export interface Around {
  describe: Describe
  labelOf: LabelOf
}

const MODELS = ['modelName', 'model', 'modelId', 'deploymentName']

/** The value of one input of a step, as its card says it. */
export function rowPieces({ data: { inputs } }: FlowNode, param: InputDescription, around: Around): string[] {
  const value = inputs[param.name]
  if (param.loadMethod === EARLIER_STEP) {
    const id = chosenStepId(value)
    return id === '' ? [] : ['↩ ', around.labelOf(id) ?? id]
  }
  if (isChoice(param)) return oneText(chosenName(param, inputs, around.describe))
  if (param.type === 'array') return arrayPieces(param, value, around)
  const option = param.options?.find(({ name }) => name === value)
  if (option) return [option.label]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return plainPieces(value, around.labelOf)
}

/** The first words of a list of texts, or the names of what is chosen in its rows. */
function arrayPieces(param: InputDescription, value: unknown, { describe, labelOf }: Around): string[] {
  const written = readRows(value) ?? []
  const first = param.instructions ? written[instructionsAt(written)] : undefined
  const rows = first ? [first, ...written] : written
  const choice = param.array?.find(isChoice)
  if (choice) return oneText([...new Set(rows.flatMap((row) => chosenName(choice, row, describe)))])
  const fields = (param.array ?? []).filter(({ type }) => type === 'string' || type === 'asyncOptions')
  const words = fields.toSorted((a, b) => (b.rows ?? 1) - (a.rows ?? 1))
  for (const row of rows) {
    for (const field of words) {
      const pieces = plainPieces(withoutId(row[field.name]), labelOf)
      if (pieces.length > 0) return pieces
    }
  }
  return []
}

/** Stores of documents are kept with their name behind their id. */
function withoutId(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:/i, '') : value
}

function oneText(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [texts.join(' · ')]
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

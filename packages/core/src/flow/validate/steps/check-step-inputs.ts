import { NodeError } from '../../../errors.ts'
import type { NodeDescription } from '../../../node/definition.ts'
import { parseInput } from '../../../node/parse-input.ts'
import type { CatalogueIndex } from '../../catalogue-index.ts'
import type { FlowNode, InputDescription } from '../../document.ts'
import { isParam } from '../../handles.ts'
import { markdownOfHtml } from '../../markdown-of-html.ts'
import { replacementFor } from '../../older-replacements.ts'
import { readChosenNode } from '../../steps/chosen-node.ts'
import { shownInputs, withDefaults } from '../../steps/input-forms.ts'
import type { Row } from '../../steps/read-rows.ts'
import { shownRows } from '../../steps/read-rows.ts'
import type { Problem } from '../problem.ts'

export interface StepCheck {
  description: NodeDescription
  index: Pick<CatalogueIndex, 'describe'>
  credentials: ReadonlySet<string> | undefined
}

/** What a step needs and lacks: in its own inputs, in their rows, and in the nodes chosen inside it. */
export function checkStepInputs(node: FlowNode, check: StepCheck): Problem[] {
  return checkInputs(check.description.inputs, { node, check, values: node.data.inputs, inputs: node.data.inputs })
}

interface Place {
  node: FlowNode
  check: StepCheck
  /** The values of the inputs at hand: the step's, a row's, or those of a chosen node. */
  values: Row
  /** What rules speak of: the values of the whole step, also from within a row. */
  inputs: Row
  row?: number
  /** The input of the step that all this stands in, and how people find it. */
  within?: { field: string; label: string }
}

function checkInputs(inputs: readonly InputDescription[], place: Place): Problem[] {
  return shownInputs(inputs, place.inputs, place.row).flatMap((input) => checkInput(input, place))
}

function checkInput(input: InputDescription, place: Place): Problem[] {
  if (!isParam(input)) return []
  const value = place.values[input.name]
  const isEmpty = isBlank(value)
  if (isEmpty && isRequired(input)) return [missing(input, place)]
  if (input.component !== undefined) return checkChosen(input, place)
  if (input.type === 'array' && input.array) return checkRows(input, input.array, place)
  return isEmpty ? [] : checkValue(input, value, place)
}

function checkRows(input: InputDescription, fields: readonly InputDescription[], place: Place): Problem[] {
  const rows = shownRows(input, place.values[input.name])
  if (!rows) return [unreadable(input, `"${input.label}" should be a list of rows.`, place)]
  const inputs = { ...place.inputs, [input.name]: rows.map((row) => withDefaults(fields, row)) }
  return rows.flatMap((values, row) => {
    const within = {
      field: place.within?.field ?? input.name,
      label: `${place.within ? `${place.within.label}, ` : ''}${input.label} ${row + 1}`,
    }
    return checkInputs(fields, { ...place, values, inputs, row, within })
  })
}

/** A node chosen inside the step has inputs and a credential of its own. */
function checkChosen(input: InputDescription, place: Place): Problem[] {
  const chosen = readChosenNode(input, place.values)
  if (!chosen) return []
  const description = place.check.index.describe(chosen.name)
  if (!description) return [unknownChoice(input, chosen.name, place)]
  const within = { field: place.within?.field ?? input.name, label: description.label }
  const { settings } = chosen
  const inside = { ...place, values: settings, inputs: settings, within }
  return [...checkInputs(description.inputs, inside), ...checkChosenCredential(description, chosen.credential, inside)]
}

function checkChosenCredential(
  { credential, label }: NodeDescription,
  chosen: string | undefined,
  { node, check, within }: Place,
): Problem[] {
  if (!credential || (chosen === undefined && credential.optional)) return []
  if (chosen !== undefined && (!check.credentials || check.credentials.has(chosen))) return []
  const isMissing = chosen === undefined
  const field = within?.field ?? ''
  return [
    {
      code: 'missing-credential',
      severity: 'error',
      nodeId: node.id,
      field,
      message: isMissing
        ? `${label} in ${node.data.label} has no credential.`
        : `The credential of ${label} in ${node.data.label} doesn't exist on this server.`,
      fix: 'Choose a credential in the step, or create one there.',
      phrase: {
        id: isMissing ? 'chosenCredentialMissing' : 'chosenCredentialGone',
        values: { node: node.data.label, chosen: label },
      },
      action: { type: 'edit-input', nodeId: node.id, field },
    },
  ]
}

function checkValue(input: InputDescription, value: unknown, place: Place): Problem[] {
  // What refers to something is whole only once the flow runs.
  if (typeof value === 'string' && value.includes('{{')) return []
  try {
    parseInput(input, value)
    return []
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return [unreadable(input, error.message, place, error.hint)]
  }
}

/** Editors of the older product leave an empty paragraph where nothing was written. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'string' && markdownOfHtml(value).trim() === '' && value.trim() !== ''
}

function isRequired(input: InputDescription): boolean {
  return !input.optional && input.type !== 'boolean' && isBlank(input.default)
}

function missing(input: InputDescription, { node, within }: Place): Problem {
  const place = within ? `${node.data.label} (${within.label})` : node.data.label
  const field = within?.field ?? input.name
  return {
    code: 'missing-input',
    severity: 'error',
    nodeId: node.id,
    field,
    message: `${place} needs "${input.label}".`,
    fix: `Fill in "${input.label}".`,
    phrase: { id: 'inputMissing', values: { node: place, input: input.label } },
    action: { type: 'edit-input', nodeId: node.id, field },
  }
}

function unknownChoice(input: InputDescription, name: string, { node, within }: Place): Problem {
  const field = within?.field ?? input.name
  const instead = replacementFor(name)
  return {
    code: 'unknown-node',
    severity: 'error',
    nodeId: node.id,
    field,
    message: `"${input.label}" of ${node.data.label} is ${name}, which isn't installed on this server.`,
    fix:
      instead === undefined
        ? `Choose another under "${input.label}".`
        : `Choose ${instead} under "${input.label}" instead.`,
    phrase:
      instead === undefined
        ? { id: 'choiceUnknown', values: { node: node.data.label, input: input.label, name } }
        : { id: 'choiceReplaced', values: { node: node.data.label, input: input.label, name, instead } },
    action: { type: 'edit-input', nodeId: node.id, field },
  }
}

function unreadable(input: InputDescription, message: string, { node, within }: Place, hint?: string): Problem {
  const field = within?.field ?? input.name
  return {
    code: 'bad-input',
    severity: 'error',
    nodeId: node.id,
    field,
    message: `${node.data.label}: ${message}`,
    fix: hint ?? `Correct "${input.label}".`,
    action: { type: 'edit-input', nodeId: node.id, field },
  }
}

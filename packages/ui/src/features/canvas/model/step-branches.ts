import {
  ERROR_OUTPUT,
  fillHoles,
  HUMAN_INPUT,
  isStepNode,
  markdownOfHtml,
  outputOfHandle,
  readRows,
  TIMEOUT_OUTPUT,
} from '@chatwright/core'
import type { FlowNode, InputDescription, Row } from '@chatwright/core'

/** What a branch of a step is called: words of its author, or one that the reader's language has a word for. */
export type BranchWords =
  | { text: string }
  | { word: 'next' | 'otherwise' | 'proceed' | 'reject' | 'failed' | 'late' }
  | { word: 'row'; number: number }

/** The words of an output, by the name of its handle. */
export function branchWords(node: FlowNode, handle: string): BranchWords {
  const output = outputOfHandle(node.id, handle) ?? ''
  if (output === ERROR_OUTPUT) return { word: 'failed' }
  if (output === TIMEOUT_OUTPUT) return { word: 'late' }
  if (!/^\d+$/.test(output)) return { word: 'next' }
  const index = Number(output)
  if (node.data.name === HUMAN_INPUT) {
    if (index < 2) return buttonWords(node, index === 0 ? 'Proceed' : 'Reject')
    const text = plain(readRows(node.data.inputs['humanInputButtons'])?.[index - 2]?.['label'])
    return text === '' ? { word: 'row', number: index - 1 } : { text }
  }
  const decision = decisionRows(node)
  if (!decision) return { text: output }
  const row = decision.rows[index]
  if (!row) return { word: 'otherwise' }
  const text = rowWords(row, decision.input.array ?? [])
  return text === '' ? { word: 'row', number: index + 1 } : { text }
}

/** What its author wrote on a button. The word it comes with is said in the reader's language. */
function buttonWords({ data: { inputs } }: FlowNode, usual: 'Proceed' | 'Reject'): BranchWords {
  const text = plain(inputs[`humanInput${usual}Label`])
  return text === '' || text === usual ? { word: usual === 'Proceed' ? 'proceed' : 'reject' } : { text }
}

/** Whether a step's edges must say by which output they leave. */
export function hasBranches(node: FlowNode): boolean {
  return isStepNode(node) && node.data.outputAnchors.length > 1
}

/** The rows that a step decides by: the first list it needs, as long as its outputs are numbered. */
function decisionRows(node: FlowNode): { rows: Row[]; input: InputDescription } | undefined {
  for (const input of node.data.inputParams) {
    if (input.type !== 'array' || input.optional) continue
    const rows = readRows(node.data.inputs[input.name])
    if (rows && rows.length > 0) return { rows, input }
  }
  return undefined
}

function rowWords(row: Row, fields: readonly InputDescription[]): string {
  const [only, ...others] = fields
  if (only && others.length === 0) return plain(row[only.name])
  const isUnary = row['operation'] === 'isEmpty' || row['operation'] === 'notEmpty'
  const value1 = plain(row['value1'])
  if (value1 === '') return ''
  const parts = [value1, operationLabel(row, fields), isUnary ? '' : plain(row['value2'])]
  return parts.filter((part) => part !== '').join(' ')
}

function operationLabel(row: Row, fields: readonly InputDescription[]): string {
  const options = fields.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options)
  return options.find(({ name }) => name === row['operation'])?.label.toLowerCase() ?? plain(row['operation'])
}

/** Whose value it is: the run's state, its form, the variables, or a step before. */
const OWNER = /^(?:\$(?:flow\.state|form|vars)\.|[A-Za-z]+_\d+\.(?:output\.)?)/

/** A text as one reads it in passing: without marks, and references by their last name. */
export function plain(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  return fillHoles(markdownOfHtml(value), (name) => name.replace(OWNER, ''))
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ')
}

import {
  ERROR_OUTPUT,
  HUMAN_INPUT,
  isStepNode,
  markdownOfHtml,
  outputOfHandle,
  readablePieces,
  readableText,
  readRows,
  TIMEOUT_OUTPUT,
  withoutMarks,
} from '@chatwright/core'
import type { FlowNode, InputDescription, LabelOf, Row } from '@chatwright/core'

/** What a branch of a step is called: words of its author, or one that the reader's language has a word for. */
export type BranchWords =
  | { text: string }
  | { word: 'next' | 'otherwise' | 'proceed' | 'reject' | 'failed' | 'late' }
  | { word: 'row'; number: number }

/** The words of an output, by the name of its handle. */
export function branchWords(node: FlowNode, handle: string, labelOf: LabelOf): BranchWords {
  const output = outputOfHandle(node.id, handle) ?? ''
  if (output === ERROR_OUTPUT) return { word: 'failed' }
  if (output === TIMEOUT_OUTPUT) return { word: 'late' }
  if (!/^\d+$/.test(output)) return { word: 'next' }
  const index = Number(output)
  if (node.data.name === HUMAN_INPUT) {
    if (index < 2) return buttonWords(node, { usual: index === 0 ? 'Proceed' : 'Reject', labelOf })
    const text = plain(readRows(node.data.inputs['humanInputButtons'])?.[index - 2]?.['label'], labelOf)
    return text === '' ? { word: 'row', number: index - 1 } : { text }
  }
  const decision = decisionRows(node)
  if (!decision) return { text: output }
  const row = decision.rows[index]
  if (!row) return { word: 'otherwise' }
  const text = rowWords(row, decision.input.array ?? [], labelOf)
  return text === '' ? { word: 'row', number: index + 1 } : { text }
}

/** What its author wrote on a button. The word it comes with is said in the reader's language. */
function buttonWords(
  { data: { inputs } }: FlowNode,
  { usual, labelOf }: { usual: 'Proceed' | 'Reject'; labelOf: LabelOf },
): BranchWords {
  const text = plain(inputs[`humanInput${usual}Label`], labelOf)
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

function rowWords(row: Row, fields: readonly InputDescription[], labelOf: LabelOf): string {
  const [only, ...others] = fields
  if (only && others.length === 0) return plain(row[only.name], labelOf)
  const isUnary = row['operation'] === 'isEmpty' || row['operation'] === 'notEmpty'
  const value1 = oneLine(row['value1'])
  if (value1 === '') return ''
  const parts = [value1, operationLabel(row, fields), isUnary ? '' : oneLine(row['value2'])]
  // Read as one text: both sides may speak of the same key of two nodes.
  return readableText(parts.filter((part) => part !== '').join(' '), labelOf)
}

function operationLabel(row: Row, fields: readonly InputDescription[]): string {
  const options = fields.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options)
  return options.find(({ name }) => name === row['operation'])?.label.toLowerCase() ?? ''
}

function plain(value: unknown, labelOf: LabelOf): string {
  return readableText(oneLine(value), labelOf)
}

/** A text as one reads it in passing. Words and the names of what is filled in stand by turns. */
export function plainPieces(value: unknown, labelOf: LabelOf): string[] {
  const line = oneLine(value)
  return line === '' ? [] : readablePieces(line, labelOf)
}

/** On one line, without marks. */
function oneLine(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? withoutMarks(markdownOfHtml(value)).replaceAll(/\s+/g, ' ').trim() : ''
}

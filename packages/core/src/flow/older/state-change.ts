import type { FlowNode } from '../document.ts'
import { readRows, type Row } from '../steps/read-rows.ts'
import { isByCode, Refused, textOf } from './older-flow.ts'
import { referenceOf, type StepOf } from './prompt-text.ts'

/** How the state of an older flow is made: by rows, or by code that says how each key changes. */
export interface OlderState {
  rows: { key: string; value: string; type: 'replace' | 'list' }[]
  code?: string
}

export function readState(node: FlowNode | undefined): OlderState {
  if (!node) return { rows: [] }
  if (isByCode(node, { choice: 'selectedStateTab', table: 'stateMemoryUI', code: 'stateMemoryCode' })) {
    return { rows: [], code: textOf(node, 'stateMemoryCode').trim() }
  }
  const rows = [...rowsOf(node, 'stateMemoryUI'), ...rowsOf(node, 'stateMemory')]
  return {
    rows: rows.flatMap((row) => {
      const key = row['key'] ?? row['Key']
      const type = row['type'] ?? row['Operation']
      const first = row['defaultValue'] ?? row['Default Value'] ?? ''
      if (typeof key !== 'string' || key.trim() === '') return []
      const value = typeof first === 'string' ? first : JSON.stringify(first)
      return [{ key: key.trim(), value, type: type === 'Append' ? ('list' as const) : ('replace' as const) }]
    }),
  }
}

/** What a node writes into the state once it is done. */
export type StateChange =
  | { by: 'rows'; rows: { key: string; value: string }[] }
  /** Code that finds the state, the messages and the node's output, and gives the keys that change. */
  | { by: 'code'; code: string }

interface Changing {
  stepOf: StepOf
  /** What the node's output is called in the rows that are written. */
  output: string
  /** Where its parts stand under another name than the older product gives them. */
  rename?: (written: string) => string
}

export function readStateChange(node: FlowNode, { stepOf, output, rename = (written) => written }: Changing) {
  const isCode = isByCode(node, {
    choice: 'selectedUpdateStateMemoryTab',
    table: 'updateStateMemoryUI',
    code: 'updateStateMemoryCode',
  })
  if (isCode) return { by: 'code', code: textOf(node, 'updateStateMemoryCode').trim() } satisfies StateChange
  const rows = [...rowsOf(node, 'updateStateMemoryUI'), ...rowsOf(node, 'updateStateMemory')].flatMap((row) => {
    const key = row['key'] ?? row['Key']
    const value = row['value'] ?? row['Value'] ?? ''
    if (typeof key !== 'string' || key.trim() === '') return []
    const text = typeof value === 'string' ? rename(value) : JSON.stringify(value)
    return [{ key: key.trim(), value: referenceOf(text, { output, stepOf }) ?? text }]
  })
  return { by: 'rows', rows } satisfies StateChange
}

/** Rows are stored as JSON; the name of the chosen tab may stand in their place. */
function rowsOf(node: FlowNode, input: string): Row[] {
  const stored = node.data.inputs[input]
  if (stored === undefined || stored === '' || stored === 'stateMemoryUI' || stored === 'stateMemoryCode') return []
  if (stored === 'updateStateMemoryUI' || stored === 'updateStateMemoryCode') return []
  const rows = readRows(stored)
  if (rows) return rows
  throw new Refused(
    node,
    `The state table of "${node.data.label}" can't be read.`,
    'Open the node and fill in the table again.',
  )
}

/** Code of an older node: it finds the messages in the state, and what its node came to as the output. */
export function olderCode(code: string, hasOutput = true): string {
  const output = `const output = typeof $output === 'string' && /^[[{]/.test($output) ? JSON.parse($output) : $output\n`
  const flow = `{ ...$flow, ${hasOutput ? 'output, ' : ''}state: { ...$flow.state, messages: $flow.messages } }`
  return `${hasOutput ? output : ''}return await (async ($flow) => {\n${code}\n})(${flow})`
}

/** Gives each key of a state made by code what it begins with, unless an earlier run left something. */
export function firstStateCode(state: string): string {
  return `const keys = ${state}
return Object.fromEntries(
  Object.entries(keys).map(([key, { default: first }]) => [
    key,
    $flow.state[key] ?? (typeof first === 'function' ? first() : first) ?? null,
  ]),
)`
}

/** Changes a state as its own code says: each key has a function of what was there and what is new. */
export function reducedCode(change: string, state: string): string {
  return `const keys = ${state}
const changes = await (async () => {
${change}
})()
return Object.fromEntries(
  Object.entries(changes ?? {}).map(([key, value]) => [
    key,
    typeof keys[key]?.value === 'function' ? keys[key].value($flow.state[key], value) : value,
  ]),
)`
}

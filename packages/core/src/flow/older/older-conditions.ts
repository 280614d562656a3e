import type { FlowNode } from '../document.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { readRows } from '../steps/read-rows.ts'
import { isByCode, Refused, textOf } from './older-flow.ts'
import { referenceOf, type StepOf } from './prompt-text.ts'

/** What an older condition decides by, and which of its outputs each row leads to; the last is for when none fits. */
export interface OlderCondition {
  rows: { type: 'string' | 'number'; value1: string; operation: string; value2: string }[]
  /** By row. */
  outputs: string[]
}

const END = 'End'

const OPERATIONS: Readonly<Record<string, readonly ['string' | 'number', string]>> = {
  Contains: ['string', 'contains'],
  'Not Contains': ['string', 'notContains'],
  'Start With': ['string', 'startsWith'],
  'End With': ['string', 'endsWith'],
  Is: ['string', 'equal'],
  'Is Not': ['string', 'notEqual'],
  'Is Empty': ['string', 'isEmpty'],
  'Is Not Empty': ['string', 'notEmpty'],
  'Greater Than': ['number', 'larger'],
  'Less Than': ['number', 'smaller'],
  'Equal To': ['number', 'equal'],
  'Not Equal To': ['number', 'notEqual'],
  'Greater Than or Equal To': ['number', 'largerEqual'],
  'Less Than or Equal To': ['number', 'smallerEqual'],
}

/** The code that decides, where the author chose code. */
export function conditionCode(node: FlowNode): string | undefined {
  const isCode = isByCode(node, {
    choice: 'selectedConditionFunctionTab',
    table: 'conditionUI',
    code: 'conditionFunction',
  })
  return isCode ? textOf(node, 'conditionFunction').trim() : undefined
}

/** Rows that compare what code gave with the names of the outputs. */
export function coded(node: FlowNode, step: string): OlderCondition {
  const outputs = nodeOutputs(node)
    .map(({ label }) => label)
    .filter((label) => label !== END)
  return {
    rows: outputs.map((value2) => ({ type: 'string', value1: `{{${step}}}`, operation: 'equal', value2 })),
    outputs,
  }
}

/** The table of a condition. `output` is the step whose output it speaks of. */
export function tabled(node: FlowNode, { output, stepOf }: { output?: string; stepOf: StepOf }): OlderCondition {
  const rows = readRows(node.data.inputs['conditionUI'])
  if (!rows)
    throw new Refused(
      node,
      `The conditions of "${node.data.label}" can't be read.`,
      'Open the node and enter its conditions again.',
    )
  const read = rows.map(({ variable, operation, value = '', output: name }) => {
    const known = OPERATIONS[written(operation)]
    const value1 = referenceOf(written(variable), { ...(output !== undefined && { output }), stepOf })
    if (!known || value1 === undefined || typeof name !== 'string') {
      throw new Refused(
        node,
        `"${node.data.label}" compares "${written(variable)}" (${written(operation)}), which isn't supported here.`,
        'Open the condition and choose another variable or operation.',
      )
    }
    const [type, how] = known
    return { row: { type, value1, operation: how, value2: String(value) }, name }
  })
  return { rows: read.map(({ row }) => row), outputs: read.map(({ name }) => name) }
}

/** The numbers of a condition's outputs that an edge of its older drawing stands for. */
export function outputNumbers(node: FlowNode, handle: string, { outputs }: OlderCondition): number[] {
  const label = nodeOutputs(node).find((output) => output.handle === handle)?.label ?? ''
  const numbers = outputs.flatMap((name, index) => (name === label ? [index] : []))
  return label === END || label === '' ? [...numbers, outputs.length] : numbers
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import { array, boolean, defineNode, number, options, string, variants, type FlowStep } from '@chatwright/core'
import { holds, type Condition } from './conditions.ts'

const ofType = (type: string): Record<string, unknown> => ({ 'conditions[$index].type': type })

const EMPTINESS = [
  { label: 'Is Empty', name: 'isEmpty' },
  { label: 'Not Empty', name: 'notEmpty' },
] as const

const SAMENESS = [
  { label: 'Equal', name: 'equal' },
  { label: 'Not Equal', name: 'notEqual' },
] as const

const SIZES = [
  { label: 'Smaller', name: 'smaller' },
  { label: 'Smaller Equal', name: 'smallerEqual' },
  { label: 'Larger', name: 'larger' },
  { label: 'Larger Equal', name: 'largerEqual' },
] as const

const OF_TEXT = [
  { label: 'Contains', name: 'contains' },
  { label: 'Ends With', name: 'endsWith' },
  ...SAMENESS,
  { label: 'Not Contains', name: 'notContains' },
  { label: 'Regex', name: 'regex' },
  { label: 'Starts With', name: 'startsWith' },
  ...EMPTINESS,
] as const

/** What is stored may be an operation of any type: it is read as a whole, and shown by type. */
const operation = variants(
  options({
    label: 'Operation',
    default: 'equal',
    options: [...OF_TEXT, ...SIZES],
    show: ofType('string'),
  }),
  options({
    label: 'Operation',
    default: 'equal',
    options: [...SIZES, ...SAMENESS, ...EMPTINESS],
    show: ofType('number'),
  }),
  options({ label: 'Operation', default: 'equal', options: SAMENESS, show: ofType('boolean') }),
)

const value1 = variants(
  string({ label: 'Value 1', optional: true, acceptVariable: true, show: ofType('string') }),
  number({ label: 'Value 1', optional: true, acceptVariable: true, show: ofType('number') }),
  boolean({ label: 'Value 1', optional: true, show: ofType('boolean') }),
)

const needsNone = { 'conditions[$index].operation': ['isEmpty', 'notEmpty'] }

const value2 = variants(
  string({ label: 'Value 2', optional: true, acceptVariable: true, show: ofType('string'), hide: needsNone }),
  number({
    label: 'Value 2',
    default: 0,
    optional: true,
    acceptVariable: true,
    show: ofType('number'),
    hide: needsNone,
  }),
  boolean({ label: 'Value 2', optional: true, show: ofType('boolean') }),
)

export default defineNode({
  name: 'conditionAgentflow',
  label: 'Condition',
  version: 1,
  category: 'Agent Flows',
  description: 'Compares values and continues with the first condition that matches.',
  icon: 'step-condition.svg',
  keywords: ['if', 'else', 'branch', 'switch'],
  color: '#FFB938',
  baseClasses: ['Condition'],
  traits: { step: { decides: { rows: 'conditions', hasElse: true } } },
  inputs: {
    conditions: array(
      {
        type: options({
          label: 'Type',
          default: 'string',
          options: [
            { label: 'String', name: 'string' },
            { label: 'Number', name: 'number' },
            { label: 'Boolean', name: 'boolean' },
          ],
        }),
        value1,
        operation,
        value2,
      },
      {
        destination: false,
        label: 'Conditions',
        description: 'Checked from top to bottom. The first match wins; if nothing matches, the last output runs.',
        default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }],
        acceptVariable: true,
      },
    ),
  },
  build({ inputs, context }): FlowStep {
    const conditions = (inputs.conditions ?? []) as readonly Partial<Condition>[]
    return {
      kind: 'step',
      effect: 'pure',
      async run(_, run) {
        const rows = conditions.map((row) => ({
          ...row,
          type: row.type ?? 'string',
          operation: row.operation ?? 'equal',
        }))
        const chosen = await firstThatHolds(rows, (row) => holds(row, { context, run }))
        const tried = rows.map((row, index) => (index === chosen ? { ...row, isFulfilled: true } : row))
        const otherwise = { type: 'else', isFulfilled: chosen === rows.length }
        return {
          input: { conditions: Object.fromEntries(rows.map((row, index) => [String(index), row])) },
          output: { conditions: [...tried, otherwise] },
          taken: [String(chosen)],
        }
      },
    }
  },
})

/** The number of the first that holds, or the one after the last. */
async function firstThatHolds<Row>(rows: readonly Row[], check: (row: Row) => Promise<boolean>): Promise<number> {
  for (const [index, row] of rows.entries()) if (await check(row)) return index
  return rows.length
}

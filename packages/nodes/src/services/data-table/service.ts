import { NodeError, type DATA_OPERATORS, type DataCondition, type DataRecord } from '@chatwright/core'
import { defineService } from '../define-service.ts'
import { choice, limit, pick, record, rows, text } from '../service-inputs.ts'
import { operation, type ServiceCalls } from '../service.ts'

const table = pick('tables', 'Table', { description: "A data table's name." })
const column = pick('columns', 'Column', {
  description: 'The column to compare. Leave empty for all rows.',
  optional: true,
})
const compare = choice(
  'Condition',
  {
    equals: 'is',
    notEquals: 'is not',
    contains: 'contains',
    greater: 'is greater than',
    less: 'is less than',
    empty: 'is empty',
    notEmpty: 'is not empty',
  },
  { default: 'equals' },
)
const value = text('Value', { description: 'The value to compare the column with.', optional: true })
const where = { column, compare, value }
const whereNeeded = { ...where, column: pick('columns', 'Column', { description: 'The column to compare.' }) }
const row = record('Row', { description: 'Values by column name, such as {"Name": "Ada"}.' })

export default defineService({
  name: 'dataTable',
  label: 'Data Table',
  description: 'Finds, adds, changes and deletes rows of a data table.',
  icon: 'data-table.svg',
  color: '#0e7490',
  keywords: ['table', 'rows', 'lookup', 'leads', 'store', 'database'],
  credential: [],
  isCredentialOptional: true,
  callKind: 'database',
  base: '',
  operations: [
    operation({
      name: 'findRows',
      label: 'Find rows',
      description: 'Finds rows of a data table.',
      effect: 'reads',
      inputs: {
        table,
        ...where,
        sort: text('Sort by', { description: 'A column name; -Name for descending.', optional: true }),
        limit: limit(1000),
      },
      run: ({ table: of, sort, limit: most, ...asked }, calls) =>
        tables(calls).find(of, { where: conditions(asked), limit: most, ...(sort && { sort }) }),
    }),
    operation({
      name: 'addRow',
      label: 'Add a row',
      description: 'Adds a row to a data table.',
      effect: 'writes',
      inputs: { table, row },
      run: async ({ table: of, row: values }, calls) => (await tables(calls).add(of, [values]))[0],
    }),
    operation({
      name: 'addRows',
      label: 'Add rows',
      description: 'Adds several rows to a data table.',
      effect: 'writes',
      inputs: { table, rows: rows('Rows', { description: 'A list of rows by column name.' }) },
      run: async ({ table: of, rows: values }, calls) => ({
        added: (await tables(calls).add(of, values as DataRecord[])).length,
      }),
    }),
    operation({
      name: 'updateRows',
      label: 'Change rows',
      description: 'Changes all rows that meet a condition.',
      effect: 'writes',
      inputs: { table, ...whereNeeded, row },
      run: async ({ table: of, row: values, ...asked }, calls) => ({
        changed: await tables(calls).update(of, [needed(asked)], values),
      }),
    }),
    operation({
      name: 'upsertRow',
      label: 'Add or change a row',
      description: 'Changes the row with the same value in the key column, or adds one.',
      effect: 'writes',
      inputs: { table, key: pick('columns', 'Key column'), row },
      run: ({ table: of, key, row: values }, calls) => tables(calls).upsert(of, key, [values]),
    }),
    operation({
      name: 'deleteRows',
      label: 'Delete rows',
      description: 'Deletes all rows that meet a condition.',
      effect: 'writes',
      inputs: { table, ...whereNeeded },
      run: async ({ table: of, ...asked }, calls) => ({ deleted: await tables(calls).remove(of, [needed(asked)]) }),
    }),
  ],
  lists: {
    tables: async (calls) => (await tables(calls).list()).map(({ name }) => ({ label: name, name })),
    async columns(calls, { table: of }) {
      const found = (await tables(calls).list()).find(({ name, id }) => name === of || id === of)
      return [{ label: 'id', name: 'id' }, ...(found?.columns ?? []).map(({ name }) => ({ label: name, name }))]
    },
  },
})

const tables = ({ context }: ServiceCalls) => context.dataTables

interface Asked {
  column?: string | undefined
  compare: (typeof DATA_OPERATORS)[number]
  value?: string | undefined
}

function conditions({ column: of, compare: operator, value: wanted }: Asked): DataCondition[] {
  return of ? [{ column: of, operator, ...(wanted !== undefined && { value: wanted }) }] : []
}

/** A condition that says which rows are meant: without one, all of them would change. */
function needed(asked: Asked): DataCondition {
  const [condition] = conditions(asked)
  const isWhole = asked.value !== undefined || asked.compare === 'empty' || asked.compare === 'notEmpty'
  if (condition && isWhole) return condition
  throw new NodeError(condition ? 'The condition has no value to compare with.' : 'The condition has no column.', {
    code: 'missing-input',
    field: condition ? 'value' : 'column',
    hint: condition ? 'Enter one, or use "is empty" or "is not empty".' : 'Choose the column to compare.',
  })
}

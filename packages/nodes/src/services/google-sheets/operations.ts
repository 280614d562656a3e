import { NodeError } from '@chatwright/core'
import { asText } from '../as-text.ts'
import { at, keep, listAt, textAt } from '../read-body.ts'
import { count, limit, list, pick, record, rows, text } from '../service-inputs.ts'
import { get, path, post } from '../service-request.ts'
import { operation, type ServiceCalls } from '../service.ts'
import {
  append,
  asRecords,
  asTyped,
  firstRow,
  inOrder,
  inSheet,
  matchingRows,
  readTable,
  writeRow,
} from './sheet-rows.ts'

export const spreadsheet = pick('spreadsheets', 'Spreadsheet', { description: "The spreadsheet's ID." })
const sheet = pick('sheets', 'Sheet', { description: 'The name of a sheet (tab).' })
const column = pick('columns', 'Match column', { description: 'The title of the column to search.' })
const value = text('Match value', { description: 'The value that the column must hold.' })
const row = record('Row', {
  description: 'Values by column title, such as {"Name": "Ada"}.',
  placeholder: '{"Name": "Ada"}',
})

export const operations = [
  operation({
    name: 'readRows',
    label: 'Read rows',
    description: 'Reads the rows of a sheet, each value under its column title.',
    effect: 'reads',
    inputs: {
      spreadsheet,
      sheet,
      range: text('Range', { description: 'Such as A1:D50. Leave empty for the whole sheet.', optional: true }),
      limit: limit(50_000),
    },
    async run(inputs, calls) {
      const table = await readTable(calls, inputs, inputs.range)
      return asRecords(table, firstRow(inputs.range)).slice(0, inputs.limit)
    },
  }),
  operation({
    name: 'findRows',
    label: 'Find rows',
    description: 'Finds the rows of a sheet whose column holds a value.',
    effect: 'reads',
    inputs: { spreadsheet, sheet, column, value, limit: limit(50_000) },
    async run({ column: title, value: wanted, limit: most, ...of }, calls) {
      const table = await readTable(calls, of)
      const found = new Set(matchingRows(table, title, wanted))
      return asRecords(table)
        .filter((each) => found.has(each['row_number'] as number))
        .slice(0, most)
    },
  }),
  operation({
    name: 'appendRow',
    label: 'Append a row',
    description: 'Adds a row at the end of a sheet.',
    effect: 'writes',
    inputs: { spreadsheet, sheet, row },
    run: ({ row: values, ...of }, calls) => append(calls, of, [values]),
  }),
  operation({
    name: 'appendRows',
    label: 'Append rows',
    description: 'Adds several rows at the end of a sheet.',
    effect: 'writes',
    inputs: { spreadsheet, sheet, rows: rows('Rows', { description: 'A list of rows, each by column title.' }) },
    run: ({ rows: values, ...of }, calls) => append(calls, of, values),
  }),
  operation({
    name: 'updateRow',
    label: 'Update a row',
    description: 'Changes the first row whose column holds a value. Columns that are left out stay.',
    effect: 'writes',
    inputs: { spreadsheet, sheet, column, value, row },
    async run({ column: title, value: wanted, row: values, ...of }, calls) {
      const table = await readTable(calls, of)
      const [found] = matchingRows(table, title, wanted)
      if (found === undefined) throw noSuchRow(title, wanted)
      return writeRow(calls, of, found, inOrder(values, table.header))
    },
  }),
  operation({
    name: 'upsertRow',
    label: 'Append or update a row',
    description: 'Changes the row whose column holds a value, or adds one if no row does.',
    effect: 'writes',
    inputs: { spreadsheet, sheet, column, value, row },
    async run({ column: title, value: wanted, row: values, ...of }, calls) {
      const table = await readTable(calls, of)
      const [found] = matchingRows(table, title, wanted)
      const whole = { ...values, [title]: wanted }
      if (found === undefined) return append(calls, of, [whole])
      return writeRow(calls, of, found, inOrder(whole, table.header))
    },
  }),
  operation({
    name: 'deleteRows',
    label: 'Delete rows',
    description: 'Deletes rows of a sheet by their numbers.',
    effect: 'writes',
    inputs: {
      spreadsheet,
      sheet,
      first: count('First row', { description: 'Its number; the header is row 1.', min: 1 }),
      amount: count('Number of rows', { default: 1, min: 1 }),
    },
    async run({ first, amount, ...of }, calls) {
      const range = { sheetId: await sheetId(calls, of), dimension: 'ROWS', startIndex: first - 1 }
      const request = { deleteDimension: { range: { ...range, endIndex: first - 1 + amount } } }
      await calls.send(post(`${path`/v4/spreadsheets/${of.spreadsheet}`}:batchUpdate`, { requests: [request] }))
      return { deleted: amount }
    },
  }),
  operation({
    name: 'updateRange',
    label: 'Write a range',
    description: 'Writes cells of a sheet, row by row.',
    effect: 'writes',
    inputs: {
      spreadsheet,
      sheet,
      cells: text('Range', { description: 'Where to write, such as B2:D4.' }),
      values: list('Values', {
        description: 'A list of rows, each a list of cells.',
        items: { type: 'array', items: {} },
      }),
    },
    request: ({ spreadsheet: id, sheet: name, cells, values }) => ({
      method: 'PUT',
      path: path`/v4/spreadsheets/${id}/values/${inSheet(name, cells)}`,
      query: asTyped,
      body: { values: values.map((each) => (Array.isArray(each) ? (each as unknown[]) : [each]).map(asText)) },
    }),
    result: (body) => keep(body, ['range:updatedRange', 'cells:updatedCells']),
  }),
  operation({
    name: 'clearRange',
    label: 'Clear a range',
    description: 'Empties cells of a sheet.',
    effect: 'writes',
    inputs: {
      spreadsheet,
      sheet,
      cells: text('Range', { description: 'Which cells to clear, such as A2:D50.' }),
    },
    request: ({ spreadsheet: id, sheet: name, cells }) =>
      post(`${path`/v4/spreadsheets/${id}/values/${inSheet(name, cells)}`}:clear`, {}),
    result: (body) => keep(body, ['range:clearedRange']),
  }),
  operation({
    name: 'createSpreadsheet',
    label: 'Create a spreadsheet',
    description: 'Creates a spreadsheet.',
    effect: 'writes',
    inputs: { title: text('Title') },
    request: ({ title }) => post('/v4/spreadsheets', { properties: { title } }),
    result: (body) => keep(body, ['id:spreadsheetId', 'address:spreadsheetUrl']),
  }),
  operation({
    name: 'addSheet',
    label: 'Add a sheet',
    description: 'Adds a sheet (tab) to a spreadsheet.',
    effect: 'writes',
    inputs: { spreadsheet, title: text('Title') },
    request: ({ spreadsheet: id, title }) =>
      post(`${path`/v4/spreadsheets/${id}`}:batchUpdate`, { requests: [{ addSheet: { properties: { title } } }] }),
    result: (body) => keep(at(body, 'replies.0.addSheet.properties'), ['id:sheetId', 'title']),
  }),
  operation({
    name: 'listSheets',
    label: 'List sheets',
    description: 'Lists the sheets (tabs) of a spreadsheet.',
    effect: 'reads',
    inputs: { spreadsheet },
    request: ({ spreadsheet: id }) => get(path`/v4/spreadsheets/${id}`, { fields: SHEET_FIELDS }),
    result: (body) =>
      listAt(body, 'sheets').map((each) =>
        keep(at(each, 'properties'), [
          'id:sheetId',
          'title',
          'rows:gridProperties.rowCount',
          'columns:gridProperties.columnCount',
        ]),
      ),
  }),
]

export const SHEET_FIELDS = 'sheets.properties'

async function sheetId(calls: ServiceCalls, of: { spreadsheet: string; sheet: string }): Promise<unknown> {
  const body = await calls.send(get(path`/v4/spreadsheets/${of.spreadsheet}`, { fields: SHEET_FIELDS }))
  const found = listAt(body, 'sheets').find((each) => textAt(each, 'properties.title') === of.sheet)
  if (found) return at(found, 'properties.sheetId')
  throw new NodeError(`The spreadsheet has no sheet "${of.sheet}".`, {
    code: 'not-found',
    field: 'sheet',
    hint: 'Choose one from the list.',
  })
}

function noSuchRow(title: string, wanted: string): NodeError {
  return new NodeError(`No row has "${wanted}" in the column "${title}".`, {
    code: 'not-found',
    field: 'value',
    hint: 'Check the value, or use "Append or update a row".',
  })
}

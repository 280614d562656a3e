import { pathSegment } from '../../http/path-segment.ts'
import { asText } from '../as-text.ts'
import { defineService } from '../define-service.ts'
import { GRAPH, graphPages, MICROSOFT_CREDENTIALS } from '../microsoft/microsoft.ts'
import { at, keep, listAt, textAt } from '../read-body.ts'
import { limit, list, pick, record, text } from '../service-inputs.ts'
import { get, patch, path, post } from '../service-request.ts'
import { operation } from '../service.ts'

const workbook = pick('workbooks', 'Workbook', { description: "The file's ID." })
const worksheet = pick('worksheets', 'Worksheet', { description: 'Its name.' })
const tableName = pick('tables', 'Table', { description: 'The name of a table in the workbook.' })
const book = (id: string): string => path`/me/drive/items/${id}/workbook`

export default defineService({
  name: 'microsoftExcelOnline',
  label: 'Microsoft Excel',
  description: 'Reads and writes workbooks in OneDrive.',
  icon: 'excel-online.svg',
  color: '#107c41',
  keywords: ['microsoft', 'office', 'excel', 'rows', 'workbook'],
  documentation: 'https://learn.microsoft.com/graph/api/resources/excel',
  credential: MICROSOFT_CREDENTIALS,
  base: GRAPH,
  operations: [
    operation({
      name: 'readRows',
      label: 'Read rows',
      description: 'Reads the rows of a worksheet, each value under its column title.',
      effect: 'reads',
      inputs: { workbook, worksheet, limit: limit(20_000) },
      request: ({ workbook: id, worksheet: sheet }) =>
        get(`${book(id)}${path`/worksheets/${sheet}/usedRange`}(valuesOnly=true)`, { $select: 'values' }),
      result: (body, { limit: most }) => asRecords(listAt(body, 'values') as unknown[][]).slice(0, most),
    }),
    operation({
      name: 'addTableRow',
      label: 'Add a table row',
      description: 'Adds a row at the end of a table.',
      effect: 'writes',
      inputs: { workbook, tableName, row: record('Row', { description: 'Values by column title.' }) },
      async run({ workbook: id, tableName: name, row }, calls) {
        const columns = listAt(
          await calls.send(get(`${book(id)}${path`/tables/${name}/columns`}`, { $select: 'name' })),
          'value',
        )
        const values = columns.map((column) => asText(row[textAt(column, 'name')] ?? null))
        return keep(await calls.send(post(`${book(id)}${path`/tables/${name}/rows/add`}`, { values: [values] })), [
          'index',
        ])
      },
    }),
    operation({
      name: 'writeRange',
      label: 'Write a range',
      description: 'Writes cells of a worksheet, row by row.',
      effect: 'writes',
      inputs: {
        workbook,
        worksheet,
        cells: text('Range', { description: 'Such as B2:D4.' }),
        values: list('Values', {
          description: 'A list of rows, each a list of cells.',
          items: { type: 'array', items: {} },
        }),
      },
      request: ({ workbook: id, worksheet: sheet, cells, values }) =>
        patch(
          `${book(id)}${path`/worksheets/${sheet}`}/range(address='${pathSegment('Range', cells.replaceAll("'", ''))}')`,
          { values: values.map((each) => (Array.isArray(each) ? (each as unknown[]).map(asText) : asText(each))) },
        ),
      result: (body) => keep(body, ['address']),
    }),
    operation({
      name: 'listWorksheets',
      label: 'List worksheets',
      description: 'Lists the worksheets of a workbook.',
      effect: 'reads',
      inputs: { workbook },
      request: ({ workbook: id }) => get(`${book(id)}/worksheets`),
      result: (body) => keep(listAt(body, 'value'), ['id', 'name']),
    }),
  ],
  lists: {
    async workbooks(calls) {
      const found = await calls.sendAll(get("/me/drive/root/search(q='.xlsx')"), graphPages, 200)
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'id') }))
    },
    async worksheets(calls, { workbook: id }) {
      if (id === undefined) return []
      const found = listAt(await calls.send(get(`${book(id)}/worksheets`)), 'value')
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'name') }))
    },
    async tables(calls, { workbook: id }) {
      if (id === undefined) return []
      const found = listAt(await calls.send(get(`${book(id)}/tables`)), 'value')
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'name') }))
    },
  },
})

function asRecords([header = [], ...rows]: readonly unknown[][]): Record<string, unknown>[] {
  return rows.map((cells) =>
    Object.fromEntries(header.map((title, index) => [String(title), at(cells, String(index))])),
  )
}

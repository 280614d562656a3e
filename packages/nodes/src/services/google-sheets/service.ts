import { defineService } from '../define-service.ts'
import { GOOGLE_CREDENTIALS } from '../google/google.ts'
import { at, listAt, textAt } from '../read-body.ts'
import { list } from '../service-inputs.ts'
import { get, path } from '../service-request.ts'
import type { ServiceCalls } from '../service.ts'
import { listDriveFiles, SPREADSHEET } from '../google/drive-files.ts'
import { operations, SHEET_FIELDS, spreadsheet } from './operations.ts'
import { asRecords, readTable } from './sheet-rows.ts'

export default defineService({
  name: 'googleSheets',
  label: 'Google Sheets',
  description: 'Reads and writes rows of Google Sheets.',
  icon: 'google-sheets.svg',
  color: '#188038',
  keywords: ['google', 'spreadsheet', 'table', 'rows', 'excel'],
  documentation: 'https://developers.google.com/workspace/sheets/api',
  verifiedWith: '@googleapis/sheets 13.0.2',
  credential: GOOGLE_CREDENTIALS,
  base: 'https://sheets.googleapis.com',
  operations,
  lists: {
    spreadsheets: (calls) => listDriveFiles(calls, SPREADSHEET),
    async sheets(calls, { spreadsheet: id }) {
      if (id === undefined) return []
      return (await sheetTitles(calls, id)).map((title) => ({ label: title, name: title }))
    },
    async columns(calls, { spreadsheet: id, sheet: name }) {
      if (id === undefined || name === undefined) return []
      const { header } = await readTable(calls, { spreadsheet: id, sheet: name }, '1:1')
      return header.filter((title) => title !== '').map((title) => ({ label: title, name: title }))
    },
  },
  loaders: [
    {
      name: 'googleSheets',
      label: 'Google Sheets',
      description: 'Loads the rows of Google Sheets, one document per row.',
      inputs: {
        spreadsheetIds: { ...spreadsheet, spec: { ...spreadsheet.spec, label: 'Spreadsheet' } },
        sheetNames: list('Sheets', { description: 'Names of sheets. Leave empty for all.', optional: true }),
      },
      async load({ spreadsheetIds, sheetNames }, calls) {
        const ids = String(spreadsheetIds)
          .split(/[\s,"[\]]+/)
          .filter((id) => id !== '')
        const documents = []
        for (const id of ids) {
          const names = (sheetNames as string[] | undefined) ?? (await sheetTitles(calls, id))
          for (const name of names) documents.push(...(await loadSheet(calls, id, name)))
        }
        return documents
      },
    },
  ],
})

async function sheetTitles(calls: ServiceCalls, id: string): Promise<string[]> {
  const body = await calls.send(get(path`/v4/spreadsheets/${id}`, { fields: SHEET_FIELDS }))
  return listAt(body, 'sheets').map((each) => textAt(each, 'properties.title'))
}

async function loadSheet(calls: ServiceCalls, spreadsheetId: string, name: string) {
  const records = asRecords(await readTable(calls, { spreadsheet: spreadsheetId, sheet: name }))
  return records.map(({ row_number: row, ...values }) => ({
    pageContent: Object.entries(values)
      .map(([title, value]) => `${title}: ${String(at(value, ''))}`)
      .join('\n'),
    metadata: { source: `https://docs.google.com/spreadsheets/d/${spreadsheetId}`, sheet: name, row },
  }))
}

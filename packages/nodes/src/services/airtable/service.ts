import { defineService } from '../define-service.ts'
import { tokenPages } from '../paging.ts'
import { at, given, keep, listAt, textAt } from '../read-body.ts'
import { flag, limit, list, pick, record, rows, text } from '../service-inputs.ts'
import { get, patch, path, post, remove } from '../service-request.ts'
import { operation } from '../service.ts'

const baseId = pick('bases', 'Base', { description: "The base's ID." })
const tableId = pick('tables', 'Table', { description: "The table's ID or name." })
const recordId = text('Record ID')
const typecast = flag('Convert values', { description: 'Converts texts to the types of the fields.', default: true })
const fields = record('Fields', { description: 'Values by field name, such as {"Name": "Tea"}.' })
const pages = tokenPages('records', { from: 'offset', to: 'offset', size: { name: 'pageSize', most: 100 } })

export default defineService({
  name: 'airtable',
  label: 'Airtable',
  description: 'Finds, adds and changes records in Airtable.',
  icon: 'airtable.svg',
  color: '#0f766e',
  keywords: ['table', 'records', 'database'],
  documentation: 'https://airtable.com/developers/web/api',
  verifiedWith: 'airtable 0.12.2',
  credential: ['airtableApi'],
  base: 'https://api.airtable.com/v0',
  sign: ({ accessToken }) => ({ headers: { authorization: `Bearer ${accessToken ?? ''}` } }),
  operations: [
    operation({
      name: 'listRecords',
      label: 'List records',
      description: 'Lists the records of a table, filtered and sorted.',
      effect: 'reads',
      inputs: {
        baseId,
        tableId,
        formula: text('Formula', { description: 'Such as {Price} > 3. Leave empty for all.', optional: true }),
        view: text('View', { optional: true }),
        sortBy: text('Sort by', { description: 'A field name; -Name for descending.', optional: true }),
        limit: limit(10_000),
      },
      paging: pages,
      request: ({ baseId: base, tableId: table, formula, view, sortBy }) =>
        get(path`/${base}/${table}`, {
          filterByFormula: formula,
          view,
          ...(sortBy && {
            'sort[0][field]': sortBy.replace(/^-/, ''),
            'sort[0][direction]': sortBy.startsWith('-') ? 'desc' : 'asc',
          }),
        }),
      result: (body) => listAt(body, '').map(plain),
    }),
    operation({
      name: 'getRecord',
      label: 'Get a record',
      description: 'Reads a record.',
      effect: 'reads',
      inputs: { baseId, tableId, recordId },
      request: ({ baseId: base, tableId: table, recordId: id }) => get(path`/${base}/${table}/${id}`),
      result: plain,
    }),
    operation({
      name: 'createRecord',
      label: 'Add a record',
      description: 'Adds a record to a table.',
      effect: 'writes',
      inputs: { baseId, tableId, fields, typecast },
      request: ({ baseId: base, tableId: table, ...values }) => post(path`/${base}/${table}/`, values),
      result: plain,
    }),
    operation({
      name: 'createRecords',
      label: 'Add records',
      description: 'Adds up to ten records to a table.',
      effect: 'writes',
      inputs: {
        baseId,
        tableId,
        records: rows('Records', { description: 'A list of objects by field name.' }),
        typecast,
      },
      request: ({ baseId: base, tableId: table, records, typecast: converts }) =>
        post(path`/${base}/${table}/`, { records: records.map((each) => ({ fields: each })), typecast: converts }),
      result: (body) => listAt(body, 'records').map(plain),
    }),
    operation({
      name: 'updateRecord',
      label: 'Change a record',
      description: 'Changes fields of a record. Fields that are left out stay.',
      effect: 'writes',
      inputs: { baseId, tableId, recordId, fields, typecast },
      request: ({ baseId: base, tableId: table, recordId: id, ...values }) =>
        patch(path`/${base}/${table}/${id}`, values),
      result: plain,
    }),
    operation({
      name: 'upsertRecord',
      label: 'Add or change a record',
      description: 'Changes the record with the same values in some fields, or adds one.',
      effect: 'writes',
      inputs: { baseId, tableId, fields, match: list('Match fields', { description: 'Field names.' }), typecast },
      request: ({ baseId: base, tableId: table, fields: values, match, typecast: converts }) =>
        patch(path`/${base}/${table}`, {
          performUpsert: { fieldsToMergeOn: match },
          records: [{ fields: values }],
          typecast: converts,
        }),
      result: (body) => plain(listAt(body, 'records')[0]),
    }),
    operation({
      name: 'deleteRecord',
      label: 'Delete a record',
      description: 'Deletes a record.',
      effect: 'writes',
      inputs: { baseId, tableId, recordId },
      request: ({ baseId: base, tableId: table, recordId: id }) => remove(path`/${base}/${table}/${id}`),
      result: (body) => keep(body, ['id', 'deleted']),
    }),
  ],
  lists: {
    async bases(calls) {
      const found = await calls.sendAll(get('/meta/bases'), tokenPages('bases', { from: 'offset', to: 'offset' }), 1000)
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'id') }))
    },
    async tables(calls, { baseId: base }) {
      if (base === undefined) return []
      const tables = listAt(await calls.send(get(path`/meta/bases/${base}/tables`)), 'tables')
      return tables.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'id') }))
    },
  },
  loaders: [
    {
      name: 'airtable',
      label: 'Airtable',
      description: 'Loads the records of an Airtable table.',
      inputs: { baseId, tableId, limit: limit(10_000) },
      async load({ baseId: base, tableId: table, limit: most }, calls) {
        const found = await calls.sendAll(get(path`/${String(base)}/${String(table)}`), pages, Number(most))
        return found.map((each) => ({
          pageContent: Object.entries(at(each, 'fields') ?? {})
            .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join('\n'),
          metadata: given({ source: 'airtable', id: textAt(each, 'id') }),
        }))
      },
    },
  ],
  events: [
    {
      name: 'newRecord',
      label: 'New record',
      description: 'A record is added to a table.',
      inputs: { baseId, tableId },
      async poll({ baseId: base, tableId: table }, calls, cursor) {
        const since = cursor ?? new Date(calls.context.now()).toISOString()
        if (cursor === undefined) return { events: [], cursor: since }
        const formula = `IS_AFTER(CREATED_TIME(), DATETIME_PARSE("${since}"))`
        const request = get(path`/${String(base)}/${String(table)}`, { filterByFormula: formula })
        const found = await calls.sendAll(request, pages, 500)
        const ordered = found.toSorted((a, b) => textAt(a, 'createdTime').localeCompare(textAt(b, 'createdTime')))
        const events = ordered.map((each) => ({ id: textAt(each, 'id'), data: plain(each) }))
        return { events, cursor: textAt(ordered.at(-1), 'createdTime') || since }
      },
    },
  ],
})

function plain(found: unknown): Record<string, unknown> {
  return { id: textAt(found, 'id'), ...(at(found, 'fields') as object) }
}

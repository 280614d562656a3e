import Airtable from 'airtable'
import { capture } from '../capture.mjs'

await capture('airtable', (endpointUrl) => {
  const table = new Airtable({ apiKey: 'pat1', endpointUrl }).base('app1')('Teas')
  const service = 'airtable'
  const of = { baseId: 'app1', tableId: 'Teas' }
  const record = { id: 'rec1', fields: { Name: 'Assam' } }
  const fields = { Name: 'Assam' }
  const typecast = { typecast: true }
  return [
    {
      service,
      operation: 'listRecords',
      inputs: { ...of, formula: '{Price} > 3', sortBy: '-Name', limit: 10 },
      answers: [{ records: [] }],
      call: () =>
        table
          .select({ filterByFormula: '{Price} > 3', sort: [{ field: 'Name', direction: 'desc' }], pageSize: 10 })
          .firstPage(),
    },
    {
      service,
      operation: 'getRecord',
      inputs: { ...of, recordId: 'rec1' },
      answers: [record],
      call: () => table.find('rec1'),
    },
    {
      service,
      operation: 'createRecord',
      inputs: { ...of, fields },
      answers: [record],
      call: () => table.create(fields, typecast),
    },
    {
      service,
      operation: 'createRecords',
      inputs: { ...of, records: [fields] },
      answers: [{ records: [record] }],
      call: () => table.create([{ fields }], typecast),
    },
    {
      service,
      operation: 'updateRecord',
      inputs: { ...of, recordId: 'rec1', fields },
      answers: [record],
      call: () => table.update('rec1', fields, typecast),
    },
    {
      service,
      operation: 'deleteRecord',
      inputs: { ...of, recordId: 'rec1' },
      answers: [{ id: 'rec1', deleted: true }],
      call: () => table.destroy('rec1'),
    },
  ]
})

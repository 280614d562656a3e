import { defineService } from '../define-service.ts'
import { tokenPages } from '../paging.ts'
import { given, keep } from '../read-body.ts'
import { choice, limit, list, record, text } from '../service-inputs.ts'
import { get, patch, path, post, remove } from '../service-request.ts'
import { operation } from '../service.ts'

const KINDS = { contacts: 'Contacts', companies: 'Companies', deals: 'Deals', tickets: 'Tickets' } as const
const kind = choice('Object', KINDS, { default: 'contacts' })
const recordId = text('Record ID')
const properties = record('Properties', { description: 'Values by property, such as {"email": "ada@example.com"}.' })
const fields = list('Properties to read', { description: 'Leave empty for the usual ones.', optional: true })
const cursor = { from: 'paging.next.after', to: 'after', size: { name: 'limit', most: 100 } }
const KEPT = ['id', 'properties', 'created:createdAt', 'changed:updatedAt']
const place = (of: string): string => path`/crm/v3/objects/${of}`

export default defineService({
  name: 'hubspot',
  label: 'HubSpot',
  description: 'Finds, adds and changes contacts, companies, deals and tickets in HubSpot.',
  icon: 'hubspot.svg',
  color: '#c2410c',
  keywords: ['crm', 'contacts', 'deals', 'sales'],
  documentation: 'https://developers.hubspot.com/docs/api/crm',
  credential: ['hubspotApi'],
  base: 'https://api.hubapi.com',
  sign: ({ hubspotAccessToken }) => ({ headers: { authorization: `Bearer ${hubspotAccessToken ?? ''}` } }),
  operations: [
    operation({
      name: 'searchRecords',
      label: 'Search',
      description: 'Finds records by words.',
      effect: 'reads',
      inputs: { kind, query: text('Words'), fields, limit: limit(1000) },
      paging: tokenPages('results', { ...cursor, inBody: true }),
      request: ({ kind: of, query, fields: names }) =>
        post(`${place(of)}/search`, given({ query, properties: names }), { isReading: true }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'listRecords',
      label: 'List records',
      description: 'Lists records of a kind.',
      effect: 'reads',
      inputs: { kind, fields, limit: limit(1000) },
      paging: tokenPages('results', cursor),
      request: ({ kind: of, fields: names }) => get(place(of), { properties: names?.join(',') }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'getRecord',
      label: 'Get a record',
      description: 'Reads a record.',
      effect: 'reads',
      inputs: { kind, recordId, fields },
      request: ({ kind: of, recordId: id, fields: names }) =>
        get(`${place(of)}${path`/${id}`}`, { properties: names?.join(',') }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'createRecord',
      label: 'Add a record',
      description: 'Adds a record.',
      effect: 'writes',
      inputs: { kind, properties },
      request: ({ kind: of, properties: values }) => post(place(of), { properties: values }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'updateRecord',
      label: 'Change a record',
      description: 'Changes properties of a record.',
      effect: 'writes',
      inputs: { kind, recordId, properties },
      request: ({ kind: of, recordId: id, properties: values }) =>
        patch(`${place(of)}${path`/${id}`}`, { properties: values }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'archiveRecord',
      label: 'Archive a record',
      description: 'Moves a record to the recycling bin.',
      effect: 'writes',
      inputs: { kind, recordId },
      request: ({ kind: of, recordId: id }) => remove(`${place(of)}${path`/${id}`}`),
      result: () => ({ isArchived: true }),
    }),
  ],
})

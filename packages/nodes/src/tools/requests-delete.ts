import { defineNode } from '@chatwright/core'
import {
  maxOutputLength,
  requestHeaders,
  requestUrl,
  toolDescription,
  toolName,
  valuesSchema,
} from './request-inputs.ts'
import { CONNECTIONS, signedFetch } from '../http/connections.ts'
import { requestTool } from './request-tool.ts'

export default defineNode({
  name: 'requestsDelete',
  label: 'Requests Delete',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent send a DELETE request.',
  icon: 'request-delete.svg',
  baseClasses: ['RequestsDelete', 'RequestsDeleteTool', 'Tool', 'StructuredTool'],
  traits: { acts: true },
  credential: { names: CONNECTIONS, optional: true },
  inputs: {
    requestsDeleteUrl: requestUrl('https://api.example.com/items/:id'),
    requestsDeleteName: toolName('requests_delete'),
    requestsDeleteDescription: toolDescription,
    requestsDeleteHeaders: requestHeaders,
    requestsDeleteQueryParamsSchema: valuesSchema('query'),
    requestsDeleteMaxOutputLength: maxOutputLength,
  },
  build: ({ inputs, credential, context }) =>
    requestTool({
      method: 'DELETE',
      context: { fetch: signedFetch(credential, context) },
      url: inputs.requestsDeleteUrl,
      name: inputs.requestsDeleteName,
      description: inputs.requestsDeleteDescription,
      headers: inputs.requestsDeleteHeaders,
      schema: inputs.requestsDeleteQueryParamsSchema,
      maxOutputLength: inputs.requestsDeleteMaxOutputLength,
    }),
})

import { defineNode } from '@chatwright/core'
import { renameInputs } from './rename-inputs.ts'
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
  name: 'requestsGet',
  label: 'Requests Get',
  version: 2,
  category: 'Tools',
  description: 'Lets an agent read data with a GET request.',
  icon: 'request-get.svg',
  keywords: ['http', 'get', 'rest', 'api', 'fetch', 'request'],
  baseClasses: ['RequestsGet', 'RequestsGetTool', 'Tool', 'StructuredTool'],
  credential: { names: CONNECTIONS, optional: true },
  inputs: {
    requestsGetUrl: requestUrl('https://api.example.com/items/:id'),
    requestsGetName: toolName('requests_get'),
    requestsGetDescription: toolDescription,
    requestsGetHeaders: requestHeaders,
    requestsGetQueryParamsSchema: valuesSchema('query'),
    requestsGetMaxOutputLength: maxOutputLength,
  },
  migrations: [
    {
      to: 2,
      name: 'inputs carry the name of the request',
      migrate: (inputs) =>
        renameInputs(inputs, {
          url: 'requestsGetUrl',
          description: 'requestsGetDescription',
          headers: 'requestsGetHeaders',
        }),
    },
  ],
  build: ({ inputs, credential, context }) =>
    requestTool({
      method: 'GET',
      context: { fetch: signedFetch(credential, context) },
      url: inputs.requestsGetUrl,
      name: inputs.requestsGetName,
      description: inputs.requestsGetDescription,
      headers: inputs.requestsGetHeaders,
      schema: inputs.requestsGetQueryParamsSchema,
      maxOutputLength: inputs.requestsGetMaxOutputLength,
    }),
})

import { defineNode } from '@chatwright/core'
import {
  maxOutputLength,
  requestBody,
  requestHeaders,
  requestUrl,
  toolDescription,
  toolName,
  valuesSchema,
} from './request-inputs.ts'
import { CONNECTIONS, signedFetch } from '../http/connections.ts'
import { requestTool } from './request-tool.ts'

export default defineNode({
  name: 'requestsPut',
  label: 'Requests Put',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent replace data with a PUT request.',
  icon: 'request-put.svg',
  baseClasses: ['RequestsPut', 'RequestsPutTool', 'Tool', 'StructuredTool'],
  traits: { acts: true },
  credential: { names: CONNECTIONS, optional: true },
  inputs: {
    requestsPutUrl: requestUrl('https://api.example.com/items/:id'),
    requestsPutName: toolName('requests_put'),
    requestsPutDescription: toolDescription,
    requestsPutHeaders: requestHeaders,
    requestPutBody: requestBody,
    requestsPutBodySchema: valuesSchema('body'),
    requestsPutMaxOutputLength: maxOutputLength,
  },
  build: ({ inputs, credential, context }) =>
    requestTool({
      method: 'PUT',
      context: { fetch: signedFetch(credential, context) },
      url: inputs.requestsPutUrl,
      name: inputs.requestsPutName,
      description: inputs.requestsPutDescription,
      headers: inputs.requestsPutHeaders,
      body: inputs.requestPutBody,
      schema: inputs.requestsPutBodySchema,
      maxOutputLength: inputs.requestsPutMaxOutputLength,
    }),
})

import { code, defineNode, number, string } from '@chatwright/core'
import { requestTool } from './request-tool.ts'

export default defineNode({
  name: 'requestsDelete',
  label: 'Requests Delete',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent delete something over the web with a DELETE request.',
  icon: 'request-delete.svg',
  baseClasses: ['RequestsDelete', 'RequestsDeleteTool', 'Tool', 'StructuredTool'],
  inputs: {
    requestsDeleteUrl: string({
      label: 'URL',
      description: 'The address to ask. Empty lets the model name one.',
      placeholder: 'https://api.example.com/items/:id',
      optional: true,
      acceptVariable: true,
    }),
    requestsDeleteName: string({
      label: 'Name',
      description: 'What the model calls the tool.',
      default: 'requests_delete',
      optional: true,
      additional: true,
    }),
    requestsDeleteDescription: string({
      label: 'Description',
      description: 'When the model should use it.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    requestsDeleteHeaders: string({
      label: 'Headers',
      description: 'Sent with every request, as a JSON object.',
      placeholder: '{"Authorization": "Bearer …"}',
      rows: 4,
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    requestsDeleteQueryParamsSchema: code({
      label: 'Query Params Schema',
      description: 'What the model fills in: names with type, description, required, and in (path or query).',
      language: 'json',
      optional: true,
      additional: true,
    }),
    requestsDeleteMaxOutputLength: number({
      label: 'Max Output Length',
      description: 'How many characters of the answer the model sees.',
      default: 2000,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, context }) =>
    requestTool({
      method: 'DELETE',
      context,
      url: inputs.requestsDeleteUrl,
      name: inputs.requestsDeleteName,
      description: inputs.requestsDeleteDescription,
      headers: inputs.requestsDeleteHeaders,
      schema: inputs.requestsDeleteQueryParamsSchema,
      maxOutputLength: inputs.requestsDeleteMaxOutputLength,
    }),
})

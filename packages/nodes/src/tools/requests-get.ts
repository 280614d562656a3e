import { code, defineNode, number, string } from '@chatwright/core'
import { renameInputs } from './rename-inputs.ts'
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
  inputs: {
    requestsGetUrl: string({
      destination: true,
      label: 'URL',
      description: 'The URL to call. Leave empty to let the model choose one.',
      placeholder: 'https://api.example.com/items/:id',
      optional: true,
      acceptVariable: true,
    }),
    requestsGetName: string({
      destination: false,
      label: 'Name',
      description: "The tool's name for the model.",
      default: 'requests_get',
      optional: true,
      additional: true,
    }),
    requestsGetDescription: string({
      destination: false,
      label: 'Description',
      description: 'When the model should use this tool.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    requestsGetHeaders: string({
      destination: false,
      label: 'Headers',
      description: 'A JSON object of headers to send with every request.',
      placeholder: '{"Authorization": "Bearer …"}',
      rows: 4,
      optional: true,
      additional: true,
      acceptVariable: true,
      isJson: true,
    }),
    requestsGetQueryParamsSchema: code({
      label: 'Query Params Schema',
      description: 'The inputs the model fills in. Each has a type, a description, required, and in (path or query).',
      language: 'json',
      optional: true,
      additional: true,
    }),
    requestsGetMaxOutputLength: number({
      destination: false,
      label: 'Max Output Length',
      description: 'The maximum length of the response shown to the model, in characters.',
      default: 2000,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
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
  build: ({ inputs, context }) =>
    requestTool({
      method: 'GET',
      context,
      url: inputs.requestsGetUrl,
      name: inputs.requestsGetName,
      description: inputs.requestsGetDescription,
      headers: inputs.requestsGetHeaders,
      schema: inputs.requestsGetQueryParamsSchema,
      maxOutputLength: inputs.requestsGetMaxOutputLength,
    }),
})

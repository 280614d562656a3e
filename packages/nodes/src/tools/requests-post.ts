import { code, defineNode, number, string } from '@chatwright/core'
import { renameInputs } from './rename-inputs.ts'
import { requestTool } from './request-tool.ts'

export default defineNode({
  name: 'requestsPost',
  label: 'Requests Post',
  version: 2,
  category: 'Tools',
  description: 'Lets an agent send something new over the web with a POST request.',
  icon: 'request-post.svg',
  keywords: ['post', 'webhook', 'send'],
  baseClasses: ['RequestsPost', 'RequestsPostTool', 'Tool', 'StructuredTool'],
  traits: { acts: true },
  inputs: {
    requestsPostUrl: string({
      destination: true,
      label: 'URL',
      description: 'The address to ask. Empty lets the model name one.',
      placeholder: 'https://api.example.com/items',
      optional: true,
      acceptVariable: true,
    }),
    requestsPostName: string({
      destination: false,
      label: 'Name',
      description: 'What the model calls the tool.',
      default: 'requests_post',
      optional: true,
      additional: true,
    }),
    requestsPostDescription: string({
      destination: false,
      label: 'Description',
      description: 'When the model should use it.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    requestsPostHeaders: string({
      destination: false,
      label: 'Headers',
      description: 'Sent with every request, as a JSON object.',
      placeholder: '{"Authorization": "Bearer …"}',
      rows: 4,
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    requestPostBody: string({
      destination: false,
      label: 'Body',
      description: 'JSON that is always sent; what the model gives is added to it.',
      placeholder: '{"team": "blue"}',
      rows: 4,
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    requestsPostBodySchema: code({
      label: 'Body Schema',
      description: 'What the model fills in: names with type, description, required, and in (path or body).',
      language: 'json',
      optional: true,
      additional: true,
    }),
    requestsPostMaxOutputLength: number({
      destination: false,
      label: 'Max Output Length',
      description: 'How many characters of the answer the model sees.',
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
          url: 'requestsPostUrl',
          description: 'requestsPostDescription',
          headers: 'requestsPostHeaders',
          body: 'requestPostBody',
        }),
    },
  ],
  build: ({ inputs, context }) =>
    requestTool({
      method: 'POST',
      context,
      url: inputs.requestsPostUrl,
      name: inputs.requestsPostName,
      description: inputs.requestsPostDescription,
      headers: inputs.requestsPostHeaders,
      body: inputs.requestPostBody,
      schema: inputs.requestsPostBodySchema,
      maxOutputLength: inputs.requestsPostMaxOutputLength,
    }),
})

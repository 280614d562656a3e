import { defineNode } from '@chatwright/core'
import { renameInputs } from './rename-inputs.ts'
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
  name: 'requestsPost',
  label: 'Requests Post',
  version: 2,
  category: 'Tools',
  description: 'Lets an agent create data with a POST request.',
  icon: 'request-post.svg',
  keywords: ['post', 'webhook', 'send'],
  baseClasses: ['RequestsPost', 'RequestsPostTool', 'Tool', 'StructuredTool'],
  traits: { acts: true },
  credential: { names: CONNECTIONS, optional: true },
  inputs: {
    requestsPostUrl: requestUrl('https://api.example.com/items'),
    requestsPostName: toolName('requests_post'),
    requestsPostDescription: toolDescription,
    requestsPostHeaders: requestHeaders,
    requestPostBody: requestBody,
    requestsPostBodySchema: valuesSchema('body'),
    requestsPostMaxOutputLength: maxOutputLength,
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
  build: ({ inputs, credential, context }) =>
    requestTool({
      method: 'POST',
      context: { fetch: signedFetch(credential, context) },
      url: inputs.requestsPostUrl,
      name: inputs.requestsPostName,
      description: inputs.requestsPostDescription,
      headers: inputs.requestsPostHeaders,
      body: inputs.requestPostBody,
      schema: inputs.requestsPostBodySchema,
      maxOutputLength: inputs.requestsPostMaxOutputLength,
    }),
})

import { anchor, defineNode } from '@chatwright/core'
import { ansPrompt, apiChat, apiDocs, callPrompt, headers } from './api-call.ts'

export default defineNode({
  name: 'getApiChain',
  label: 'GET API Chain',
  version: 1,
  category: 'Chains',
  description: 'Answers questions by calling an API with GET requests.',
  icon: 'api-chain.svg',
  baseClasses: ['GETApiChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    apiDocs,
    headers,
    urlPrompt: callPrompt(
      'Address prompt',
      `Below is the description of an API. Write the full address to call with GET to answer the question, with as few results as needed. Answer with the address alone.

API:
{api_docs}

Question: {question}
Address:`,
    ),
    ansPrompt,
  },
  example: { apiDocs: 'BASE URL: https://api.example.com/' },
  build: ({ inputs, context }) => apiChat(inputs, context, (url) => ({ url, method: 'GET' })),
})

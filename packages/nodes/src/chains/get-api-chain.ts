import { anchor, defineNode, string, type Chat } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { parseTemplate } from '../prompts/template.ts'
import { ansPrompt, answerFromCall, apiDocs, headers } from './api-call.ts'

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
    urlPrompt: string({
      destination: true,
      isTemplate: true,
      label: 'Address prompt',
      rows: 4,
      additional: true,
      default: `Below is the description of an API. Write the full address to call with GET to answer the question, with as few results as needed. Answer with the address alone.

API:
{api_docs}

Question: {question}
Address:`,
      description: 'The prompt. Available variables: {api_docs} and {question}.',
    }),
    ansPrompt,
  },
  example: { apiDocs: 'BASE URL: https://api.example.com/' },
  build({ inputs, context }): Chat {
    const { model, apiDocs: docs } = inputs
    const urlPrompt = parseTemplate(inputs.urlPrompt)
    const chain = { model, context, docs, headers: inputs.headers, answerPrompt: inputs.ansPrompt }
    return {
      kind: 'chat',
      async *answer({ question }, run) {
        const content = urlPrompt.render({ api_docs: docs, question })
        const url = await complete(model, { messages: [{ role: 'user', content }] }, run)
        yield* answerFromCall(chain, { question, call: { url, method: 'GET' } }, run)
      },
    }
  },
})

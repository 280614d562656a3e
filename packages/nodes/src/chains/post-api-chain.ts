import { parseJson, anchor, defineNode, NodeError } from '@chatwright/core'
import { bracketedPart } from '../model-values/find-written.ts'
import { ansPrompt, apiChat, apiDocs, callPrompt, headers, type ApiCall } from './api-call.ts'

export default defineNode({
  name: 'postApiChain',
  label: 'POST API Chain',
  version: 1,
  category: 'Chains',
  description: 'Answers questions by calling an API with POST requests.',
  icon: 'api-chain.svg',
  baseClasses: ['POSTApiChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    apiDocs,
    headers,
    urlPrompt: callPrompt(
      'Request prompt',
      `Below is the description of an API. Write the request to send with POST to answer the question, as JSON with two keys: "url", the full address, and "data", the object to send. Answer with the JSON alone.

API:
{api_docs}

Question: {question}
JSON:`,
    ),
    ansPrompt,
  },
  example: { apiDocs: 'BASE URL: https://api.example.com/' },
  build: ({ inputs, context }) => apiChat(inputs, context, readCall),
})

function readCall(text: string): ApiCall {
  const written = bracketedPart(text) ?? text
  try {
    const { url, data } = parseJson(written) as { url?: unknown; data?: unknown }
    if (typeof url === 'string') return { url, method: 'POST', body: data ?? {} }
  } catch {
    // Said below, together with JSON that holds no address.
  }
  throw new NodeError(`The model returned no request body: ${text.slice(0, 200)}`, {
    code: 'failed',
    hint: 'Describe the address and the request body in more detail in the API documentation, or use a stronger model.',
    field: 'apiDocs',
  })
}

import {
  json,
  NodeError,
  perform,
  string,
  type AnswerEvent,
  type Chat,
  type ChatModel,
  type NodeContext,
  type Run,
} from '@chatwright/core'
import { headerTexts } from '../http/header-texts.ts'
import { sendRequest } from '../http/send-request.ts'
import { complete } from '../model-values/complete.ts'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { parseTemplate } from '../prompts/template.ts'

/** Inputs of the chains that call an API from its description. */
export const apiDocs = string({
  destination: true,
  label: 'API documentation',
  rows: 4,
  placeholder: 'BASE URL: https://api.open-meteo.com/ …',
  description: 'Describes the API and its addresses. Only hosts named here are called.',
})

/** By which the model writes the call. */
export function callPrompt(label: string, text: string) {
  return string({
    destination: true,
    isTemplate: true,
    label,
    rows: 4,
    additional: true,
    default: text,
    description: 'The prompt. Available variables: {api_docs} and {question}.',
  })
}

export const headers = json({
  destination: false,
  label: 'Headers',
  optional: true,
  additional: true,
  description: 'Headers to send with every request, such as Authorization.',
})

export const ansPrompt = string({
  destination: false,
  isTemplate: true,
  label: 'Answer prompt',
  rows: 4,
  additional: true,
  default: `Below are the description of an API, a question, the address that was called and what it answered. Answer the question from that.

API:
{api_docs}

Question: {question}
Called: {api_url}
Answered: {api_response}

Answer:`,
  description: 'The prompt. Available variables: {api_docs}, {question}, {api_url} and {api_response}.',
})

/** What the model is shown of an answer. */
const longestResponse = 20_000

export interface ApiCall {
  url: string
  method: 'GET' | 'POST'
  body?: unknown
}

interface ApiChain {
  model: ChatModel
  apiDocs: string
  urlPrompt: string
  headers: Record<string, unknown> | undefined
  ansPrompt: string
}

/** The model writes a call, which is made, and answers from what came of it. */
export function apiChat(
  chain: ApiChain,
  { fetch }: Pick<NodeContext, 'fetch'>,
  readCall: (written: string) => ApiCall,
): Chat {
  const urlPrompt = parseTemplate(chain.urlPrompt)
  return {
    kind: 'chat',
    async *answer({ question }, run) {
      const content = urlPrompt.render({ api_docs: chain.apiDocs, question })
      const written = await complete(chain.model, { messages: [{ role: 'user', content }] }, run)
      yield* answerFromCall(chain, { fetch, question, call: readCall(written) }, run)
    },
  }
}

/** Makes the call that a model asked for, and streams the answer the model gives from it. */
async function* answerFromCall(
  chain: ApiChain,
  { fetch, question, call }: { fetch: typeof globalThis.fetch; question: string; call: ApiCall },
  run: Run,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const url = documentedUrl(call.url, chain.apiDocs)
  const { method, body } = call
  const effect = method === 'GET' ? 'reads' : 'writes'
  const text = await perform(run, { kind: 'http', method, effect, input: { url: url.href, body } }, async () => {
    const answer = await sendRequest({
      fetch,
      service: `The API at ${url.host}`,
      url,
      method,
      headers: headerTexts(chain.headers),
      ...(body !== undefined && { body }),
      signal: run.signal,
    })
    return answer.text
  })
  const content = parseTemplate(chain.ansPrompt).render({
    api_docs: chain.apiDocs,
    question,
    api_url: url.href,
    api_url_body: JSON.stringify({ url: url.href, data: call.body }),
    api_response: text.slice(0, longestResponse),
  })
  yield* streamAnswer(chain.model, { messages: [{ role: 'user', content }] }, run)
}

/** A model can be talked into other addresses; those of the documentation are the only ones it may use. */
export function documentedUrl(text: string, docs: string): URL {
  const written = /https?:\/\/[^\s"'`<>]+/.exec(text)?.[0]
  const url = written && URL.canParse(written) ? new URL(written) : undefined
  if (!url) {
    throw new NodeError(`The model returned no address to call: ${text.slice(0, 200)}`, {
      code: 'failed',
      hint: 'Add the base URL and the endpoints to the API documentation.',
      field: 'apiDocs',
    })
  }
  const origins = [...docs.matchAll(/https?:\/\/[^\s"'`<>)\]]+/g)].flatMap(([each]) =>
    URL.canParse(each) ? [new URL(each).origin] : [],
  )
  if (origins.includes(url.origin)) return url
  throw new NodeError(`The model tried to call ${url.origin}, which the API documentation doesn't name.`, {
    code: 'refused',
    hint: 'If the API uses this address, add it to the API documentation.',
    field: 'apiDocs',
  })
}

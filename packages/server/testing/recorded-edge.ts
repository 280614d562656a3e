import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Answer } from '../src/guards/outbound/dispatch.ts'
import type { RequestParts } from '../src/guards/outbound/request-parts.ts'

interface ChatRequest {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown }[]
  tools?: { function: { name: string; parameters: JsonSchema } }[]
}

export interface JsonSchema {
  properties?: Record<string, { type?: string; description?: string; enum?: unknown[] }>
}

/** What arrived where requests leave this machine. */
export interface EdgeCall {
  host: string
  path: string
  body: string
}

export const edge = {
  calls: [] as EdgeCall[],
  /** The tools that the last model was told of. */
  tools: [] as NonNullable<ChatRequest['tools']>,
  /** What came of the tools, as the model was told. */
  results: [] as string[],
}

/** What `api.example` offers. */
export const OPEN_API = `openapi: 3.0.0
info: { title: Lamps, version: '1' }
servers: [{ url: 'https://api.example' }]
paths:
  /lamps:
    get: { operationId: listLamps, summary: Lists the lamps., responses: { '200': { description: ok } } }
`

/** What a vendor says that has no part of its own here. */
export const REFUSAL = 'The recorded edge refuses.'

const mcp = createMcpHandler(() => {
  const server = new McpServer({ name: 'stock', version: '1.0.0' })
  server.registerTool('count_lamps', { description: 'Counts the lamps.' }, async () => ({
    content: [{ type: 'text', text: 'Twelve lamps.' }],
  }))
  return server
})

/**
 * Stands where the server's own client hands a request to the network. Chat models and embeddings that speak OpenAI's
 * protocol answer, `mcp.example` and `api.example` do; all other vendors refuse in a sentence of their own.
 */
export async function answerAtEdge(_agent: unknown, parts: RequestParts): Promise<Answer> {
  const body = await textOf(parts.body)
  edge.calls.push({ host: parts.url.host, path: parts.url.pathname, body })
  const { status, headers, body: answered } = await respond(parts, body)
  const pieces = [new Uint8Array(await new Response(answered).arrayBuffer())]
  return { status, statusText: '', headers, body: { read: async () => pieces.shift(), cancel: () => undefined } }
}

async function respond({ url, method, headers }: RequestParts, body: string): Promise<Response> {
  if (url.host === 'mcp.example') {
    return mcp.fetch(new Request(url, { method, headers, ...(method === 'POST' && { body }) }))
  }
  if (url.host === 'api.example')
    return url.pathname === '/openapi.yaml' ? new Response(OPEN_API) : Response.json({ ok: true })
  if (url.host === 'page.example') return new Response('<title>Lamps</title><p>Twelve lamps.', HTML)
  if (url.pathname.endsWith('/chat/completions')) return chat(JSON.parse(body) as ChatRequest)
  const vectors = embed(url, body)
  if (vectors) return vectors
  const [, answerOwn] = OWN_PROTOCOLS.find(([path]) => path.test(`${url.host}${url.pathname}`)) ?? []
  if (answerOwn) return answerOwn()
  return Response.json({ error: { message: REFUSAL, type: 'edge' }, message: REFUSAL }, { status: 400 })
}

/** Models that speak another protocol say that they are done. */
const OWN_PROTOCOLS: readonly (readonly [RegExp, () => Response])[] = [
  [
    /^api\.anthropic\.com\/v1\/messages$/,
    () =>
      named([
        { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ]),
  ],
  [
    /^generativelanguage\.googleapis\.com\/.*streamGenerateContent$/,
    () => named([{ candidates: [{ content: { parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] }]),
  ],
  [/:11434\/api\/chat$/, () => new Response('{"message":{"content":"Done."},"done":true,"done_reason":"stop"}\n')],
  [
    /^api\.openai\.com\/v1\/responses$/,
    () =>
      named([
        { type: 'response.output_text.delta', delta: 'Done.' },
        { type: 'response.completed', response: { output: [], usage: { input_tokens: 1, output_tokens: 1 } } },
      ]),
  ],
  [
    /^api\.openai\.com\/v1\/moderations$/,
    () => Response.json({ results: [{ flagged: false, categories: {}, category_scores: {} }] }),
  ],
]

function named(events: readonly unknown[]): Response {
  const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
  return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

interface EmbeddingRequest {
  input?: string | string[]
  inputs?: string[]
  texts?: string[]
  requests?: unknown[]
}

/** Every text has the length of its own for a vector, in the words of each vendor. */
function embed({ host, pathname }: URL, body: string): Response | undefined {
  if (!/embed|feature-extraction/i.test(pathname)) return undefined
  const { input, inputs, texts, requests } = JSON.parse(body) as EmbeddingRequest
  const vectors = [input ?? inputs ?? texts ?? requests ?? []].flat().map((text) => [String(text).length, 1, 0])
  if (host.includes('cohere')) return Response.json({ embeddings: { float: vectors } })
  if (host.includes('huggingface')) return Response.json(vectors)
  if (host.includes('googleapis')) return Response.json({ embeddings: vectors.map((values) => ({ values })) })
  if (pathname === '/api/embed') return Response.json({ embeddings: vectors })
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return Response.json({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } })
}

const HTML = { headers: { 'content-type': 'text/html' } }

/** A model that uses the first tool it is told of, once, and then is done. */
function chat({ stream, tools, messages }: ChatRequest): Response {
  if (tools) edge.tools = tools
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content))
  edge.results.push(...results.slice(-1))
  const [tool] = results.length === 0 ? (tools ?? []) : []
  const call = tool && {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: tool.function.name, arguments: JSON.stringify(sampleOf(tool.function.parameters)) },
  }
  const reply = { role: 'assistant', content: call ? null : wordsOf(messages), ...(call && { tool_calls: [call] }) }
  const finish = { index: 0, finish_reason: call ? 'tool_calls' : 'stop' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  if (!stream) return Response.json({ id: 'x', choices: [{ ...finish, message: reply }], usage })
  const frames = [{ choices: [{ ...finish, delta: reply }] }, { choices: [], usage }]
  const text = frames.map((frame) => `data: ${JSON.stringify({ id: 'x', ...frame })}\n\n`).join('')
  return new Response(`${text}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}

/** What chains ask a model to write, in place of an answer. */
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/Write one SQLite SELECT/i, 'SELECT 1 AS one'],
  [/address to call with GET/, 'https://api.example/lamps'],
  [/request to send with POST/, '{"url":"https://api.example/lamps","data":{"lamp":1}}'],
]

function wordsOf(messages: ChatRequest['messages']): string {
  const wanted = JSON.stringify(messages.at(-1))
  return WRITTEN.find(([pattern]) => pattern.test(wanted))?.[1] ?? 'Done.'
}

/** Arguments that any tool can begin with. */
export function sampleOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, description = '', enum: among }]) => [
      name,
      among?.[0] ??
        (type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : wordsFor(`${name} ${description}`)),
    ]),
  )
}

function wordsFor(told: string): string {
  if (/json/i.test(told)) return '{"items":[{"name":"lamp"}]}'
  return /\b(?:url|address)\b/i.test(told) ? 'https://page.example/lamps' : '1 + 1'
}

async function textOf(body: RequestParts['body']): Promise<string> {
  return body === undefined ? '' : new Response(body as BodyInit).text()
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the vendor answers the next questions. */
export interface VendorScript {
  tokens: string[]
  /** Asks for this tool after the tokens. */
  tool?: string
  toolInput?: Record<string, unknown>
  /** Pause before each token. */
  delayMs?: number
  /** Waited for before the token of this place is said. */
  beforeToken?: (index: number) => Promise<void>
  /** Cuts the connection after this many tokens. */
  breakAfter?: number
  /** Says nothing more after this many tokens until the client leaves. */
  holdAfter?: number
  /** Waited for before each embedding is answered; hears what is embedded. */
  beforeEmbedding?: (texts: readonly string[]) => Promise<void>
  /** Refuses with this status. */
  status?: number
}

export interface VendorRequest {
  body: { messages: { role: string; content: unknown }[]; model: string; temperature?: number }
  headers: IncomingMessage['headers']
  /** Resolves when the client has closed the connection before the end. */
  gone: Promise<void>
}

export interface FakeVendor {
  /** The address to type into a model node. */
  url: string
  script: VendorScript
  /** What the very next questions are answered with, one each, before the script counts again. */
  upcoming: VendorScript[]
  requests: VendorRequest[]
  /** How many tokens it has said, to everybody. */
  spoken: number
  close(): Promise<void>
}

/** A model vendor on this machine: the only part of a test that is not real. */
export async function startFakeVendor(script: VendorScript = { tokens: ['Hello', ' there'] }): Promise<FakeVendor> {
  const vendor: FakeVendor = { url: '', script, upcoming: [], requests: [], spoken: 0, close: async () => {} }
  const server = createServer((request, response) => {
    void answer(request, response, vendor)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  vendor.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return vendor
}

async function answer(request: IncomingMessage, response: ServerResponse, vendor: FakeVendor): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as VendorRequest['body'] & {
    stream?: boolean
  }
  const gone = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableEnded) resolve()
    })
  })
  vendor.requests.push({ body, headers: request.headers, gone })
  const script = vendor.upcoming.shift() ?? vendor.script
  const isEmbedding = request.url?.endsWith('/embeddings') ?? false
  const { input = [] } = body as unknown as { input?: string | string[] }
  if (isEmbedding) await script.beforeEmbedding?.([input].flat())
  if (script.status !== undefined) {
    response.writeHead(script.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'The vendor refuses.', type: 'test' } }))
    return
  }
  if (isEmbedding) {
    const data = [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: letters(text) }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }))
    return
  }
  const usage = { prompt_tokens: 7, completion_tokens: script.tokens.length, total_tokens: 7 + script.tokens.length }
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const message = { role: 'assistant', content: script.tokens.join('') }
    response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [index, content] of script.tokens.entries()) {
    if (index === script.breakAfter) {
      // What was written must leave first: destroying discards it.
      await pause(30)
      response.destroy()
      return
    }
    if (index === script.holdAfter) {
      await gone
      return
    }
    if (script.delayMs) await pause(script.delayMs)
    await script.beforeToken?.(index)
    if (response.destroyed) return
    response.write(frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
    vendor.spoken += 1
  }
  if (script.tool !== undefined) response.write(frame({ choices: [asksFor(script.tool, script.toolInput)] }))
  response.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: script.tool ? 'tool_calls' : 'stop' }] }))
  response.write(frame({ choices: [], usage }))
  response.end('data: [DONE]\n\n')
}

function asksFor(name: string, input: Record<string, unknown> = {}): object {
  const call = { index: 0, id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }
  return { index: 0, delta: { tool_calls: [call] }, finish_reason: null }
}

/** How often each letter occurs: near for texts of the same words, and the same every time. */
function letters(text: string): number[] {
  const counts = Array.from({ length: 26 }, () => 0.01)
  for (const character of text.toLowerCase()) {
    const index = character.charCodeAt(0) - 97
    if (index >= 0 && index < 26) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function frame(value: object): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', ...value })}\n\n`
}

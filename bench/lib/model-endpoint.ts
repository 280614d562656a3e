// A local model that answers at once with 32 tokens, and embeds texts, in OpenAI's protocol. Prints its port.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOKENS = 32

const frames = Array.from({ length: TOKENS }, (_, index) => frame({ content: `word${index} ` }, null))
const end = `${frame({}, 'stop')}data: [DONE]\n\n`

if (process.argv[1]?.endsWith('model-endpoint.js')) {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/embeddings')) {
      void embed(request, response)
      return
    }
    request.resume().on('end', () => {
      if (request.url?.includes('/broken')) {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end('{"error":{"message":"Refused on purpose"}}')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const text of frames) response.write(text)
      // The slow one is for readers who leave before the end.
      if (request.url?.includes('/slow')) setTimeout(() => response.end(end), 2000).unref()
      else response.end(end)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

function frame(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'local', choices })}\n\n`
}

/** The same text always gets the same numbers, by default as many as OpenAI's small model gives. */
async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { input, dimensions = 1536 } = JSON.parse(body) as { input: string | string[]; dimensions?: number }
  const data = [input]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
  // As long as a provider takes for a batch.
  if (request.url?.includes('/paced')) await new Promise((resolve) => setTimeout(resolve, 300))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data, model: 'local' }))
}

function vectorOf(text: string, dimensions: number): number[] {
  let seed = createHash('sha256').update(text).digest().readUInt32LE(0)
  return Array.from({ length: dimensions }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Number((seed / 2 ** 32 - 0.5).toFixed(8))
  })
}

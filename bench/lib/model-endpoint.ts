// A local model that answers at once with 32 tokens, in OpenAI's protocol. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOKENS = 32

const frames = Array.from({ length: TOKENS }, (_, index) => frame({ content: `word${index} ` }, null))
const end = `${frame({}, 'stop')}data: [DONE]\n\n`

if (process.argv[1]?.endsWith('model-endpoint.js')) {
  const server = createServer((request, response) => {
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

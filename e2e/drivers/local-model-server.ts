import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model server of this machine that speaks as Ollama does. */
export interface LocalModelServer {
  /** As `OLLAMA_HOST` names it. */
  host: string
  /** Every request it got: method and path. */
  asked: string[]
  close(): Promise<void>
}

/** Lists the given models and answers every question with the given words, one line each. */
export async function startLocalModelServer({ models, answer }: { models: string[]; answer: string[] }) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/api/tags') {
      reply.setHeader('content-type', 'application/json')
      reply.end(JSON.stringify({ models: models.map((name) => ({ name })) }))
      return
    }
    reply.setHeader('content-type', 'application/x-ndjson')
    for (const content of answer) {
      reply.write(`${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`)
    }
    reply.end(`${JSON.stringify({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' })}\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  } satisfies LocalModelServer
}

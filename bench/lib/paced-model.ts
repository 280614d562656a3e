import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PacedModel {
  /** The address to type into a model node. */
  url: string
  close(): Promise<void>
}

/** A local model, in OpenAI's protocol, that writes the same answer at the same pace every time. */
export async function startPacedModel(tokens: readonly string[], tokensPerSecond: number): Promise<PacedModel> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => void write(response, tokens, tokensPerSecond))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function write(response: ServerResponse, tokens: readonly string[], tokensPerSecond: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const startedAt = performance.now()
  for (const [index, content] of tokens.entries()) {
    // By the clock, not by a pause after each: a late timer must not make the whole answer slower.
    const early = startedAt + (index * 1000) / tokensPerSecond - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    if (response.destroyed) return
    response.write(frame({ content }, null))
  }
  response.end(`${frame({}, 'stop')}data: [DONE]\n\n`)
}

function frame(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'local', choices })}\n\n`
}

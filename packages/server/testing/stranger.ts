import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Stranger {
  url: string
  close(): void
}

interface RpcBody {
  id?: number
  method?: string
}

/** A server of somebody else: each place answers with what was not made to be read. Nothing is made while it is measured. */
export async function startStranger(): Promise<Stranger> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = places[request.url ?? '']
      if (answer) answer(response, Buffer.concat(chunks))
      else response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = (type: string, body: string, headers: Record<string, string> = {}) => {
    const bytes = Buffer.from(body)
    return (response: ServerResponse): void =>
      void response.writeHead(200, { 'content-type': type, ...headers }).end(bytes)
  }
  const places: Record<string, (response: ServerResponse, body: Buffer) => void> = {
    '/sitemap.xml': text('text/html', `<urlset>${`<url><loc>${url}/home.html</loc></url>\n`.repeat(30_000)}</urlset>`),
    '/home.html': text('text/html', '<p>Welcome.</p>'),
    '/page.html': text('text/html', `<html><body>${'<h1>x</h1>'.repeat(100_000)}</body></html>`),
    '/packed.html': text('text/html', 'x', { 'content-encoding': 'gzip,'.repeat(2500) + 'gzip' }),
    '/openapi.json': text('application/json', selfReferring(8)),
    '/line/v1/chat/completions': text('text/event-stream', `data: ${'x'.repeat(15 * 1024 ** 2)}\n\n`),
    '/mcp-huge': speakMcp(toolsOf(20, 3000)),
    '/mcp-wide': speakMcp(toolsOf(6, 480)),
  }
  return {
    url,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers what a client of MCP asks first, and then with this list. */
function speakMcp(tools: object[]) {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  }
  const results: Record<string, string> = {
    initialize: JSON.stringify(hello),
    'tools/list': JSON.stringify({ tools }),
  }
  return (response: ServerResponse, body: Buffer): void => {
    const { id, method = '' } = JSON.parse(body.toString() || '{}') as RpcBody
    if (id === undefined) response.writeHead(202).end()
    else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"jsonrpc":"2.0","id":${id},"result":${results[method] ?? '{}'}}`)
    }
  }
}

function toolsOf(count: number, fields: number): object[] {
  const schema = { type: 'object', properties: wide(fields) }
  return numbered(count, (at) => ({ name: `t${at}`, inputSchema: schema, outputSchema: schema }))
}

/** An OpenAPI document of a few hundred bytes that is endless when it is written out. */
export function selfReferring(times: number): string {
  const again = { $ref: '#/components/schemas/A' }
  const properties = Object.fromEntries(numbered(times, (at) => [`p${at}`, again]))
  const requestBody = { content: { 'application/json': { schema: again } } }
  const document = { openapi: '3.0.0', paths: { '/a': { post: { requestBody } } } }
  return JSON.stringify({ ...document, components: { schemas: { A: { type: 'object', properties } } } })
}

export function wide(fields: number): Record<string, object> {
  return Object.fromEntries(numbered(fields, (at) => [`f${at}`, { type: 'string', title: `f${at}` }]))
}

export function numbered<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

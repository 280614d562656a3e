import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor } from '../testing/fake-vendor.ts'
import { longestTurn } from '../testing/longest-turn.ts'
import { testServer } from '../testing/test-server.ts'

// What a visitor sends, or points us to, may take long; it never keeps the server from answering others.
const vendor = await startFakeVendor()
const server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })
const address = await server.listen()
const catalogue = (await server.send('GET', '/api/v1/nodes')).body as NodeDescription[]

/** A server of a stranger: each place answers with a text that was not made to be read. */
const places: Record<string, (body: { id?: number; method?: string }) => string> = {
  '/sitemap.xml': () => `<urlset>${`<url><loc>${strangerUrl}/home.html</loc></url>\n`.repeat(30_000)}</urlset>`,
  '/home.html': () => '<p>Welcome.</p>',
  '/page.html': () => `<html><body>${'<h1>x</h1>'.repeat(200_000)}</body></html>`,
  '/openapi.json': () => selfReferring(8),
  '/mcp': ({ id, method }) => JSON.stringify({ jsonrpc: '2.0', id, result: mcpResults[method ?? ''] ?? {} }),
}
let stranger: Server
let strangerUrl: string

beforeAll(async () => {
  stranger = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { id?: number; method?: string }
      const text = request.method === 'POST' && body.id === undefined ? '' : (places[request.url ?? '']?.(body) ?? '')
      const type = request.url?.endsWith('l') ? 'text/html' : 'application/json'
      response.writeHead(text === '' ? 202 : 200, { 'content-type': type }).end(text)
    })
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  // What is loaded at its first use is not what is measured here.
  for (const attack of Object.values(attacks)) await attack('warm up')
}, 240_000)

afterAll(async () => {
  await server.close()
  await vendor.close()
  stranger.closeAllConnections()
  stranger.close()
})

const load = (name: string, loadMethod: string, inputs: object) =>
  server.send('POST', `/api/v1/node-load-method/${name}`, { loadMethod, inputs })
const openApi = (text: string) =>
  load('openAPIToolkit', 'listEndpoints', {
    inputType: 'file',
    openApiFile: `data:text/yaml;base64,${Buffer.from(text).toString('base64')},filename:a.yaml`,
  })

/** Each is another text every time it is asked, so that nothing is remembered. */
const attacks: Record<string, (mark: string) => Promise<{ status: number }>> = {
  'an OpenAPI document that refers to itself': (mark) => openApi(`${selfReferring(9)}\n# ${mark}`),
  'an OpenAPI document with 20,000 keys': (mark) =>
    openApi(['openapi: 3.0.0', 'paths: {}', `${mark}:`, ...numbered(20_000, (at) => `  k${at}: 1`)].join('\n')),
  'an OpenAPI document of two megabytes': (mark) => openApi(largeDocument(mark)),
  'an OpenAPI document behind an address': () =>
    load('openAPIToolkit', 'listEndpoints', { inputType: 'link', openApiLink: `${strangerUrl}/openapi.json` }),
  'an MCP server with 20 tools of 3,000 properties': () =>
    load('customMCP', 'listActions', { mcpServerConfig: JSON.stringify({ url: `${strangerUrl}/mcp` }) }),
  'a sitemap of 30,000 addresses': () =>
    loadWebsite({ url: `${strangerUrl}/sitemap.xml`, relativeLinksMethod: 'scrapeXMLSitemap', limit: 1 }),
  'a page of two megabytes': () => loadWebsite({ url: `${strangerUrl}/page.html` }),
  'a prompt that opens a hole and goes on with blanks': async () => {
    const inputs = { conversationChain_0: { systemMessagePrompt: `{{${' '.repeat(20_000)}` } }
    const flowId = await createConversation(server, { vendorUrl: vendor.url, inputs })
    return server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi' })
  },
  'overrides without bottom in a form': async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const body = new FormData()
    body.set('overrideConfig', '['.repeat(2_000_000))
    return fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body })
  },
}

/** What is refused in words; everything else is read as far as it goes. */
const refused = new Set(['an MCP server with 20 tools of 3,000 properties', 'overrides without bottom in a form'])

test.each(Object.entries(attacks))('%s holds nobody up', async (name, attack) => {
  let status = 0
  const turn = await longestTurn(async () => ({ status } = await attack(name)))
  expect(status === 200, `answered with ${status}`).toBe(!refused.has(name))
  expect(await (await fetch(`${address}/api/v1/ping`)).text()).toBe('pong')
  // Each of these took between three and forty seconds at a stretch; processor time, whatever else the machine does.
  expect(turn).toBeLessThan(1000)
})

async function loadWebsite(inputs: Record<string, unknown>): Promise<{ status: number }> {
  const add = (name: string, own: Record<string, unknown> = {}) => {
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, own)
    return node
  }
  const nodes = [add('cheerioWebScraper', inputs), add('builtInEmbeddings'), add('builtInVectorStore')] as const
  const [loader, embeddings, store] = nodes
  let flow: Flow = { nodes: [...nodes], edges: [] }
  const join = (source: typeof loader, input: string, type: string): void => {
    const output = source.data.outputAnchors[0]?.options?.[0]
    flow = connect({
      source: source.id,
      sourceHandle: output?.id ?? outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: store.id,
      targetHandle: inputHandleId(store.id, input, type),
    })(flow)
  }
  join(loader, 'document', 'Document')
  join(embeddings, 'embeddings', 'Embeddings')
  const created = await server.send('POST', '/api/v1/chatflows', { name: 'Website', flowData: JSON.stringify(flow) })
  return server.send('POST', `/api/v1/vector/internal-upsert/${created.body.id}`, { stopNodeId: store.id })
}

function selfReferring(times: number): string {
  const again = { $ref: '#/components/schemas/A' }
  const properties = Object.fromEntries(numbered(times, (at) => `p${at}`).map((name) => [name, again]))
  const requestBody = { content: { 'application/json': { schema: again } } }
  const document = { openapi: '3.0.0', paths: { '/a': { post: { requestBody } } } }
  return JSON.stringify({ ...document, components: { schemas: { A: { type: 'object', properties } } } })
}

function largeDocument(mark: string): string {
  const body = { content: { 'application/json': { schema: { type: 'object', properties: wide(20) } } } }
  const paths = Object.fromEntries(
    numbered(1500, (at) => `/${at}`).map((path) => [path, { post: { requestBody: body } }]),
  )
  return JSON.stringify({ openapi: '3.0.0', info: { title: mark }, paths })
}

function wide(fields: number): Record<string, object> {
  return Object.fromEntries(numbered(fields, (at) => `f${at}`).map((name) => [name, { type: 'string', title: name }]))
}

function numbered(count: number, write: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => write(at))
}

const schema = { type: 'object', properties: wide(3000) }
const mcpResults: Record<string, object> = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': {
    tools: numbered(20, (at) => `t${at}`).map((name) => ({ name, inputSchema: schema, outputSchema: schema })),
  },
}

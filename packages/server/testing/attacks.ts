import { connect, createNode, inputHandleId, outputHandleId, type Flow } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { createConversation } from './conversation-flow.ts'
import { numbered, selfReferring, wide } from './stranger.ts'
import type { TestServer } from './test-server.ts'

export interface Target {
  server: Pick<TestServer, 'send'>
  /** Where it listens. */
  address: string
  strangerUrl: string
  vendorUrl: string
}

export interface Attack {
  /** What is refused in words; everything else is read as far as it goes. */
  isRefused?: boolean
  /** Before anything runs, in the process that is asked. */
  isAnsweredByItself?: boolean
  /** Another text for each mark, so that nothing is remembered. */
  send(target: Target, mark: string): Promise<{ status: number }>
}

/** What visitors and strangers have sent, or could, to keep a server from answering others. */
export const attacks: Record<string, Attack> = {
  'an OpenAPI document that refers to itself': {
    isAnsweredByItself: true,
    send: (target, mark) => readOpenApi(target, `${selfReferring(9)}\n# ${mark}`),
  },
  'an OpenAPI document with 20,000 keys': {
    isAnsweredByItself: true,
    send: (target, mark) =>
      readOpenApi(
        target,
        ['openapi: 3.0.0', 'paths: {}', `${mark}:`, ...numbered(20_000, (at) => `  k${at}: 1`)].join('\n'),
      ),
  },
  'an OpenAPI document of two megabytes': {
    isAnsweredByItself: true,
    send: (target, mark) => readOpenApi(target, largeDocument(mark)),
  },
  'an OpenAPI document behind an address': {
    isAnsweredByItself: true,
    send: (target) =>
      load(target, {
        name: 'openAPIToolkit',
        loadMethod: 'listEndpoints',
        inputs: { inputType: 'link', openApiLink: `${target.strangerUrl}/openapi.json` },
      }),
  },
  'an MCP server with 20 tools of 3,000 properties': {
    isAnsweredByItself: true,
    isRefused: true,
    send: (target) => listTools(target, 'mcp-huge'),
  },
  'an MCP server with as many properties as are read': {
    isAnsweredByItself: true,
    send: (target) => listTools(target, 'mcp-wide'),
  },
  'a sitemap of 30,000 addresses': {
    send: (target) => loadWebsite(target, { url: 'sitemap.xml', relativeLinksMethod: 'scrapeXMLSitemap', limit: 1 }),
  },
  'a page of a megabyte': { send: (target) => loadWebsite(target, { url: 'page.html' }) },
  'a page that is packed 2,500 times': {
    isRefused: true,
    send: (target) => loadWebsite(target, { url: 'packed.html' }),
  },
  'a text without a blank that is cut by tokens': {
    send: (target, mark) => loadText(target, `${mark.replaceAll(' ', '')}${'x'.repeat(500_000)}`),
  },
  'a prompt that opens a hole and goes on with blanks': {
    send: async (target) => {
      const inputs = { conversationChain_0: { systemMessagePrompt: `{{${' '.repeat(20_000)}` } }
      return ask(target, await createConversation(target.server, { vendorUrl: target.vendorUrl, inputs }), 'Hi')
    },
  },
  'a question of nothing but braces': {
    send: async (target) =>
      ask(target, await createConversation(target.server, { vendorUrl: target.vendorUrl }), '{{'.repeat(20_000)),
  },
  'five models that answer with a line of 15 MB': {
    isRefused: true,
    send: async (target) => {
      const flowId = await createConversation(target.server, { vendorUrl: `${target.strangerUrl}/line/v1` })
      const answers = await Promise.all(numbered(5, () => ask(target, flowId, 'Hi')))
      return { status: Math.min(...answers.map(({ status }) => status)) }
    },
  },
  'overrides without bottom in a form': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const body = new FormData()
      body.set('overrideConfig', '['.repeat(2_000_000))
      return fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body })
    },
  },
  'a form of nothing but empty files': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const file = '--x\r\ncontent-disposition: form-data; name="f"; filename=""\r\n\r\n\r\n'
      const body = `${file.repeat(60_000)}--x--`
      return fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', headers, body })
    },
  },
  'a question of nothing but escaped quotes': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const headers = { 'content-type': 'application/json' }
      const body = `{"question":"${'\\"'.repeat(6_000_000)}"}`
      return fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', headers, body })
    },
  },
  'a form of as many long texts as it may hold': {
    isAnsweredByItself: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const body = new FormData()
      for (const at of numbered(11, (index) => index)) body.set(`field${at}`, 'я'.repeat(2_000_000))
      return fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body })
    },
  },
  'a request of 45 MB that is to be answered once': {
    isAnsweredByItself: true,
    send: async ({ server, vendorUrl }, mark) => {
      const flowId = await createConversation(server, { vendorUrl })
      const body = { question: 'Hi', overrideConfig: { nothing: 'x'.repeat(45_000_000) } }
      return server.send('POST', `/api/v1/prediction/${flowId}`, body, { 'idempotency-key': mark })
    },
  },
  'a picture of 33 MB': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const data = `data:image/png;base64,${'A'.repeat(45_000_000)}`
      const uploads = [{ type: 'file', name: 'a.png', mime: 'image/png', data }]
      return server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', uploads })
    },
  },
  'twenty files that are wanted back in base64': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const body = new FormData()
      body.set('base64', 'true')
      for (const at of numbered(20, (index) => index))
        body.append('files', new Blob([Buffer.alloc(2_200_000)]), `${at}`)
      return fetch(`${address}/api/v1/attachments/${flowId}/chat`, { method: 'POST', body })
    },
  },
  'a delivery to a webhook of as many values as fit': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const trigger = { flowId, kind: 'webhook', name: 'Open', webhook: { question: '{{$webhook.body}}' } }
      const { body } = await server.send('POST', '/api/v1/triggers', trigger)
      const values = Object.fromEntries(numbered(95_000, (at) => [`k${at}`, at]))
      return server.send('POST', `/api/v1/webhook/${body.id}`, values)
    },
  },
  'a file of 30 MB within a question': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      return postJson(`${address}/api/v1/prediction/${flowId}`, questionWithFile(30_000_000))
    },
  },
  'a file of as much text as is taken': {
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      return postJson(`${address}/api/v1/prediction/${flowId}`, questionWithFile(3_900_000))
    },
  },
  'a body of 48 MB that does not say how long it is': {
    isAnsweredByItself: true,
    isRefused: true,
    send: async ({ server, address, vendorUrl }) => {
      const flowId = await createConversation(server, { vendorUrl })
      const piece = Buffer.alloc(64 * 1024, 'x')
      const body = (async function* () {
        yield Buffer.from('{"question":"')
        for (let at = 0; at < 768; at += 1) yield piece
        yield Buffer.from('"}')
      })()
      return postJson(`${address}/api/v1/prediction/${flowId}`, body)
    },
  },
}

function questionWithFile(bytes: number): AsyncIterable<Buffer> {
  const [before, after] = JSON.stringify({
    question: 'Hi',
    uploads: [{ type: 'file:full', name: 'a.txt', mime: 'text/plain', data: 'data:text/plain;base64,|' }],
  }).split('|')
  return (async function* () {
    yield Buffer.from(before ?? '')
    const piece = Buffer.from('eHh4'.repeat(15_000))
    for (let left = bytes; left > 0; left -= 45_000) yield piece
    yield Buffer.from(after ?? '')
  })()
}

function postJson(url: string, body: AsyncIterable<Buffer>): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body, duplex: 'half' } as unknown as RequestInit)
}

function load({ server }: Target, { name, ...body }: { name: string; loadMethod: string; inputs: object }) {
  return server.send('POST', `/api/v1/node-load-method/${name}`, body)
}

function readOpenApi(target: Target, text: string) {
  const openApiFile = `data:text/yaml;base64,${Buffer.from(text).toString('base64')},filename:a.yaml`
  return load(target, {
    name: 'openAPIToolkit',
    loadMethod: 'listEndpoints',
    inputs: { inputType: 'file', openApiFile },
  })
}

function listTools(target: Target, place: string) {
  const mcpServerConfig = JSON.stringify({ url: `${target.strangerUrl}/${place}` })
  return load(target, { name: 'customMCP', loadMethod: 'listActions', inputs: { mcpServerConfig } })
}

function ask({ server }: Target, flowId: string, question: string) {
  return server.send('POST', `/api/v1/prediction/${flowId}`, { question })
}

function loadWebsite(target: Target, { url, ...inputs }: { url: string } & Record<string, unknown>) {
  return loadDocuments(target, { cheerioWebScraper: { url: `${target.strangerUrl}/${url}`, ...inputs } })
}

function loadText(target: Target, text: string) {
  return loadDocuments(target, { plainText: { text }, tokenTextSplitter: { encodingName: 'gpt2', chunkSize: 4000 } })
}

/** Loads documents into a store: a loader, and a splitter where one is given, by name and with their inputs. */
async function loadDocuments({ server, vendorUrl }: Target, parts: Record<string, Record<string, unknown>>) {
  const { nodes: catalogue } = await loadCatalogue()
  const secret = { name: 'Test key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } }
  const credential = await server.send('POST', '/api/v1/credentials', secret)
  const add = ([name, inputs]: readonly [string, Record<string, unknown>]) => {
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, inputs)
    return node
  }
  const [loader, splitter] = Object.entries(parts).map(add)
  // Somebody else's: those that are built in take seconds to load, in a thread of their own.
  const embeddings = add(['openAIEmbeddings', { basepath: vendorUrl }])
  embeddings.data.credential = String(credential.body.id)
  const store = add(['builtInVectorStore', {}])
  if (!loader) throw new Error('Nothing to load from')
  let flow: Flow = { nodes: [loader, ...(splitter ? [splitter] : []), embeddings, store], edges: [] }
  const join = (source: typeof loader, target: typeof loader, [input, type]: [string, string]): void => {
    const output = source.data.outputAnchors[0]?.options?.[0]
    flow = connect({
      source: source.id,
      sourceHandle: output?.id ?? outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: target.id,
      targetHandle: inputHandleId(target.id, input, type),
    })(flow)
  }
  join(loader, store, ['document', 'Document'])
  if (splitter) join(splitter, loader, ['textSplitter', 'TextSplitter'])
  join(embeddings, store, ['embeddings', 'Embeddings'])
  const created = await server.send('POST', '/api/v1/chatflows', { name: 'Documents', flowData: JSON.stringify(flow) })
  return server.send('POST', `/api/v1/vector/internal-upsert/${created.body.id}`, { stopNodeId: store.id })
}

function largeDocument(mark: string): string {
  const body = { content: { 'application/json': { schema: { type: 'object', properties: wide(20) } } } }
  const paths = Object.fromEntries(numbered(1500, (at) => [`/${at}`, { post: { requestBody: body } }]))
  return JSON.stringify({ openapi: '3.0.0', info: { title: mark }, paths })
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

describe('Nodes', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.send('GET', `/api/v1${path}`, undefined, headers)

  test('the catalogue is listed with inputs, without paths of this machine', async () => {
    const all = await get('/nodes')
    expect(all.status).toBe(200)
    expect(all.body.length).toBeGreaterThan(10)
    const node = all.body.find(({ name }: { name: string }) => name === 'chatOpenAI')
    expect(node).toMatchObject({ label: 'ChatOpenAI', category: 'Chat Models', inputs: expect.any(Array) })
    expect(all.text).not.toContain(process.cwd())
    expect((await get('/nodes/chatOpenAI')).body).toEqual(node)
    const category = await get('/nodes/category/Chat%20Models')
    expect(category.body).toEqual(all.body.filter((each: { category: string }) => each.category === 'Chat Models'))
    expect((await get('/nodes/category/None')).body).toEqual([])
  })

  test('a node is found by every name it had, with its picture and its lists', async () => {
    const nodes = (await get('/nodes')).body as { name: string; aliases?: { name: string }[] }[]
    const older = nodes.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias.name, name]))
    expect(older.length).toBeGreaterThan(10)
    for (const [former, today] of older) {
      expect((await get(`/nodes/${former}`)).body.name, former).toBe(today)
      expect((await get(`/node-icon/${former}`)).status, former).toBe((await get(`/node-icon/${today}`)).status)
    }
  })

  test('a browser that knows the catalogue is told so, one that unpacks gets it packed', async () => {
    const { headers } = await get('/nodes')
    const again = await get('/nodes', { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
    const ways = [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ] as const
    for (const [accepted, encoding, unpack] of ways) {
      const packed = await server.app.inject({
        url: '/api/v1/nodes',
        headers: { host: 'localhost', 'accept-encoding': accepted },
      })
      expect(unpack(packed.rawPayload).length).toBe(Number(headers['content-length']))
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(Number(packed.headers['content-length'])).toBeLessThan(Number(headers['content-length']))
    }
  })

  test('the catalogue is answered in milliseconds', async () => {
    await get('/nodes')
    const before = process.cpuUsage()
    for (let i = 0; i < 20; i++)
      await server.app.inject({ method: 'GET', url: '/api/v1/nodes', headers: { host: 'localhost' } })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000 / 20).toBeLessThan(20)
  })

  test('icons are pictures that can run nothing', async () => {
    const icon = await get('/node-icon/chatOpenAI')
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/components-credentials-icon/openAIApi')).status).toBe(200)
    for (const name of ['unknown', '..%2f..%2fpackage.json', 'constructor', '__proto__']) {
      expect(await get(`/node-icon/${name}`)).toMatchObject({ status: 404, body: { code: 'icon-not-found' } })
    }
  })

  test('all pictures come on one sheet, each as it is by itself, under every name it is asked for by', async () => {
    const sheet = await get('/node-icons')
    expect(sheet.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const again = await get('/node-icons', { 'if-none-match': String(sheet.headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])

    const drawings = [...sheet.text.matchAll(/^<svg data-nodes="(.*?)" data-credentials="(.*?)" (.*?<\/svg>)$/gms)]
    const drawn = { nodes: new Map<string, string>(), credentials: new Map<string, string>() }
    for (const [, nodes = '', credentials = '', drawing = ''] of drawings) {
      for (const name of nodes.split(' ').filter(Boolean)) drawn.nodes.set(name, `<svg ${drawing}`)
      for (const name of credentials.split(' ').filter(Boolean)) drawn.credentials.set(name, `<svg ${drawing}`)
    }
    const nodes = (await get('/nodes')).body as { name: string; aliases?: { name: string }[] }[]
    const names = nodes.flatMap(({ name, aliases = [] }) => [name, ...aliases.map((alias) => alias.name)])
    expect(new Set(drawn.nodes.keys())).toEqual(new Set(names))
    const kinds = (await get('/components-credentials')).body as { name: string }[]
    expect(new Set(drawn.credentials.keys())).toEqual(new Set(kinds.map(({ name }) => name)))
    for (const [name, drawing] of drawn.nodes) {
      expect((await get(`/node-icon/${name}`)).text.trim(), name).toBe(drawing)
    }
    for (const [name, drawing] of drawn.credentials) {
      expect((await get(`/components-credentials-icon/${name}`)).text.trim(), name).toBe(drawing)
    }
  })

  test('credential kinds come one, several or all', async () => {
    const all = (await get('/components-credentials')).body
    const kind = (await get('/components-credentials/openAIApi')).body
    expect(all).toContainEqual(kind)
    expect((await get('/components-credentials/openAIApi&githubApi')).body).toMatchObject([
      { name: 'openAIApi' },
      { name: 'githubApi' },
    ])
    expect((await get('/components-credentials/openAIApi&nope')).body.code).toBe('credential-kind-not-found')
    expect((await get('/nodes/nope')).body).toMatchObject({ code: 'node-not-found', details: { name: 'nope' } })
  })

  describe('loading choices', () => {
    const load = (name: string, body: unknown) => server.send('POST', `/api/v1/node-load-method/${name}`, body)

    test('a list is loaded from what the server holds', async () => {
      const tool = await server.send('POST', '/api/v1/tools', { name: 'weather', description: 'Tells the weather' })
      const answer = await load('customTool', { loadMethod: 'listTools', name: 'customTool', label: 'x', inputs: {} })
      expect(answer.body).toEqual([{ label: 'weather', name: tool.body.id, description: 'Tells the weather' }])
    })

    test('a Tool step offers what the chosen tool takes, once it is chosen', async () => {
      const schema = JSON.stringify([
        { id: 0, property: 'city', description: 'Where', type: 'string', required: true },
        { id: 1, property: 'days', description: '', type: 'number', required: false },
      ])
      const tool = { name: 'forecast', description: 'Tells the weather', schema, func: 'return 1' }
      const { id } = (await server.send('POST', '/api/v1/tools', tool)).body
      const args = async (inputs: object) => {
        const body = { loadMethod: 'listToolInputArgs', name: 'toolAgentflow', label: 'x', inputs }
        return load('toolAgentflow', body)
      }
      const config = { toolAgentflowSelectedTool: 'customTool', selectedTool: id }
      const chosen = { toolAgentflowSelectedTool: 'customTool', toolAgentflowSelectedToolConfig: config }
      expect((await args(chosen)).body).toMatchObject([
        { name: 'city', label: 'city *', description: 'Where' },
        { name: 'days', label: 'days' },
      ])
      const plain = await args({ toolAgentflowSelectedTool: 'calculator' })
      expect(plain.body.map(({ name }: { name: string }) => name)).toEqual(['input'])
      expect((await args({})).body).toEqual([])
      const gone = { ...chosen, toolAgentflowSelectedToolConfig: { ...config, selectedTool: 'gone' } }
      expect((await args(gone)).body.code).toBe('load-method-failed')
    })

    test('a failure is an error that speaks, never an empty list', async () => {
      const answer = await load('customTool', { loadMethod: 'nope' })
      expect(answer).toMatchObject({ status: 404, body: { code: 'load-method-not-found' } })
      expect((await load('nope', { loadMethod: 'x' })).body.code).toBe('node-not-found')
      expect((await load('customTool', { loadMethod: 'constructor' })).body.code).toBe('load-method-not-found')
      expect((await load('customTool', { loadMethod: 'listTools', credential: 'unknown' })).body.code).toBe(
        'credential-not-found',
      )
      expect((await load('customTool', { loadMethod: 'listTools', extra: 1 })).status).toBe(400)
    })

    test('a credential of another kind is not used', async () => {
      const credential = await server.send('POST', '/api/v1/credentials', {
        name: 'x',
        credentialName: 'githubApi',
        plainDataObj: { accessToken: 'x' },
      })
      const answer = await load('chatOpenAI', { loadMethod: 'listModels', credential: credential.body.id })
      expect(answer).toMatchObject({ status: 403, body: { code: 'credential-refused' } })
    })
  })
})

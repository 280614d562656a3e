import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGuardedMcpServer, type GuardedMcpServer } from '../../../testing/guarded-mcp-server.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let guarded: GuardedMcpServer
let open: GuardedMcpServer

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1/custom-mcp-servers${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
/** As a browser would: opens the page of the other side, and comes back. */
const allow = async (authorizationUrl: string): Promise<URL> => {
  const page = await fetch(authorizationUrl, { redirect: 'manual' })
  return new URL(page.headers.get('location') ?? '')
}
const comeBack = ({ pathname, search }: URL) => server.send('GET', `${pathname}${search}`)
const connect = async (): Promise<string> => {
  const { id } = await send('POST', '', { name: 'Stock', serverUrl: guarded.url, authType: 'OAUTH' })
  const { authorizationUrl } = await send('POST', `/${id}/authorize`)
  await comeBack(await allow(authorizationUrl))
  return id
}
const toolsOnCanvas = (id: string) =>
  server.send('POST', '/api/v1/node-load-method/customMcpServerTool', {
    loadMethod: 'listActions',
    inputs: { mcpServerId: id },
  })

describeOnBothDatabases('MCP servers', (start) => {
  beforeAll(async () => {
    guarded = await startGuardedMcpServer()
    open = await startGuardedMcpServer({ isOpen: true })
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await Promise.all([guarded.close(), open.close()])
  })

  test('a server is found, registered with, allowed in a browser once, and used with what it gave', async () => {
    const made = await send('POST', '', { name: 'Stock', serverUrl: guarded.url, authType: 'OAUTH' })
    expect(made).toMatchObject({ status: 'PENDING', toolCount: 0, tools: null, authConfig: {} })
    const { authorizationUrl, status } = await send('POST', `/${made.id}/authorize`)
    expect(status).toBe('PENDING')
    const asked = new URL(authorizationUrl).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: guarded.url,
      redirect_uri: expect.stringMatching(/\/api\/v1\/custom-mcp-servers\/callback$/),
    })
    const back = await allow(authorizationUrl)
    const forged = new URL(back)
    forged.searchParams.set('state', `${made.id}.guessed`)
    expect((await comeBack(forged)).body.code).toBe('link-invalid')
    const landed = await comeBack(back)
    expect([landed.status, landed.headers['location']]).toEqual([302, '/tools?mcp=connected'])
    expect((await comeBack(back)).body.code).toBe('link-invalid')
    const server = await send('GET', `/${made.id}`)
    expect(server).toMatchObject({ status: 'AUTHORIZED', toolCount: 1, error: null, authConfig: {} })
    expect(JSON.parse(server.tools)).toMatchObject([{ name: 'count_lamps', description: 'Counts the lamps.' }])
    expect(await send('GET', `/${made.id}/tools`)).toMatchObject([{ name: 'count_lamps' }])
    expect((await toolsOnCanvas(made.id)).body).toMatchObject([{ name: 'count_lamps' }])
  })

  test('tokens are encrypted, never shown, and renewed once however many need them', async () => {
    const id = await connect()
    const row = await server.database.query
      .selectFrom('custom_mcp_server')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const token of guarded.tokens) {
      expect(JSON.stringify(row)).not.toContain(token)
      expect(JSON.stringify(await send('GET', ''))).not.toContain(token)
    }
    guarded.tokens.clear()
    const before = guarded.renewals
    const lists = await Promise.all([1, 2, 3, 4].map(() => send('GET', `/${id}/tools`)))
    expect(lists.every((tools) => tools.length === 1)).toBe(true)
    expect(guarded.renewals - before).toBe(1)
    guarded.tokens.clear()
    guarded.renews = false
    const refused = await server.send('GET', `/api/v1/custom-mcp-servers/${id}/tools`)
    guarded.renews = true
    expect([refused.status, refused.body.code]).toEqual([422, 'mcp-server-failed'])
    expect(refused.body.message).toContain('needs a new sign-in')
    expect(await send('GET', `/${id}`)).toMatchObject({
      status: 'ERROR',
      error: expect.stringContaining('needs a new sign-in'),
    })
  })

  test('somebody who refuses, or comes late, leaves a reason and no token', async () => {
    const { id } = await send('POST', '', { name: 'Refused', serverUrl: guarded.url, authType: 'OAUTH' })
    const { authorizationUrl } = await send('POST', `/${id}/authorize`)
    const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
    const back = await server.send('GET', `/api/v1/custom-mcp-servers/callback?error=access_denied&state=${state}`)
    expect([back.status, back.headers['location']]).toEqual([302, '/tools?mcp=failed'])
    expect(await send('GET', `/${id}`)).toMatchObject({ status: 'ERROR', error: 'Access was denied (access_denied).' })
  })

  test('nobody is sent to a sign-in page that is not a web page', async () => {
    for (const page of [
      'file:///etc/passwd',
      'ms-word:ofe|u|http://a/b',
      'javascript:alert(1)',
      'mailto:a@b.example',
    ]) {
      guarded.signInPage = page
      const { id } = await send('POST', '', { name: page.slice(0, 20), serverUrl: guarded.url, authType: 'OAUTH' })
      const refused = await server.send('POST', `/api/v1/custom-mcp-servers/${id}/authorize`)
      expect([page, refused.status, refused.body.code]).toEqual([page, 422, 'mcp-server-failed'])
      expect(refused.body).not.toHaveProperty('authorizationUrl')
    }
    guarded.signInPage = undefined
  })

  test('headers are shown masked, kept when sent back so, and not taken along to another address', async () => {
    const authConfig = { headers: { 'x-api-key': 'a-secret-key-of-ours' } }
    const made = await send('POST', '', { name: 'Open', serverUrl: open.url, authType: 'CUSTOM_HEADERS', authConfig })
    expect(made.authConfig).toEqual({ headers: { 'x-api-key': '••••••••' } })
    expect(await send('POST', `/${made.id}/authorize`)).toMatchObject({
      status: 'AUTHORIZED',
      authorizationUrl: null,
      toolCount: 1,
    })
    expect(open.asked.at(-1)).toMatchObject({ 'x-api-key': 'a-secret-key-of-ours' })
    const { name: _, ...sentBack } = await send('GET', `/${made.id}`)
    await send('PUT', `/${made.id}`, { ...sentBack, name: 'Renamed' })
    await send('GET', `/${made.id}/tools`)
    expect(open.asked.at(-1)).toMatchObject({ 'x-api-key': 'a-secret-key-of-ours' })
    const moved = await send('PUT', `/${made.id}`, { serverUrl: guarded.url, authConfig: made.authConfig })
    expect(moved).toMatchObject({ name: 'Renamed', status: 'PENDING', toolCount: 0, authConfig: { headers: {} } })
    const closed = await server.send('POST', `/api/v1/custom-mcp-servers/${made.id}/authorize`)
    expect(closed.body.code).toBe('mcp-server-failed')
  })

  test('the registry is paged, refuses what is none, and private networks stay out of reach', async () => {
    const all = await send('GET', '')
    expect(await send('GET', '?page=1&limit=1')).toEqual({ data: [all[0]], total: all.length })
    for (const serverUrl of ['ftp://example.com', 'nothing']) {
      expect((await server.send('POST', '/api/v1/custom-mcp-servers', { name: 'x', serverUrl })).status).toBe(400)
    }
    const { id } = await send('POST', '', { name: 'Inside', serverUrl: 'http://10.0.0.1/mcp' })
    const refused = await server.send('POST', `/api/v1/custom-mcp-servers/${id}/authorize`)
    expect([refused.status, refused.body.code]).toEqual([422, 'mcp-server-failed'])
    expect(await send('DELETE', `/${id}`)).toEqual({ deleted: true })
    expect((await server.send('GET', `/api/v1/custom-mcp-servers/${id}`)).body.code).toBe('mcp-server-not-found')
    const gone = await toolsOnCanvas(id)
    expect(gone.body.message).toContain('deleted')
    const listed = await server.send('POST', '/api/v1/node-load-method/customMcpServerTool', {
      loadMethod: 'listServers',
    })
    expect(listed.body.map(({ label }: { label: string }) => label)).toContain('Stock')
  })

  // Last: whoever guesses is kept out for a while.
  test('whoever guesses is kept out, and who was sent to the other side comes back from the same address', async () => {
    const { id } = await send('POST', '', { name: 'Guessed', serverUrl: guarded.url, authType: 'OAUTH' })
    const { authorizationUrl } = await send('POST', `/${id}/authorize`)
    const back = await allow(authorizationUrl)
    const forged = new URL(back)
    forged.searchParams.set('state', `${id}.guessed`)
    const statuses: number[] = []
    for (let guess = 0; guess < 21; guess += 1) statuses.push((await comeBack(forged)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await comeBack(back)).headers['location']).toBe('/tools?mcp=connected')
  })
})

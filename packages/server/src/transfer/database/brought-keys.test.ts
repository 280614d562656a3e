import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestApiKey } from '../../door/api-keys/api-key-secret.ts'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const login = { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' }
const owner = { authorization: `Basic ${Buffer.from('owner:correct horse').toString('base64')}` }
const emptyFlow = '{"nodes":[],"edges":[]}'

const CLEAR = 'a-key-in-clear-that-an-older-product-wrote'
const OURS = `cw_${'b'.repeat(43)}`

/** What a stranger may hand to the owner: keys of both kinds, with every right, that say they are let in already. */
const file = {
  chatmessages: [],
  chatflows: [{ id: 'guarded', name: 'Guarded', flowData: emptyFlow, apikeyid: 'k1', deployed: true }],
  apikeys: [
    { id: 'k1', keyName: 'Theirs', apiKey: CLEAR, permissions: ['predict', 'manage'], isClosed: false },
    { id: 'k2', keyName: 'Ours', digest: digestApiKey(OURS), hint: 'cw_…', permissions: ['predict'], is_closed: 0 },
  ],
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describeOnBothDatabases('An API key that a loaded file brings', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: login })
  })
  afterEach(() => server.close())

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.send(method, `/api/v1${path}`, body, owner)
  const load = (content: unknown) => send('POST', '/database/load', content)
  const closedKeys = async () =>
    (await send('GET', '/apikey')).body
      .filter((key: { isClosed: boolean }) => key.isClosed)
      .map((key: { id: string }) => key.id)
  const verify = async (key: string) => (await server.send('GET', `/api/v1/verify/apikey/${key}`)).status

  test('opens no route that a key opens, until the owner lets it in', async () => {
    await load(file)
    const routes = server.services.handlers.map(({ route }) => route).filter(({ access }) => access !== 'public')
    expect(routes.length).toBeGreaterThan(50)
    for (const route of routes) {
      const { method, url, body } = sampleRequest(route, { id: 'guarded' })
      for (const key of [CLEAR, OURS]) {
        const answer = await server.send(method, url, body, bearer(key))
        expect([401, 429], `${method} ${url}`).toContain(answer.status)
      }
    }
    expect(await closedKeys()).toEqual(['k1', 'k2'])
  }, 120_000)

  test('is named in the answer with what it would open, and works once it is let in', async () => {
    const answer = await load(file)
    expect([answer.status, answer.text.split('\n')]).toEqual([
      201,
      [
        'OK',
        'Imported API keys stay closed until you activate them (PUT /api/v1/apikey/:id, {"isClosed": false}):',
        '  "Theirs" (k1): asks and manages everything',
        '  "Ours" (k2): asks all flows',
      ],
    ])
    expect(await verify(CLEAR)).toBe(401)
    const opened = await send('PUT', '/apikey/k1', { isClosed: false })
    expect(opened.body).toMatchObject({ id: 'k1', isClosed: false, permissions: ['predict', 'manage'] })
    expect(await verify(CLEAR)).toBe(200)
    expect((await server.send('GET', '/api/v1/credentials', undefined, bearer(CLEAR))).status).toBe(200)
    expect(await verify(OURS)).toBe(401)
    await send('PUT', '/apikey/k1', { isClosed: true })
    expect(await verify(CLEAR)).toBe(401)
  })

  test('cannot let itself in', async () => {
    await load(file)
    const answer = await server.send('PUT', '/api/v1/apikey/k1', { isClosed: false }, bearer(CLEAR))
    expect(answer.status).toBe(401)
    expect(await closedKeys()).toEqual(['k1', 'k2'])
  })

  test('stays open when it was open here with no fewer rights, and not when the file gives it more', async () => {
    await load(file)
    for (const id of ['k1', 'k2']) await send('PUT', `/apikey/${id}`, { isClosed: false })
    await send('PUT', '/apikey/k2', { flows: ['guarded', 'other'] })
    expect([await verify(CLEAR), await verify(OURS)]).toEqual([200, 200])
    const [theirs, ours] = file.apikeys
    const withKeys = (...apikeys: object[]) => ({ ...file, apikeys })

    const backup = (await send('GET', '/database/export')).body
    expect((await load(backup)).text).toBe('OK')
    expect((await load(withKeys({ ...theirs, permissions: ['predict'] }, { ...ours, flows: ['guarded'] }))).text).toBe(
      'OK',
    )
    expect([await verify(CLEAR), await verify(OURS)]).toEqual([200, 200])

    await load(withKeys({ ...theirs, permissions: ['predict', 'manage'] }, { ...ours, flows: null }))
    expect(await closedKeys()).toEqual(['k1', 'k2'])
    expect([await verify(CLEAR), await verify(OURS)]).toEqual([401, 401])
  })

  test('does not come back with a backup after it was deleted', async () => {
    const made = (await send('POST', '/apikey', { keyName: 'Leaked' })).body
    const backup = (await send('GET', '/database/export')).body
    await send('DELETE', `/apikey/${made.id}`)
    expect((await load(backup)).text).toContain('"Leaked"')
    expect(await verify(made.apiKey)).toBe(401)
  })

  test('is the same in the next export, let in or not', async () => {
    await load(file)
    const closed = (await send('GET', '/database/export')).text
    await send('PUT', '/apikey/k1', { isClosed: false })
    expect((await send('GET', '/database/export')).text).toBe(closed)
    expect(closed).not.toContain('losed')
  })
})

describeOnBothDatabases('On a server without a login', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  test('a key that a loaded file brings opens nothing until it is let in', async () => {
    const ask = () => server.send('POST', '/api/v1/prediction/guarded', { question: 'hello' }, bearer(CLEAR))
    expect((await server.send('POST', '/api/v1/database/load', file)).text).toContain('"Theirs" (k1)')
    expect((await ask()).status).toBe(401)
    expect((await server.send('GET', `/api/v1/verify/apikey/${OURS}`)).status).toBe(401)
    await server.send('PUT', '/api/v1/apikey/k1', { isClosed: false })
    expect((await ask()).status).not.toBe(401)
  })
})

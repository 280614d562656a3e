import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { patient } from '../../../testing/patient.ts'
import { createApiKeyStore } from './api-key-store.ts'

const emptyFlow = JSON.stringify({ nodes: [], edges: [] })

describeOnBothDatabases('API keys', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: { CHATWRIGHT_USERNAME: 'ada', CHATWRIGHT_PASSWORD: 'lovelace' } })
  })
  afterEach(() => server.close())

  const owner = { authorization: `Basic ${Buffer.from('ada:lovelace').toString('base64')}` }
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.send(method, `/api/v1${path}`, body, owner)
  const create = async (values: object = { keyName: 'Mine' }) => (await send('POST', '/apikey', values)).body

  test('[LIST-5] a key is shown once, kept as a digest, and never leaves again', async () => {
    const created = await create()
    expect(created).toMatchObject({ keyName: 'Mine', permissions: ['predict'], flows: null, lastUsedDate: null })
    expect(created.apiKey).toMatch(/^cw_[\w-]{43}$/)
    const list = await send('GET', '/apikey')
    expect(list.body).toEqual([{ ...created, apiKey: `${created.apiKey.slice(0, 6)}…${created.apiKey.slice(-4)}` }])
    const stored = await server.database.query.selectFrom('api_key').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(created.apiKey)
  })

  test('a managing key may manage, an asking key may not', async () => {
    const asking = await create()
    const managing = await create({ keyName: 'CI', permissions: ['manage', 'predict'] })
    const list = (key: string) =>
      server.send('GET', '/api/v1/apikey', undefined, { authorization: `Bearer ${key}` }).then(({ status }) => status)
    expect(await list(asking.apiKey)).toBe(403)
    expect(await list(managing.apiKey)).toBe(200)
    expect(await list(`${managing.apiKey}x`)).toBe(401)
  })

  test('a key that reads runs reads those of its flows, with secrets masked, and nothing else', async () => {
    const reply = { directReplyMessage: 'See https://a.example/?token=hunter2x' }
    const drawn = { steps: { directReplyAgentflow_0: reply }, edges: ['startAgentflow_0 > directReplyAgentflow_0'] }
    const asOwner = {
      ...server,
      send: (...[method, url, body]: Parameters<TestServer['send']>) => server.send(method, url, body, owner),
    }
    const [mine, other] = [await createAgentFlow(asOwner, drawn), await createAgentFlow(asOwner, drawn)]
    for (const flow of [mine, other]) await send('POST', `/prediction/${flow}`, { question: 'Where?' })
    const runOf = async (flow: string) => (await send('GET', `/runs?chatflowId=${flow}`)).body.items[0]
    const key = await create({ keyName: 'Reader', permissions: ['run.read'], flows: [mine] })
    const read = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      server.send(method, `/api/v1${path}`, body, { authorization: `Bearer ${key.apiKey}` })
    for (const flow of [mine, other]) {
      const run = await runOf(flow)
      const shown = await read('GET', `/runs/${run.id}`)
      expect(shown.status).toBe(flow === mine ? 200 : 404)
      expect(shown.text).not.toContain('hunter2x')
      expect((await read('GET', `/runs?chatflowId=${flow}`)).body.items).toHaveLength(flow === mine ? 1 : 0)
    }
    expect(await read('GET', '/chatflows')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/doesn't have the permission .*"manage"/) },
    })
    expect(await read('POST', `/prediction/${mine}`, { question: 'Hi' })).toMatchObject({ status: 403 })
    expect((await send('POST', '/apikey', { keyName: 'X', permissions: ['flow.burn'] })).status).toBe(400)
  })

  test('[LIST-5] a key is renamed, narrowed to flows, and remembers its last use', async () => {
    const created = await create()
    const changed = await send('PUT', `/apikey/${created.id}`, { keyName: 'Yours', flows: ['f1', 'f1', 'f2'] })
    expect(changed.body).toMatchObject({ keyName: 'Yours', flows: ['f1', 'f2'] })
    expect((await send('GET', `/verify/apikey/${created.apiKey}`)).text).toBe('OK')
    const [listed] = (await send('GET', '/apikey')).body
    expect(listed).toMatchObject({ id: created.id, permissions: ['predict'], flows: ['f1', 'f2'] })
    expect(Date.now() - Date.parse(listed.lastUsedDate)).toBeLessThan(patient(10_000))
  })

  test('last use is written when the server closes', async () => {
    const created = await create()
    await send('GET', `/verify/apikey/${created.apiKey}`)
    const lastUsed = () => server.database.query.selectFrom('api_key').select('last_used_date').executeTakeFirst()
    expect(await lastUsed()).toEqual({ last_used_date: null })
    await server.services.close()
    expect(await lastUsed()).toEqual({ last_used_date: expect.stringMatching(/^\d{4}-/) })
  })

  test('[LIST-5] a key that a flow demands is deleted only on purpose, and the answer names the flow', async () => {
    const created = await create()
    const flow = await send('POST', '/chatflows', { name: 'Guarded', flowData: emptyFlow, apikeyid: created.id })
    const refused = await send('DELETE', `/apikey/${created.id}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'api-key-in-use', details: { flows: [{ id: flow.body.id, name: 'Guarded' }] } },
    })
    expect((await send('GET', '/apikey')).body[0].usedBy).toEqual([{ id: flow.body.id, name: 'Guarded' }])
    expect((await send('DELETE', `/apikey/${created.id}?force=true`)).body).toEqual({ raw: [], affected: 1 })
    expect((await send('GET', `/verify/apikey/${created.apiKey}`)).status).toBe(401)
    expect((await send('DELETE', `/apikey/${created.id}`)).status).toBe(404)
  })

  test('of two who delete a key at once, one deletes it', async () => {
    const { id } = await create()
    const store = createApiKeyStore(server.database)
    expect((await Promise.all([store.delete(id), store.delete(id)])).toSorted()).toEqual([false, true])
  })

  test('a key lists the flows it opens, and nothing of how they are made', async () => {
    const [own, other] = [await create(), await create()]
    const draw = async (name: string, apikeyid?: string) =>
      (await send('POST', '/chatflows', { name, flowData: emptyFlow, apikeyid, chatbotConfig: '{}' })).body.id
    const [open, mine] = [await draw('Open'), await draw('Mine', own.id), await draw('Theirs', other.id)]
    const list = (key: string) => server.send('GET', `/api/v1/chatflows/apikey/${key}`)
    const listed = await list(own.apiKey)
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([mine, open])
    expect(Object.keys(listed.body[0]).sort()).toEqual([
      'category',
      'createdDate',
      'deployed',
      'id',
      'isPublic',
      'name',
      'type',
      'updatedDate',
    ])
    await send('PUT', `/apikey/${own.id}`, { flows: [open] })
    expect((await list(own.apiKey)).body.map(({ id }: { id: string }) => id)).toEqual([open])
    await send('PUT', `/apikey/${own.id}`, { flows: ['another'] })
    expect(await list(own.apiKey)).toMatchObject({ status: 404, body: { code: 'chatflow-not-found' } })
    expect(await list('nonsense')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  test('anyone may verify a key, but not guess', async () => {
    const { apiKey } = await create()
    expect(await server.send('GET', `/api/v1/verify/apikey/${apiKey}`)).toMatchObject({ status: 200, text: 'OK' })
    const guesses = []
    for (let i = 0; i < 25; i++) guesses.push((await server.send('GET', `/api/v1/verify/apikey/guess-${i}`)).status)
    expect(guesses.slice(0, 20)).toEqual(Array(20).fill(401))
    expect(guesses.slice(20)).toEqual(Array(5).fill(429))
  })

  test('a list of flows beside the right to manage is refused, however the two come together', async () => {
    const both = { permissions: ['manage'], flows: ['f1'] }
    const refused = { status: 400, body: { code: 'invalid-request' } }
    expect(await send('POST', '/apikey', { keyName: 'x', ...both })).toMatchObject(refused)
    const narrow = await create({ keyName: 'Narrow', flows: ['f1'] })
    expect(await send('PUT', `/apikey/${narrow.id}`, { permissions: ['manage'] })).toMatchObject(refused)
    const managing = await create({ keyName: 'Wide', permissions: ['manage'] })
    expect(await send('PUT', `/apikey/${managing.id}`, { flows: ['f1'] })).toMatchObject(refused)
    expect(await send('PUT', `/apikey/${managing.id}`, { keyName: 'Still wide' })).toMatchObject({ status: 200 })
    const wide = { permissions: ['manage'], flows: null }
    expect(await send('PUT', `/apikey/${narrow.id}`, wide)).toMatchObject({ status: 200, body: wide })
  })

  test.each([
    ['an unknown field', { keyName: 'x', admin: true }],
    ['a server-owned field', { keyName: 'x', digest: 'y' }],
    ['an unknown permission', { keyName: 'x', permissions: ['root'] }],
    ['no permission', { keyName: 'x', permissions: [] }],
    ['a blank name', { keyName: '  ' }],
    ['a wrong type', { keyName: ['x'] }],
    ['a flow id of 10 KB', { keyName: 'x', flows: ['f'.repeat(10_240)] }],
  ])('%s is refused', async (_, body) => {
    expect(await send('POST', '/apikey', body)).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  })

  test('ids that cannot be are refused, unknown ones are not found', async () => {
    expect((await send('PUT', `/apikey/${'x'.repeat(10_240)}`, { keyName: 'y' })).status).toBeGreaterThanOrEqual(400)
    expect(await send('PUT', '/apikey/unknown', { keyName: 'y' })).toMatchObject({
      status: 404,
      body: { code: 'api-key-not-found' },
    })
  })
})

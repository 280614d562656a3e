import { SECRET_IS_SET } from '@chatwright/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFlowUsage } from '../flow-usage/flow-usage.ts'
import { createCredentialService } from './credential-service.ts'
import { createCredentialStore } from './credential-store.ts'
import { createCredentialVault } from './credential-vault.ts'
import { createSecretReferences } from './secret-references.ts'
import { createSecretBox } from './secret-box.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const CANARY = 'sk-canary-4e1f9a77'

/** The same rules over the same database, asked directly as a run asks them. */
function vaultOf({ database }: TestServer) {
  const outbound = { fetch, providerFetch: fetch, dialAddress: async (host: string) => host }
  const catalogue = {
    describeCredential: () => undefined,
    loadCredential: () => Promise.reject(new Error('No kind is loaded here')),
  }
  return createCredentialService({
    store: createCredentialStore(database),
    vault: createCredentialVault(createSecretBox(() => [Buffer.alloc(32, 7)])),
    references: createSecretReferences({
      config: { credentialEnv: [], credentialFiles: undefined, vault: undefined },
      environment: {},
      providerFetch: fetch,
    }),
    usage: createFlowUsage(database),
    catalogue,
    outbound,
    connections: { handleFor: (id) => id, revoke: async () => undefined },
  })
}

const flowWith = (credential: string, name = 'chatOpenAI') =>
  JSON.stringify({
    nodes: [
      { id: `${name}_0`, data: { id: `${name}_0`, name, label: 'My model', baseClasses: [], inputs: {}, credential } },
    ],
    edges: [],
  })

describeOnBothDatabases('Credentials', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.send(method, `/api/v1${path}`, body)
  const create = async (values: object = {}) =>
    (
      await send('POST', '/credentials', {
        name: 'Mine',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: CANARY },
        ...values,
      })
    ).body
  const stored = () => server.database.query.selectFrom('credential').selectAll().execute()

  test('[LIST-4] a secret goes in and never comes out', async () => {
    const created = await create()
    expect(created).toMatchObject({
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: SECRET_IS_SET },
    })
    const seen = [
      created,
      (await send('GET', `/credentials/${created.id}`)).body,
      (await send('GET', '/credentials')).body,
      (await send('GET', '/credentials?credentialName=openAIApi')).body,
      (await send('PUT', `/credentials/${created.id}`, { name: 'Renamed' })).body,
      await stored(),
    ]
    expect(JSON.stringify(seen)).not.toContain(CANARY)
    expect(JSON.stringify(seen.slice(0, 5))).not.toContain('encrypted')
  })

  test('lists narrow to kinds, one or several', async () => {
    await create()
    await create({ name: 'Hub', credentialName: 'githubApi', plainDataObj: { accessToken: 'x' } })
    const names = async (query: string) =>
      (await send('GET', `/credentials${query}`)).body.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['Hub', 'Mine'])
    expect(await names('?credentialName=githubApi')).toEqual(['Hub'])
    expect(await names('?credentialName=githubApi&credentialName=openAIApi')).toEqual(['Hub', 'Mine'])
    expect(await names('?credentialName=none')).toEqual([])
  })

  test('[LIST-4] editing one field keeps the others, and the marker sent back keeps the secret', async () => {
    const { id } = await create()
    const flow = await send('POST', '/chatflows', { name: 'F', flowData: flowWith(id) })
    const value = () => vaultOf(server).forFlow(id, { allowedNames: ['openAIApi'], flowId: flow.body.id })
    await send('PUT', `/credentials/${id}`, { name: 'Other', plainDataObj: { openAIApiKey: SECRET_IS_SET } })
    expect(await value()).toEqual({ openAIApiKey: CANARY })
    await send('PUT', `/credentials/${id}`, { plainDataObj: {} })
    expect(await value()).toEqual({ openAIApiKey: CANARY })
    await send('PUT', `/credentials/${id}`, { plainDataObj: { openAIApiKey: 'new' } })
    expect(await value()).toEqual({ openAIApiKey: 'new' })
    const cleared = await send('PUT', `/credentials/${id}`, { plainDataObj: { openAIApiKey: '' } })
    expect(cleared.body.plainDataObj).toEqual({})
  })

  test('knowing an id is not a right to use it', async () => {
    const { id } = await create()
    const using = await send('POST', '/chatflows', { name: 'Uses it', flowData: flowWith(id) })
    const other = await send('POST', '/chatflows', {
      name: 'Knows it',
      flowData: JSON.stringify({
        nodes: [{ id: 'a', data: { id: 'a', name: 'x', label: 'x', baseClasses: [], inputs: { text: `"${id}"` } } }],
        edges: [],
      }),
    })
    const open = (flowId: string, allowedNames: string[]) => vaultOf(server).forFlow(id, { allowedNames, flowId })
    expect(await open(using.body.id, ['openAIApi'])).toEqual({ openAIApiKey: CANARY })
    await expect(open(other.body.id, ['openAIApi'])).rejects.toMatchObject({ code: 'credential-refused' })
    await expect(open('unknown', ['openAIApi'])).rejects.toMatchObject({ code: 'credential-refused' })
    await expect(open(using.body.id, ['githubApi'])).rejects.toMatchObject({ code: 'credential-refused' })
    await expect(open(using.body.id, [])).rejects.toMatchObject({ code: 'credential-refused' })
  })

  test('ciphertexts cannot be swapped between rows', async () => {
    const mine = await create()
    const yours = await create({ name: 'Yours' })
    const [first, second] = await stored()
    await server.database.query
      .updateTable('credential')
      .set({ encrypted_data: first?.id === mine.id ? (first?.encrypted_data ?? '') : (second?.encrypted_data ?? '') })
      .where('id', '=', yours.id)
      .execute()
    const read = await send('GET', `/credentials/${yours.id}`)
    expect(read).toMatchObject({ status: 409, body: { code: 'credential-unreadable' } })
    const mended = await send('PUT', `/credentials/${yours.id}`, { plainDataObj: { openAIApiKey: 'again' } })
    expect(mended.status).toBe(200)
  })

  test('[LIST-4] one in use says by which flows and nodes, and is deleted only on purpose', async () => {
    const { id } = await create()
    const flow = await send('POST', '/chatflows', { name: 'Support', flowData: flowWith(id) })
    const use = { id: flow.body.id, name: 'Support' }
    expect((await send('GET', `/credentials/${id}/usage`)).body).toEqual([
      { ...use, nodes: [{ id: 'chatOpenAI_0', label: 'My model' }] },
    ])
    expect(await send('DELETE', `/credentials/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'credential-in-use', details: { flows: [use] } },
    })
    expect((await send('DELETE', `/credentials/${id}?force=true`)).body).toEqual({ raw: [], affected: 1 })
    expect((await send('GET', `/credentials/${id}`)).status).toBe(404)
  })

  test('one that a channel speaks with says so, and is deleted only on purpose', async () => {
    const plainDataObj = { slackBotToken: 'xoxb-1', slackSigningSecret: 'hush' }
    const { id } = await create({ credentialName: 'slackAppApi', plainDataObj })
    const flow = await send('POST', '/chatflows', { name: 'Support', flowData: '{"nodes":[],"edges":[]}' })
    const use = { id: flow.body.id, name: 'Support' }
    const channel = await send('POST', '/channels', { kind: 'slack', name: 'Helper', flowId: use.id })
    expect((await send('GET', `/credentials/${id}/usage`)).body).toEqual([])
    await send('PUT', `/channels/${channel.body.id}`, { credentialId: id })
    expect((await send('GET', `/credentials/${id}/usage`)).body).toEqual([
      { ...use, nodes: [{ id: channel.body.id, label: 'Helper' }] },
    ])
    expect(await send('DELETE', `/credentials/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'credential-in-use', details: { flows: [use] } },
    })
    expect((await send('DELETE', `/credentials/${id}?force=true`)).status).toBe(200)
  })

  test('one that only a store of documents uses, or one of its sources, is in use too', async () => {
    const [model, loader] = [await create(), await create({ name: 'Of a loader' })]
    const store = (await send('POST', '/document-store/store', { name: 'Handbook' })).body
    await send('POST', '/document-store/vectorstore/save', {
      storeId: store.id,
      embeddingName: 'openAIEmbeddings',
      embeddingConfig: { credential: model.id },
    })
    await send('POST', '/document-store/loader/save', {
      storeId: store.id,
      loaderId: 'plainText',
      loaderConfig: { text: 'Words' },
      credential: loader.id,
    })
    for (const { id } of [model, loader]) {
      const use = { id: store.id, name: 'Handbook' }
      expect((await send('GET', `/credentials/${id}/usage`)).body).toEqual([{ ...use, nodes: [], isStore: true }])
      expect(await send('DELETE', `/credentials/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'credential-in-use', details: { flows: [use] } },
      })
      expect((await send('DELETE', `/credentials/${id}?force=true`)).status).toBe(200)
    }
  })

  test('twenty edits at once lose nothing', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send('PUT', `/credentials/${id}`, { name: `n${i}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await send('GET', `/credentials/${id}`)).body.plainDataObj).toEqual({ openAIApiKey: SECRET_IS_SET })
  })

  test.each([
    ['an unknown field', { owner: 'me' }, 400],
    ['ciphertext from outside', { encryptedData: 'v1.x.y' }, 400],
    ['a field the kind does not have', { plainDataObj: { nope: 'x' } }, 400],
    ['a nested value', { plainDataObj: { openAIApiKey: { a: 1 } } }, 400],
    ['an unknown kind', { credentialName: 'nope' }, 404],
    ['a kind named like a property of objects', { credentialName: 'constructor' }, 404],
    ['a blank name', { name: ' ' }, 400],
    ['values that are no object', { plainDataObj: 'x' }, 400],
  ])('%s is refused', async (_, values, status) => {
    const answer = await send('POST', '/credentials', {
      name: 'x',
      credentialName: 'openAIApi',
      plainDataObj: {},
      ...values,
    })
    expect(answer.status).toBe(status)
    expect(await stored()).toEqual([])
  })
})

describeOnBothDatabases('Testing a credential', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  test('values are tried with the vendor; a refusal says why, without the key it may quote', async () => {
    const refused = await server.send('POST', '/api/v1/credentials/test', {
      credentialName: 'githubApi',
      plainDataObj: { accessToken: CANARY },
    })
    expect(refused.status).toBe(200)
    expect(refused.body).toMatchObject({ ok: false, message: expect.any(String) })
    expect(JSON.stringify(refused.body)).not.toContain(CANARY)
  })

  test('what does not exist cannot be tested', async () => {
    expect((await server.send('POST', '/api/v1/credentials/unknown/test', {})).status).toBe(404)
    const answer = await server.send('POST', '/api/v1/credentials/test', { credentialName: 'nope', plainDataObj: {} })
    expect(answer.status).toBe(404)
  })
})

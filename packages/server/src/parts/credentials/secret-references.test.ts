import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { answerAtEdge } from '../../../testing/recorded-edge.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { readConfig } from '../../ground/config/config.ts'
import type { Answer } from '../../guards/outbound/dispatch.ts'
import type { RequestParts } from '../../guards/outbound/request-parts.ts'

/** What Vault 1.15 answers, its key/value engine of version 2. */
const kept = JSON.stringify({
  request_id: '6b1e1d2c-4a57-5b0b-7d4e-1f6c1ad1a1f5',
  lease_id: '',
  renewable: false,
  lease_duration: 0,
  data: {
    data: { key: 'sk-of-vault-77' },
    metadata: {
      created_time: '2026-11-01T10:00:00Z',
      custom_metadata: null,
      deletion_time: '',
      destroyed: false,
      version: 3,
    },
  },
  wrap_info: null,
  warnings: null,
  auth: null,
})
const vaultAnswers: Record<string, { status: number; body: string }> = {
  '/v1/secret/data/team/openai': { status: 200, body: kept },
  '/v1/secret/data/forbidden': { status: 403, body: '{"errors":["1 error occurred:\\n\\t* permission denied\\n\\n"]}' },
}
const asked: { host: string; path: string; headers: Record<string, string> }[] = []
async function dispatch(agent: unknown, parts: RequestParts): Promise<Answer> {
  asked.push({ host: parts.url.host, path: parts.url.pathname, headers: parts.headers })
  if (parts.url.host !== '10.1.2.3:8200') return answerAtEdge(agent, parts)
  const { status, body } = vaultAnswers[parts.url.pathname] ?? { status: 404, body: '{"errors":[]}' }
  const pieces = [new TextEncoder().encode(body)]
  const headers = new Headers({ 'content-type': 'application/json' })
  return { status, statusText: '', headers, body: { read: async () => pieces.shift(), cancel: () => undefined } }
}

const folder = temporaryFolder()
const files = join(folder.path, 'secrets')
let server: TestServer
beforeAll(() => {
  mkdirSync(files)
  writeFileSync(join(files, 'openai'), 'sk-of-a-file-77\n')
  writeFileSync(join(folder.path, 'outside'), 'sk-outside')
  symlinkSync(join(folder.path, 'outside'), join(files, 'link'))
  Object.assign(process.env, { TEAM_OPENAI: 'sk-of-the-environment-77', NOT_LISTED: 'sk-not-listed' })
})
afterAll(() => {
  for (const name of ['TEAM_OPENAI', 'NOT_LISTED']) delete process.env[name]
  folder.remove()
})
beforeEach(async () => {
  asked.length = 0
  const vault = { VAULT_ADDR: 'http://10.1.2.3:8200/', VAULT_TOKEN: 'hvs.the-token', VAULT_NAMESPACE: 'apps' }
  // As wide as an operator can write it.
  server = await testServer({ dispatch, env: { CREDENTIAL_ENV: LISTED, CREDENTIAL_FILES: files, ...vault } })
})
afterEach(() => server.close())
const LISTED = 'TEAM_*,SECRET_KEY,DATABASE_*,VAULT_TOKEN,FLOWISE_SECRETKEY_OVERWRITE'

const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.send(method, `/api/v1${path}`, body)
const keep = (openAIApiKey: string) =>
  send('POST', '/credentials', { name: 'Team key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey } })

/** Asks a flow whose credential says so. What the provider was shown, or why not. */
async function use(reference: string) {
  const flowId = await createConversation(server, { vendorUrl: 'https://models.example/v1' })
  const flow = (await send('GET', `/chatflows/${flowId}`)).body
  const credentialId = (JSON.parse(flow.flowData) as { nodes: { data: { credential?: string } }[] }).nodes
    .map(({ data }) => data.credential)
    .find((id) => id !== undefined)
  const changed = await send('PUT', `/credentials/${credentialId}`, { plainDataObj: { openAIApiKey: reference } })
  if (changed.status !== 200) return { refused: changed.body.message as string, credentialId }
  const answer = await send('POST', `/prediction/${flowId}`, { question: 'Hi' })
  const shown = asked.findLast(({ host }) => host === 'models.example')?.headers['authorization']
  return { status: answer.status, text: answer.text, shown, credentialId }
}

test.each([
  ['env:TEAM_OPENAI', 'sk-of-the-environment-77'],
  ['file:openai', 'sk-of-a-file-77'],
  ['vault:secret/team/openai#key', 'sk-of-vault-77'],
])('%s is read when a flow uses it, shown as it is written, and its value lies nowhere', async (reference, value) => {
  const used = await use(reference)
  expect(used).toMatchObject({ status: 200, shown: `Bearer ${value}` })
  const shown = await send('GET', `/credentials/${used.credentialId}`)
  expect(shown.body.plainDataObj).toEqual({ openAIApiKey: reference })
  // Sent back as it came, it stays.
  await send('PUT', `/credentials/${used.credentialId}`, { plainDataObj: shown.body.plainDataObj, name: 'Renamed' })
  expect((await send('GET', `/credentials/${used.credentialId}`)).body.plainDataObj).toEqual({
    openAIApiKey: reference,
  })
  const all = (await send('GET', '/database/export')).text + shown.text + used.text
  expect(all).not.toContain(value)
})

test('Vault is asked with its token and namespace, once for many runs, and its token goes nowhere else', async () => {
  await use('vault:secret/team/openai#key')
  await use('vault:secret/team/openai#key')
  const atVault = asked.filter(({ host }) => host === '10.1.2.3:8200')
  expect(atVault).toHaveLength(1)
  expect(atVault[0]?.headers).toMatchObject({ 'x-vault-token': 'hvs.the-token', 'x-vault-namespace': 'apps' })
  const elsewhere = asked.filter(({ host }) => host !== '10.1.2.3:8200')
  expect(elsewhere.length).toBeGreaterThan(0)
  expect(JSON.stringify(elsewhere)).not.toContain('hvs.the-token')
})

test.each([
  'env:NOT_LISTED',
  // Listed or not: they are the server's.
  'env:SECRET_KEY',
  'env:DATABASE_URL',
  'env:VAULT_TOKEN',
  'env:FLOWISE_SECRETKEY_OVERWRITE',
  'env:TEAM_OPENAI;x',
  'vault:secret/../sys/raw#key',
  'vault:secret/team/%2e%2e/x#key',
  'vault:openai',
])('%s is refused before it is stored', async (reference) => {
  const answer = await keep(reference)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  expect(answer.body.message).toContain(reference)
  expect(
    (
      await send('POST', '/credentials/test', {
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: reference },
      })
    ).text,
  ).not.toContain('"ok":true')
  expect((await send('GET', '/credentials')).body).toEqual([])
})

test.each([
  ['file:../outside', 'it lies outside CREDENTIAL_FILES.'],
  ['file:link', 'it lies outside CREDENTIAL_FILES.'],
  ['file:/etc/passwd', 'it lies outside CREDENTIAL_FILES.'],
  ['file:missing', 'there is no such file.'],
  ['env:TEAM_OTHER', "the server's environment has no TEAM_OTHER. Set it and restart."],
  ['vault:secret/team/openai#other', 'the secret in Vault has no text "other".'],
  ['vault:secret/nothing#key', 'Vault has no secret there.'],
  ['vault:secret/forbidden#key', "Vault answered 403. VAULT_TOKEN may not read it. Check the token's policy."],
])('%s that cannot be read ends the run with a sentence, and nothing is sent', async (reference, why) => {
  const used = await use(reference)
  expect(used.status).toBeGreaterThanOrEqual(400)
  expect(used.shown).toBeUndefined()
  expect(JSON.parse(used.text ?? '{}').message).toContain(why)
  expect(used.text).toContain(reference)
})

test('a visitor learns that it failed, and not where the secret lies', async () => {
  const login = { CHATWRIGHT_USERNAME: 'ann', CHATWRIGHT_PASSWORD: 'a long password' }
  const guarded = await testServer({ dispatch, env: { CREDENTIAL_ENV: LISTED, ...login } })
  try {
    const headers = { authorization: `Basic ${Buffer.from('ann:a long password').toString('base64')}` }
    const flowId = await createConversation(guarded, { vendorUrl: 'https://models.example/v1', headers })
    const [credential] = (await guarded.send('GET', '/api/v1/credentials', undefined, headers)).body
    const plainDataObj = { openAIApiKey: 'env:TEAM_OTHER' }
    await guarded.send('PUT', `/api/v1/credentials/${credential.id}`, { plainDataObj }, headers)
    const answer = await guarded.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('TEAM_OTHER')
  } finally {
    await guarded.close()
  }
})

test('a server that opened nothing reads nothing, and the folder of secrets holds no data folder', async () => {
  const closed = await testServer({ dispatch })
  try {
    for (const reference of ['env:TEAM_OPENAI', 'file:openai', 'vault:secret/team/openai#key']) {
      const body = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: reference } }
      expect((await closed.send('POST', '/api/v1/credentials', body)).status, reference).toBe(400)
    }
  } finally {
    await closed.close()
  }
  expect(() => readConfig({ DATA_DIR: join(files, 'data'), CREDENTIAL_FILES: files })).toThrow('CREDENTIAL_FILES')
  expect(() => readConfig({ DATA_DIR: folder.path, CREDENTIAL_FILES: files })).not.toThrow()
  expect(() => readConfig({ SECRET_KEY_FILE: join(files, 'key'), CREDENTIAL_FILES: files })).toThrow('CREDENTIAL_FILES')
})

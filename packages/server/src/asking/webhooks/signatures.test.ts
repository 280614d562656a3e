import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { testServer, type TestAnswer, type TestServer } from '../../../testing/test-server.ts'
import type { SignatureSettings } from './read-webhook.ts'
import { hmacOf, signatureKinds } from './signature.ts'

const run = promisify(execFile)
const kinds = Object.keys(signatureKinds) as SignatureSettings['type'][]
const guide = readFileSync(fileURLToPath(new URL('../../../../../docs/triggers.md', import.meta.url)), 'utf8')
const BASE = '/chat'
const OWNER = `Basic ${Buffer.from('ann:a long secret').toString('base64')}`

let server: TestServer
let proxy: Server
let outside: string

const asOwner: TestServer['send'] = (method, url, body) => server.send(method, url, body, { authorization: OWNER })

interface Signing {
  kind: SignatureSettings['type']
  isTimed?: boolean
  method?: 'POST' | 'GET'
}
interface Sent {
  method: string
  target: string
  body: string
  headers: Record<string, string>
}

beforeAll(async () => {
  const login = { CHATWRIGHT_USERNAME: 'ann', CHATWRIGHT_PASSWORD: 'a long secret' }
  server = await testServer({ env: { PUBLIC_URL: `https://bots.example${BASE}`, TRUSTED_PROXIES: '1', ...login } })
  const address = await server.listen()
  // As the proxy in front of a server that lives below a path.
  proxy = createServer((request, response) => {
    const url = new URL((request.url ?? '').replace(BASE, ''), address)
    const { host: _, ...headers } = request.headers
    request.pipe(
      httpRequest(url, { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy.close()
  await server.close()
})

/** Says all that it is given. */
const createFlow = () =>
  createAgentFlow(
    { ...server, send: asOwner },
    {
      steps: {
        directReplyAgentflow_0: {
          directReplyMessage: 'body {{$webhook.body}} query {{$webhook.query}} headers {{$webhook.headers}}',
        },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    },
  )

async function createWebhook({ kind, isTimed = true, method = 'POST' }: Signing, more: object = {}) {
  const timed = kind === 'hmac-sha256' && isTimed ? { goodForSeconds: 60 } : {}
  const flowId = await createFlow()
  const webhook = { method, signature: kind, question: 'Hello', ...timed, ...more }
  const { id } = (await asOwner('POST', '/api/v1/triggers', { flowId, kind: 'webhook', name: kind, webhook })).body
  const secret: string = (await asOwner('POST', `/api/v1/chatflows/${id}/webhook-secret`)).body.webhookSecret
  return { id: id as string, secret }
}

/** As a sender signs that reads the guide, and shares no code with the server. */
function sign({ kind, isTimed = true }: Signing, secret: string, sent: Omit<Sent, 'headers'>): Sent {
  const time = String(Math.floor(Date.now() / 1000))
  const [, query = ''] = sent.target.split('?')
  const shown = {
    v2: () =>
      `v2=${hmacOf(secret, [`${time}.${sent.method}.${BASE}${sent.target.replaceAll('.', '%2E')}.${sent.body}`])}`,
    'hmac-sha256': () => `sha256=${hmacOf(secret, [isTimed ? `${time}.` : '', sent.body || query])}`,
    'plain-token': () => secret,
  }[kind]()
  return {
    ...sent,
    headers: {
      ...(sent.body && { 'content-type': 'application/json' }),
      ...(isTimed && { 'x-webhook-timestamp': time }),
      'x-shop': 'north',
      'x-webhook-signature': shown,
    },
  }
}

let senders = 0
/** Each from a network of its own: guesses are counted by network. */
const send = ({ method, target, body, headers }: Sent): Promise<TestAnswer> =>
  server.send(method as 'POST', target, body === '' ? undefined : body, {
    'x-forwarded-for': `198.51.${Math.floor((senders += 1) / 250)}.${senders % 250}`,
    ...headers,
  })

const EVIL = 'changed-on-the-way'
/** All that a delivery consists of, changed. */
const changes: Record<string, (sent: Sent) => Sent> = {
  'the method': (sent) => ({ ...sent, method: sent.method === 'GET' ? 'DELETE' : 'PUT' }),
  'the path': (sent) => ({ ...sent, target: sent.target.replace('/webhook/', `/%77ebhook/`) }),
  'the query': (sent) => ({ ...sent, target: `${sent.target}&${EVIL}=1` }),
  'the query behind another question mark': (sent) => ({ ...sent, target: `${sent.target}?${EVIL}=1` }),
  'the whole query': (sent) => ({ ...sent, target: sent.target.replace(/\?.*/, `?${EVIL}=1`) }),
  'what stands behind a hash': (sent) => ({ ...sent, target: sent.target.replace(/\?.*/, `#${EVIL}=1`) }),
  'a header': (sent) => ({ ...sent, headers: { ...sent.headers, 'x-shop': EVIL } }),
  'one header more': (sent) => ({ ...sent, headers: { ...sent.headers, 'x-more': EVIL } }),
  'the time': (sent) => ({
    ...sent,
    headers: { ...sent.headers, 'x-webhook-timestamp': String(Math.floor(Date.now() / 1000) + 5) },
  }),
  'the body': (sent) => ({
    ...sent,
    body: JSON.stringify({ [EVIL]: 1 }),
    headers: { ...sent.headers, 'content-type': 'application/json' },
  }),
  'the place where the query ends and the body begins': (sent) => {
    const [target = '', body = ''] = sent.body.split('.')
    return { ...sent, target: `${sent.target}.${target}`, body }
  },
}

const signings: Signing[] = kinds
  .filter((kind) => signatureKinds[kind].over)
  .flatMap((kind) => [true, false].map((isTimed) => ({ kind, isTimed })))
  .filter(({ kind, isTimed }) => isTimed || kind !== 'v2')
  .flatMap((each) => (['POST', 'GET'] as const).map((method) => ({ ...each, method })))

describe.each(signings)('A delivery signed by $kind (time: $isTimed) and sent by $method', (signing) => {
  const honest = (id: string, secret: string) =>
    sign(signing, secret, {
      method: signing.method ?? 'POST',
      target: `/api/v1/webhook/${id}?amount=1.5`,
      body: signing.method === 'GET' ? '' : '{"order":"seven","note":"1.5"}',
    })

  test('hands on what is signed and nothing else, whatever is changed on the way', async () => {
    const { id, secret } = await createWebhook(signing)
    const good = await send(honest(id, secret))
    expect(good.status, good.text).toBe(200)
    expect(good.body.text.includes('"order":"seven"')).toBe(signing.method === 'POST')
    expect(good.body.text.includes('"amount":"1.5"')).toBe(signing.kind === 'v2' || signing.method === 'GET')
    expect(good.body.text).not.toContain('north')
    for (const [what, change] of Object.entries(changes)) {
      // One of its own each time: what is sent again is answered by the run that it began.
      const { id, secret } = await createWebhook(signing)
      const answer = await send(change(honest(id, secret)))
      const isRefused = [401, 405].includes(answer.status)
      // The body of a request by GET is not read.
      const isUsed = !what.includes('header') && !(what === 'the body' && signing.method === 'GET')
      if (signing.kind === 'v2' && isUsed) expect(isRefused, `${what} ${answer.text}`).toBe(true)
      if (!isRefused)
        expect([answer.status, answer.text.includes(EVIL)], `${what} ${answer.text}`).toEqual([200, false])
    }
  })
})

test('a token proves the sender alone, and is the only kind that does', () => {
  expect(kinds.filter((kind) => !signatureKinds[kind].over)).toEqual(['plain-token'])
})

test('a new webhook demands the kind that covers everything, and refuses what it holds if it is late, bare or of another address', async () => {
  const made = { flowId: await createFlow(), kind: 'webhook', name: 'New', webhook: {} }
  const { body } = await asOwner('POST', '/api/v1/triggers', made)
  expect(body.webhook.signature).toBe('v2')
  const { id, secret } = await createWebhook({ kind: 'v2' })
  const other = await createWebhook({ kind: 'v2' })
  const signed = (ofId = id) =>
    sign({ kind: 'v2' }, secret, { method: 'POST', target: `/api/v1/webhook/${ofId}`, body: '{}' })
  const { headers } = signed()
  const bare = { ...headers, 'x-webhook-signature': headers['x-webhook-signature']?.slice(3) ?? '' }
  expect((await send({ ...signed(), headers: bare })).status).toBe(401)
  expect((await send({ ...signed(), target: `/api/v1/webhook/${other.id}` })).status).toBe(401)
  await asOwner('PUT', `/api/v1/triggers/${id}/test`, { open: true })
  expect((await send({ ...signed(), target: `/api/v1/webhook-test/${id}` })).status).toBe(401)
  const late = signed()
  const time = Number(headers['x-webhook-timestamp']) - 301
  const text = `${time}.POST.${BASE}/api/v1/webhook/${id}.{}`
  const old = { 'x-webhook-timestamp': String(time), 'x-webhook-signature': `v2=${hmacOf(secret, [text])}` }
  expect((await send({ ...late, headers: { ...late.headers, ...old } })).body.code).toBe('signature-expired')
  expect((await send(signed())).status).toBe(200)
})

test('a field that is demanded where nobody signs it is named, with the way out', async () => {
  const fields = [{ in: 'headers', name: 'X-Kind', required: true }]
  const { id, secret } = await createWebhook({ kind: 'v2' }, { fields })
  const sent = sign({ kind: 'v2' }, secret, { method: 'POST', target: `/api/v1/webhook/${id}`, body: '{}' })
  const { status, body } = await send({ ...sent, headers: { ...sent.headers, 'x-kind': 'new' } })
  expect([status, body.details.issues[0].path]).toEqual([400, 'headers.x-kind'])
  expect(body.message).toContain('Send it in the body')
})

test('one that was signed before the upgrade goes on as it was, says so, and stops with another signature', async () => {
  const signing: Signing = { kind: 'hmac-sha256', isTimed: false }
  const { id, secret } = await createWebhook(signing)
  const describeOne = async () =>
    (await asOwner('GET', '/api/v1/webhooks')).body.data.find((each: { id: string }) => each.id === id)
  expect(await describeOne()).toMatchObject({ signature: 'hmac-sha256', handsOnUnsigned: false })
  await server.database.query.updateTable('flow_trigger').set({ hands_on_unsigned: 1 }).where('id', '=', id).execute()
  const sent = () => sign(signing, secret, { method: 'POST', target: `/api/v1/webhook/${id}?shop=n`, body: '{"a":1}' })
  expect((await send(sent())).body.text).toContain('"x-shop":"north"')
  expect(await describeOne()).toMatchObject({ handsOnUnsigned: true })
  const change = (signature: string) =>
    asOwner('PUT', `/api/v1/triggers/${id}`, {
      kind: 'webhook',
      name: 'Old',
      webhook: { signature, question: 'Hi' },
    })
  await change('hmac-sha256')
  expect((await describeOne()).handsOnUnsigned).toBe(true)
  await change('v2')
  await change('hmac-sha256')
  expect((await send(sent())).body.text).not.toContain('north')
})

/** Lines of a shell, run as a reader runs them. */
async function runShell(lines: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await run('bash', ['-euc', lines], { env: { ...process.env, no_proxy: '127.0.0.1', ...env } })
  return stdout
}

test.each(kinds.flatMap((kind) => (['POST', 'GET'] as const).map((method) => ({ kind, method }))))(
  'the lines that the screen shows for $kind by $method are taken',
  async (signing) => {
    const { id, secret } = await createWebhook(signing)
    const { data } = (await asOwner('GET', '/api/v1/webhooks')).body
    const { example } = data.find((each: { id: string }) => each.id === id)
    expect(example).toContain(`${BASE}/api/v1/webhook/${id}`)
    const answer = await runShell(example.replace('https://bots.example', outside), { SECRET: secret })
    expect(JSON.parse(answer).text, answer).toContain('body {')
  },
)

test('the lines of the guide are taken', async () => {
  const blocks = [...guide.matchAll(/^```(sh|js)\n([\s\S]*?)^```/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }))
  const lines = blocks.filter(({ text }) => text.includes('v2='))
  expect(lines.map(({ kind }) => kind)).toEqual(['sh', 'js'])
  for (const { kind, text } of lines) {
    const { id, secret } = await createWebhook({ kind: 'v2' })
    const env = { SECRET: secret, CHATWRIGHT: `${outside}${BASE}`, no_proxy: '127.0.0.1' }
    const code = text.replaceAll('webhook/ID', `webhook/${id}`)
    const program = { sh: ['bash', '-euc'], js: [process.execPath, '--input-type=module', '-e'] }[kind] ?? []
    const [name = '', ...options] = program
    const { stdout } = await run(name, [...options, code], { env: { ...process.env, ...env } })
    expect(stdout, kind).toContain('order')
  }
})

import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowInBrowser, CLIENT, startOAuthProvider, type OAuthProvider } from '../../../testing/oauth-provider.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { toCredentialValues } from '../credentials/credential-fields.ts'
import { createCredentialStore } from '../credentials/credential-store.ts'
import { createCredentialVault } from '../credentials/credential-vault.ts'
import { createSecretBox } from '../credentials/secret-box.ts'
import { createConnectionAccess } from './connection-access.ts'
import { createConnectionService } from './connection-service.ts'
import { markCookie } from './started-here.ts'

const REDIRECT = 'http://localhost:3000/api/v1/credentials/callback'

const SECRET_KEY = Buffer.alloc(32, 5)

let server: TestServer
let provider: OAuthProvider

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

async function create(changes: object = {}): Promise<string> {
  const { id } = await send('POST', '/credentials', {
    name: 'Stock',
    credentialName: 'oAuth2Api',
    plainDataObj: {
      grant: 'authorization-code',
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      authorizationUrl: `${provider.origin}/auth`,
      deviceUrl: `${provider.origin}/device/auth`,
      tokenUrl: `${provider.origin}/token`,
      revokeUrl: `${provider.origin}/token/revocation`,
      scopes: 'openid offline_access items:read items:write',
      apiHosts: '127.0.0.1',
      ...changes,
    },
  })
  return id
}

/** Starts a sign-in as a browser does, which keeps the cookie. */
async function startSignIn(id: string) {
  const { body, headers } = await server.send('POST', `/api/v1/credentials/${id}/connect`)
  const setCookie = String(headers['set-cookie'])
  const [cookie = ''] = setCookie.split(';')
  return { authorizationUrl: String(body.authorizationUrl), setCookie, browser: { cookie } }
}

async function connect(id: string) {
  const { authorizationUrl, browser } = await startSignIn(id)
  const { pathname, search } = await allowInBrowser(authorizationUrl, REDIRECT)
  return server.send('GET', `${pathname}${search}`, undefined, browser)
}

/** The state of a connection, as the list shows it. */
const stateOf = async (id: string) => {
  const listed = (await send('GET', '/credentials')) as {
    id: string
    connection?: { state: string; message?: string }
  }[]
  return listed.find((each) => each.id === id)?.connection
}

/** What signs requests in a process of its own, over the same database. */
async function anotherProcess(changes: { fetch?: typeof fetch; now?: () => Date } = {}) {
  const vault = createCredentialVault(createSecretBox(() => [SECRET_KEY]))
  return createConnectionAccess({
    store: createCredentialStore(server.database),
    vault,
    catalogue: await loadCatalogue(),
    values: async (row) => toCredentialValues(vault.open(row, { to: 'owner' })),
    fetch,
    secrets: { remember: () => undefined },
    now: () => new Date(),
    ...changes,
  })
}

/** Asks the provider's API in an HTTP step, as a flow does. */
async function askItems(credential: string, path = '/items') {
  const node = (id: string, name: string, inputs: object, more: object = {}) => ({
    id,
    type: 'agentFlow',
    position: { x: 0, y: 0 },
    data: { id, name, label: id, version: 1, category: 'Agent Flows', inputs, ...more },
  })
  const { id } = await send('POST', '/chatflows', {
    name: 'Items',
    type: 'AGENTFLOW',
    flowData: JSON.stringify({
      nodes: [
        node('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        node('httpAgentflow_0', 'httpAgentflow', { method: 'GET', url: `${provider.origin}${path}` }, { credential }),
        node('directReplyAgentflow_0', 'directReplyAgentflow', {
          directReplyMessage: '{{ httpAgentflow_0.output.http.data }}',
        }),
      ],
      edges: [
        ['startAgentflow_0', 'httpAgentflow_0'],
        ['httpAgentflow_0', 'directReplyAgentflow_0'],
      ].map(([source, target]) => ({
        id: `${source}-${target}`,
        source,
        target,
        sourceHandle: `${source}-output-${source?.split('_')[0]}`,
        targetHandle: target,
        type: 'agentFlow',
      })),
    }),
  })
  return server.send('POST', `/api/v1/prediction/${id}`, { question: 'Go', streaming: false })
}

describeOnBothDatabases('connections', (start) => {
  beforeAll(async () => {
    provider = await startOAuthProvider(REDIRECT)
    server = await start({
      secretKey: SECRET_KEY,
      env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' },
    })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  test('is allowed in a browser once, signs requests, and shows its tokens to nobody', async () => {
    const id = await create()
    expect(await stateOf(id)).toBeUndefined()
    const back = await connect(id)
    expect([back.status, back.headers['location']]).toEqual([302, '/credentials?connection=connected'])
    expect(await stateOf(id)).toEqual({ state: 'connected' })
    const answer = await askItems(id)
    expect([answer.status, answer.body.text]).toEqual([200, expect.stringContaining('Tea')])
    const [token = ''] = provider.shown.slice(-1)
    expect(token).not.toBe('')
    const row = await server.database.query.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await send('GET', `/credentials/${id}`))).not.toContain(token)
    expect(JSON.stringify(await send('GET', `/credentials/${id}`))).not.toContain('_connection')
  })

  test('a link is good once, and for the one it was made for', async () => {
    const id = await create()
    const { authorizationUrl, browser } = await startSignIn(id)
    const back = await allowInBrowser(authorizationUrl, REDIRECT)
    const forged = new URL(back)
    forged.searchParams.set('state', `${id}.guessed`)
    const open = ({ pathname, search }: URL) => server.send('GET', `${pathname}${search}`, undefined, browser)
    expect((await open(forged)).body.code).toBe('link-invalid')
    expect((await open(back)).status).toBe(302)
    expect((await open(back)).body.code).toBe('link-invalid')
    const denied = await startSignIn(id)
    const state = new URL(denied.authorizationUrl).searchParams.get('state') ?? ''
    const path = `/api/v1/credentials/callback?error=access_denied&state=${state}`
    await server.send('GET', path, undefined, denied.browser)
    expect(await stateOf(id)).toEqual({ state: 'failed', message: 'Access was denied (access_denied).' })
  })

  test('only the browser that started a sign-in finishes it', async () => {
    const id = await create()
    const { authorizationUrl, browser, setCookie } = await startSignIn(id)
    expect(setCookie).toMatch(
      /^chatwright-connection-[\w-]+=[\w-]{43}; Path=\/api\/v1\/credentials\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const { pathname, search } = await allowInBrowser(authorizationUrl, REDIRECT)
    const others = await startSignIn(await create())
    const [name = ''] = browser.cookie.split('=')
    for (const cookie of ['', others.browser.cookie, `${name}=guessed`, `${name}=`, `x${browser.cookie}`]) {
      const refused = await server.send('GET', `${pathname}${search}`, undefined, { cookie })
      expect([cookie, refused.status, refused.body.message]).toEqual([
        cookie,
        400,
        'This sign-in was started in another browser. Open http://localhost:3000 and connect it again from there.',
      ])
    }
    expect(await stateOf(id)).toBeUndefined()
    // Nobody else's attempt ends it.
    const cookie = `other=1; ${browser.cookie}`
    expect((await server.send('GET', `${pathname}${search}`, undefined, { cookie })).status).toBe(302)
    expect(await stateOf(id)).toEqual({ state: 'connected' })
  })

  test('behind https its cookie is sent over https alone', () => {
    const at = { returnTo: 'https://flows.example.com/base/api/v1/credentials/callback', forMs: 1000 }
    expect(markCookie('a', { secret: 's', digest: '' }, at)).toBe(
      'chatwright-connection-a=s; Path=/base/api/v1/credentials/callback; Max-Age=1; HttpOnly; SameSite=Lax; Secure',
    )
  })

  test('ten that need another token renew it once', async () => {
    const id = await create()
    await connect(id)
    await askItems(id)
    provider.endTokens()
    const before = provider.renewals
    const others = await Promise.all(Array.from({ length: 10 }, () => anotherProcess()))
    const answers = await Promise.all(
      others.map(({ connect: sign, handleFor }) => sign({ connection: handleFor(id) })(`${provider.origin}/items`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(provider.renewals - before).toBe(1)
    expect(await stateOf(id)).toEqual({ state: 'connected' })
  })

  /** A process in which every token has run out, and which gets this answer for others. */
  const renewing = (answer: () => Promise<Response>) =>
    anotherProcess({ fetch: answer, now: () => new Date(Date.now() + 86_400_000) })

  test('a renewal that is refused takes the token of whoever was faster', async () => {
    const id = await create()
    await connect(id)
    const faster = await anotherProcess()
    const slower = await renewing(async () => {
      await faster.write(id, (tokens) => ({ ...tokens, access: 'newer', refresh: 'newer' }), { state: 'connected' })
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    })
    expect(await slower.token(id)).toBe('newer')
    expect(await stateOf(id)).toEqual({ state: 'connected' })
  })

  test('a renewal changes nothing of a connection whose fields were changed meanwhile', async () => {
    const id = await create()
    await connect(id)
    const { token, require, read } = await renewing(async () => {
      await send('PUT', `/credentials/${id}`, { plainDataObj: { scopes: 'openid' } })
      return Response.json({ access_token: 'of-before' })
    })
    await expect(token(id)).rejects.toThrow('needs a new sign-in')
    expect(await stateOf(id)).toBeUndefined()
    expect(read(await require(id)).access).toBeUndefined()
  })

  test('a sign-in connects nothing whose fields were changed meanwhile', async () => {
    const access = await anotherProcess()
    const changing = (id: string) =>
      createConnectionService({
        access,
        redirectUrl: REDIRECT,
        now: () => new Date(),
        async fetch() {
          await send('PUT', `/credentials/${id}`, { plainDataObj: { scopes: 'openid' } })
          return Response.json({ access_token: 'of-before' })
        },
      })
    const device = await create({ grant: 'device-code' })
    await send('POST', `/credentials/${device}/connect`)
    expect(await changing(device).look(device)).toEqual({ isConnected: false })
    const browser = await create()
    const { authorizationUrl, browser: opened } = await startSignIn(browser)
    const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
    const returned = { code: 'one', state, cookies: opened.cookie }
    await expect(changing(browser).finish(returned)).rejects.toMatchObject({ code: 'link-invalid' })
    expect(await Promise.all([device, browser].map(stateOf))).toEqual([undefined, undefined])
  })

  test.each([429, 503])('a service that answers %s to a renewal is asked again later', async (status) => {
    const id = await create()
    await connect(id)
    const { token } = await renewing(async () => new Response('', { status }))
    await expect(token(id)).rejects.toMatchObject({ code: 'unreachable', isRetryable: true, status })
    expect(await stateOf(id)).toEqual({ state: 'connected' })
  })

  test('what was not allowed, revoked or asked too much says so, and works again after reconnecting', async () => {
    const id = await create()
    provider.refusedScopes = ['items:write']
    await connect(id)
    provider.refusedScopes = []
    expect(await stateOf(id)).toEqual({
      state: 'narrowed',
      message: 'Not allowed: items:write. Reconnect to allow it.',
    })
    const narrow = await askItems(id, '/narrow')
    expect(narrow.body.message).toContain(`"Stock" isn't allowed to do this.`)
    await connect(id)
    expect(await stateOf(id)).toEqual({ state: 'connected' })
    const elsewhere = await create({ apiHosts: 'api.example.com' })
    await connect(elsewhere)
    const refused = await askItems(elsewhere)
    expect(refused.body.message).toContain("The connection isn't shown to")
  })

  test('changed fields end a connection, and a deleted one ends at the service', async () => {
    const id = await create()
    await connect(id)
    await send('PUT', `/credentials/${id}`, { name: 'Renamed' })
    expect(await stateOf(id)).toEqual({ state: 'connected' })
    await send('PUT', `/credentials/${id}`, { plainDataObj: { scopes: 'openid offline_access items:read' } })
    expect(await stateOf(id)).toBeUndefined()
    expect((await askItems(id)).body.message).toContain('needs a new sign-in')
    await connect(id)
    expect((await send('DELETE', `/credentials/${id}?force=true`)).affected).toBe(1)
  })

  test('one without a person gets its tokens by itself', async () => {
    const id = await create({ grant: 'client-credentials', scopes: '' })
    expect(await send('POST', `/credentials/${id}/connect`)).toEqual({ isConnected: true })
    expect(await stateOf(id)).toEqual({ state: 'connected' })
    expect((await askItems(id)).status).toBe(200)
  })

  test('a code is entered on another device', async () => {
    const id = await create({ grant: 'device-code' })
    const asked = await send('POST', `/credentials/${id}/connect`)
    expect(asked).toMatchObject({ userCode: expect.any(String), verificationUrl: expect.stringContaining('/device') })
    expect(await send('GET', `/credentials/${id}/connect`)).toEqual({ isConnected: false })
  })

  // Last: nothing of the provider is good after it.
  test('a revoked sign-in says so on the node and in the list', async () => {
    const id = await create()
    await connect(id)
    await askItems(id)
    provider.revokeAll()
    const refused = await askItems(id)
    expect(refused.body.message).toContain('The connection "Stock" needs a new sign-in (The sign-in was revoked).')
    expect(await stateOf(id)).toMatchObject({ state: 'expired' })
  })
})

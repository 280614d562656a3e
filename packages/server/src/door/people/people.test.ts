import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor } from '../../../testing/fake-vendor.ts'
import { startSmtpServer } from '../../../testing/smtp-server.ts'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'
import { createLogin } from '../sign-ins/login.ts'
import { createSignInService } from '../sign-ins/sign-in-service.ts'
import { createSignInStore } from '../sign-ins/sign-in-store.ts'
import { createFailureLimiter } from '../http/failure-limiter.ts'

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const LOGIN = { CHATWRIGHT_USERNAME: 'root', CHATWRIGHT_PASSWORD: 'the operator' }
const OPERATOR = basic('root', 'the operator')
const PASSWORD = 'correct horse'
const api = (path: string) => `/api/v1${path}`

describeOnBothDatabases('people', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: LOGIN })
  })
  afterEach(() => server.close())

  const invite = (body: object, as = OPERATOR) => server.send('POST', api('/people'), body, as)
  const use = (token: string, password = PASSWORD) =>
    server.send('POST', api('/password-links/use'), { token, password })
  const joined = async (login: string, role: string) => {
    const { body } = await invite({ name: login, login, role })
    expect((await use(body.link.token)).status).toBe(200)
    return { id: body.person.id as string, headers: basic(login, PASSWORD) }
  }
  const statusOf = async (headers: Record<string, string>, path = '/chatflows') =>
    (await server.send('GET', api(path), undefined, headers)).status
  const tokenOf = async (headers: Record<string, string>) =>
    (await server.send('POST', api('/sign-in'), undefined, headers)).body.token as string

  test('an invited person chooses a password, signs in, and shows who they are', async () => {
    const invited = await invite({ name: ' Ana ', login: ' Ana@Example.com', role: 'editor' })
    expect(invited.body).toEqual({
      person: {
        id: expect.any(String),
        name: 'Ana',
        login: 'ana@example.com',
        role: 'editor',
        hasJoined: false,
        createdDate: expect.any(String),
        lastSeenDate: null,
      },
      link: { token: expect.any(String), expiresDate: expect.any(String), isMailed: false },
    })
    const { token } = invited.body.link
    expect((await server.send('POST', api('/password-links/read'), { token })).body).toMatchObject({
      name: 'Ana',
      login: 'ana@example.com',
      hasJoined: false,
    })
    expect((await use(token, 'short')).status).toBe(400)
    expect((await use(token)).body).toEqual({ login: 'ana@example.com' })
    const signedIn = await tokenOf(basic('Ana@example.com', PASSWORD))
    for (const headers of [basic('ana@example.com', PASSWORD), basic('ANA@example.com', signedIn)]) {
      expect(await statusOf(headers)).toBe(200)
      const profile = (await server.send('GET', api('/profile'), undefined, headers)).body
      expect(profile).toMatchObject({ name: 'Ana', login: 'ana@example.com', role: 'editor' })
      expect(profile.rights).not.toContain('server.admin')
    }
    const [listed] = (await server.send('GET', api('/people'), undefined, OPERATOR)).body
    expect(listed).toMatchObject({ hasJoined: true, lastSeenDate: expect.any(String) })
    const stored = JSON.stringify([
      await server.database.query.selectFrom('person').selectAll().execute(),
      await server.database.query.selectFrom('sign_in').selectAll().execute(),
    ])
    for (const secret of [PASSWORD, token, signedIn]) expect(stored).not.toContain(secret)
  })

  test('a link works once, until it ends or a newer one is made', async () => {
    const { body } = await invite({ name: 'Ana', login: 'ana', role: 'viewer' })
    const renewed = await server.send('POST', api(`/people/${body.person.id}/link`), undefined, OPERATOR)
    expect((await use(body.link.token)).body.code).toBe('password-link-ended')
    const both = await Promise.all([use(renewed.body.token), use(renewed.body.token, 'another password')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const reset = await server.send('POST', api(`/people/${body.person.id}/link`), undefined, OPERATOR)
    const { query: db } = server.database
    await db.updateTable('password_link').set({ expires_date: '2026-01-01T00:00:00.000Z' }).execute()
    for (const path of ['/password-links/read', '/password-links/use']) {
      const given = { token: reset.body.token, ...(path.endsWith('use') && { password: PASSWORD }) }
      expect((await server.send('POST', api(path), given)).body.code, path).toBe('password-link-ended')
    }
  })

  test('a reset ends every browser of the person, and nobody else’s', async () => {
    const ana = await joined('ana', 'editor')
    const bo = await joined('bo', 'editor')
    const tokens = { ana: await tokenOf(ana.headers), bo: await tokenOf(bo.headers), root: await tokenOf(OPERATOR) }
    const { body } = await server.send('POST', api(`/people/${ana.id}/link`), undefined, OPERATOR)
    expect(await statusOf(basic('ana', tokens.ana))).toBe(200)
    await use(body.token, 'a new password')
    expect(await statusOf(basic('ana', tokens.ana))).toBe(401)
    expect(await statusOf(ana.headers)).toBe(401)
    expect(await statusOf(basic('ana', 'a new password'))).toBe(200)
    expect([await statusOf(basic('bo', tokens.bo)), await statusOf(basic('root', tokens.root))]).toEqual([200, 200])
  })

  test('everybody lists and ends their own browsers alone', async () => {
    const ana = await joined('ana', 'viewer')
    const [mine, others] = [await tokenOf(ana.headers), await tokenOf(OPERATOR)]
    const list = async (headers: Record<string, string>) =>
      (await server.send('GET', api('/sign-ins'), undefined, headers)).body as { id: string }[]
    const [operators] = await list(OPERATOR)
    expect([(await list(ana.headers)).length, (await list(OPERATOR)).length]).toEqual([1, 1])
    const end = (path: string) => server.send('DELETE', api(`/sign-ins${path}`), undefined, ana.headers)
    expect((await end(`/${operators?.id}`)).body.code).toBe('sign-in-not-found')
    expect((await end('')).body.affected).toBe(1)
    expect(await statusOf(basic('ana', mine))).toBe(401)
    expect(await statusOf(basic('root', others))).toBe(200)
  })

  test('a changed password ends the other browsers', async () => {
    const ana = await joined('ana', 'viewer')
    const [here, there] = [await tokenOf(ana.headers), await tokenOf(ana.headers)]
    const change = (current: string) =>
      server.send('PUT', api('/profile/password'), { current, password: 'a new password' }, basic('ana', here))
    expect((await change('wrong')).body.code).toBe('password-wrong')
    expect((await change(PASSWORD)).body.affected).toBe(1)
    expect([await statusOf(basic('ana', here)), await statusOf(basic('ana', there))]).toEqual([200, 401])
    expect((await server.send('PUT', api('/profile'), { name: 'X' }, OPERATOR)).body.code).toBe('operator-login')
  })

  test('a link of before ends with the role, and stays with a new name', async () => {
    const admin = await joined('ana', 'admin')
    const owner = await joined('bo', 'owner')
    const { id } = await joined('cy', 'editor')
    const makeLink = async () =>
      (await server.send('POST', api(`/people/${id}/link`), undefined, admin.headers)).body.token as string
    const put = (body: object) => server.send('PUT', api(`/people/${id}`), body, owner.headers)
    const kept = await makeLink()
    expect((await put({ name: 'Cyan' })).status).toBe(200)
    expect((await use(kept, 'a new password')).status).toBe(200)
    const ended = await makeLink()
    expect((await put({ role: 'owner' })).body).toMatchObject({ role: 'owner' })
    expect((await use(ended, 'the admin’s own')).body.code).toBe('password-link-ended')
    expect(await statusOf(basic('cy', 'a new password'))).toBe(200)
  })

  test('a role that is changed and a person who is removed are so at once, and elsewhere within five seconds', async () => {
    const ana = await joined('ana', 'editor')
    const token = await tokenOf(ana.headers)
    let at = 0
    const elsewhere = createSignInService({
      store: createSignInStore(server.database),
      login: createLogin({ username: 'root', password: 'the operator' }, createFailureLimiter()),
      elapsed: () => at,
    })
    expect((await elsewhere.find(token))?.person?.role).toBe('editor')
    await server.send('PUT', api(`/people/${ana.id}`), { role: 'runner' }, OPERATOR)
    for (const headers of [ana.headers, basic('ana', token)]) expect(await statusOf(headers)).toBe(403)
    at = 5001
    expect((await elsewhere.find(token))?.person?.role).toBe('runner')
    expect((await server.send('DELETE', api(`/people/${ana.id}`), undefined, OPERATOR)).status).toBe(200)
    for (const headers of [ana.headers, basic('ana', token)]) expect(await statusOf(headers)).toBe(401)
    at = 10_002
    expect(await elsewhere.find(token)).toBeUndefined()
    expect((await server.send('DELETE', api(`/people/${ana.id}`), undefined, OPERATOR)).status).toBe(404)
  })

  test('nobody gives more than they have, or changes who has more', async () => {
    const admin = await joined('ana', 'admin')
    const owner = await joined('bo', 'owner')
    const code = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = admin.headers) =>
      (await server.send(method, api(path), body, as)).body.code
    expect(await code('POST', '/people', { name: 'C', login: 'c', role: 'owner' })).toBe('role-too-high')
    expect(await code('PUT', `/people/${owner.id}`, { name: 'Mine' })).toBe('role-too-high')
    expect(await code('POST', `/people/${owner.id}/link`)).toBe('role-too-high')
    expect(await code('DELETE', `/people/${owner.id}`)).toBe('role-too-high')
    expect(await code('PUT', `/people/${admin.id}`, { role: 'owner' })).toBe('role-too-high')
    expect(await code('PUT', `/people/${admin.id}`, { role: 'viewer' })).toBe('own-role')
    // The only owner among people stays one, unless somebody else takes it away.
    expect(await code('DELETE', `/people/${owner.id}`, undefined, owner.headers)).toBe('own-role')
    expect(await code('PUT', `/people/${owner.id}`, { role: 'viewer' }, owner.headers)).toBe('own-role')
    expect((await invite({ name: 'C', login: 'c', role: 'editor' }, admin.headers)).status).toBe(200)
  })

  test('no key does more than who made it', async () => {
    const admin = await joined('ana', 'admin')
    const key = (permissions: string[], as: Record<string, string>) =>
      server.send('POST', api('/apikey'), { keyName: 'k', permissions }, as)
    expect((await key(['manage'], admin.headers)).status).toBe(403)
    const small = await key(['predict'], admin.headers)
    expect(small.status).toBe(200)
    const change = (id: string, body: object) => server.send('PUT', api(`/apikey/${id}`), body, admin.headers)
    expect((await change(small.body.id, { permissions: ['manage'] })).status).toBe(403)
    const managing = await key(['manage'], OPERATOR)
    expect((await change(managing.body.id, { keyName: 'Mine' })).status).toBe(403)
    const gone = await server.send('DELETE', api(`/apikey/${managing.body.id}`), undefined, admin.headers)
    expect(gone.status).toBe(403)
  })

  test('a login is taken once, and the operator’s by nobody', async () => {
    await joined('ana', 'viewer')
    for (const login of ['ANA', 'root']) {
      expect((await invite({ name: 'Other', login, role: 'viewer' })).body).toMatchObject({ code: 'login-taken' })
    }
    for (const login of ['', 'a b', 'a:b', 'x'.repeat(201)]) {
      expect((await invite({ name: 'Other', login, role: 'viewer' })).status, login).toBe(400)
    }
    expect((await invite({ name: 'Other', login: 'bo', role: 'god' })).status).toBe(400)
    expect((await invite({ name: 'Other', login: 'bo', role: 'viewer', password_hash: 'x' })).status).toBe(400)
  })

  test('who is invited, who is not and who typed wrongly read the same', async () => {
    await joined('ana', 'viewer')
    await invite({ name: 'Bo', login: 'bo', role: 'owner' })
    const answers = await Promise.all(
      ['ana', 'bo', 'nobody'].map(async (name) => {
        const { status, body } = await server.send('GET', api('/chatflows'), undefined, basic(name, 'wrong password'))
        return { status, ...body, requestId: '' }
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.status).toBe(401)
    // An empty password is none, also where nobody chose one yet.
    expect(await statusOf(basic('bo', ''))).toBe(401)
  })

  test('guesses at people are slowed down, and people who are right are not', async () => {
    const ana = await joined('ana', 'viewer')
    expect(await statusOf(ana.headers)).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => statusOf(basic('ana', `guess ${i}`))))
    expect(guesses.filter((status) => status === 401)).toHaveLength(20)
    expect(guesses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('an editor edits and publishes, and shares nothing', async () => {
    const editor = await joined('ana', 'editor')
    const flowData = '{"nodes":[],"edges":[]}'
    const created = await server.send('POST', api('/chatflows'), { name: 'Mine', flowData }, editor.headers)
    expect(created.body).toMatchObject({ name: 'Mine', access: 'owner' })
    const put = (body: object, as = editor.headers) =>
      server.send('PUT', api(`/chatflows/${created.body.id}`), body, as)
    expect((await put({ name: 'Still mine' })).status).toBe(200)
    expect((await put({ publish: 'hand' })).status).toBe(200)
    const refused = [
      { access: 'open' },
      { isPublic: true },
      { apikeyid: 'k' },
      { chatbotConfig: '{}' },
      // What takes a key or a list of sites away opens the flow, too.
      { apikeyid: null },
      { apikeyid: '' },
      { chatbotConfig: null },
      { apiConfig: null },
    ]
    for (const body of refused) {
      expect((await put(body)).body, JSON.stringify(body)).toMatchObject({ code: 'forbidden' })
    }
    expect((await put({ access: 'open' }, (await joined('bo', 'admin')).headers)).status).toBe(200)
  })

  test('who only chats uses flows that strangers cannot, and reads no conversation that others named', async () => {
    const runner = await joined('ana', 'runner')
    const vendorUrl = 'http://127.0.0.1:9/v1'
    const flow = await createConversation(server, { vendorUrl, headers: OPERATOR, columns: { access: 'owner' } })
    const ask = (headers: Record<string, string> = {}) =>
      server.send(
        'POST',
        api(`/prediction/${flow}`),
        { question: 'Hi', overrideConfig: { sessionId: 'boss' } },
        headers,
      )
    expect((await ask()).status).toBe(401)
    expect((await ask((await joined('bo', 'viewer')).headers)).status).toBe(401)
    expect([401, 403]).not.toContain((await ask(runner.headers)).status)
    await ask(OPERATOR)
    const sessions = await server.database.query.selectFrom('run').select('session_id').execute()
    expect(new Set(sessions.map(({ session_id: id }) => id))).toEqual(new Set(['boss', 'visitor:boss']))
  })

  test('who may see that flows run, and not what is talked about, reads no conversation, also not as an agent', async () => {
    const vendor = await startFakeVendor()
    vendor.script = { tokens: ['The secret ', 'recipe'] }
    const flow = await createConversation(server, { vendorUrl: vendor.url, headers: OPERATOR })
    const question = { question: 'What is in it?', chatId: 'chat-of-bo' }
    expect((await server.send('POST', api(`/prediction/${flow}`), question, OPERATOR)).status).toBe(200)
    await vendor.close()
    const mcp = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    }
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    for (const role of ['viewer', 'reviewer']) {
      const { headers } = await joined(role, role)
      const isShown = role === 'reviewer'
      const runs = await server.send('GET', api(`/runs?chatflowId=${flow}`), undefined, headers)
      const run = await server.send('GET', api(`/runs/${runs.body.items[0].id}`), undefined, headers)
      for (const answer of [runs, run]) {
        expect(answer.status).toBe(200)
        for (const text of ['What is in it?', 'The secret recipe', 'chat-of-bo']) {
          expect({ role, text, isShown: answer.text.includes(text) }).toEqual({ role, text, isShown })
        }
      }
      expect({ role, hasEvents: run.body.events.length > 0 }).toEqual({ role, hasEvents: isShown })
      const tools = await server.send('POST', api('/mcp'), list, { ...mcp, ...headers })
      expect({ role, text: tools.text }).toEqual({ role, text: expect.stringContaining('"list_flows"') })
      for (const tool of ['"list_runs"', '"read_run"']) {
        expect({ role, tool, isShown: tools.text.includes(tool) }).toEqual({ role, tool, isShown })
      }
    }
  })
})

test('without a login nobody is invited, and everything is as it was', async () => {
  const server = await testServer()
  const invited = await server.send('POST', api('/people'), { name: 'Ana', login: 'ana', role: 'editor' })
  expect(invited.body).toMatchObject({ code: 'no-login', message: expect.stringContaining('CHATWRIGHT_USERNAME') })
  expect((await server.send('GET', api('/people'))).body).toEqual([])
  expect((await server.send('GET', api('/profile'))).body).toMatchObject({ login: null, role: 'owner' })
  await server.close()
})

test('an invitation is mailed where mail and the public address are set', async () => {
  const smtp = await startSmtpServer()
  const server = await testServer({
    env: {
      ...LOGIN,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'flows@example.com',
      PUBLIC_URL: 'https://flows.example.com',
    },
  })
  const invite = (login: string) =>
    server.send('POST', api('/people'), { name: 'Ana', login, role: 'editor' }, OPERATOR)
  const { body } = await invite('ana@example.com')
  expect(body.link.isMailed).toBe(true)
  const [mail] = smtp.mails
  expect(mail?.to).toEqual(['RCPT TO:<ana@example.com>'])
  expect(mail?.data.replaceAll('=\r\n', '')).toContain(`https://flows.example.com/join#${body.link.token}`)
  expect((await invite('ana')).body.link.isMailed).toBe(false)
  smtp.refusals.push('550 No such person')
  expect((await invite('bo@example.com')).body.link.isMailed).toBe(false)
  await server.close()
  await smtp.close()
})

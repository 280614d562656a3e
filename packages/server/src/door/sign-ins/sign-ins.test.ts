import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'
import { createLogin } from './login.ts'
import { createSignInService } from './sign-in-service.ts'
import { createSignInStore } from './sign-in-store.ts'
import { createFailureLimiter } from '../http/failure-limiter.ts'

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const login = { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'se:cret' }
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

describeOnBothDatabases('signing in', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: login })
  })
  afterEach(() => server.close())

  const signIn = async (headers: Record<string, string> = {}): Promise<string> => {
    const answer = await server.send('POST', '/api/v1/sign-in', undefined, { ...basic('me', 'se:cret'), ...headers })
    expect(answer.status, answer.text).toBe(200)
    expect(Date.parse(answer.body.expiresDate)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    return answer.body.token as string
  }
  const read = (headers: Record<string, string>) => server.send('GET', '/api/v1/chatflows', undefined, headers)
  const statusWith = async (token: string) => (await read(basic('me', token))).status

  test('exchanges the password for a token that works in its place, and is kept as a digest', async () => {
    const token = await signIn()
    expect(Buffer.from(token.replace('cws_', ''), 'base64url')).toHaveLength(32)
    expect(await statusWith(token)).toBe(200)
    expect((await read(basic('you', token))).status).toBe(401)
    expect((await read({ authorization: `Bearer ${token}` })).status).toBe(401)
    const stored = JSON.stringify(await server.database.query.selectFrom('sign_in').selectAll().execute())
    for (const secret of [token, token.slice(4), 'se:cret']) expect(stored).not.toContain(secret)
    expect((await read(basic('me', 'se:cret'))).status).toBe(200)
  })

  test('no token, key or stranger makes a token', async () => {
    const token = await signIn()
    const key = await server.send(
      'POST',
      '/api/v1/apikey',
      { keyName: 'k', permissions: ['manage'] },
      basic('me', 'se:cret'),
    )
    const attempt = async (headers: Record<string, string>) =>
      (await server.send('POST', '/api/v1/sign-in', undefined, headers)).status
    expect(await attempt(basic('me', token))).toBe(403)
    expect(await attempt({ authorization: `Bearer ${key.body.apiKey}` })).toBe(403)
    expect(await attempt({})).toBe(401)
    expect(await attempt(basic('me', 'wrong'))).toBe(401)
    expect(await server.database.query.selectFrom('sign_in').selectAll().execute()).toHaveLength(1)
  })

  test('signing out ends this token and no other', async () => {
    const [mine, other] = [await signIn({ 'user-agent': CHROME }), await signIn({ 'user-agent': 'curl/8' })]
    const listed = await server.send('GET', '/api/v1/sign-ins', undefined, basic('me', mine))
    expect(listed.body.map(({ browser, isCurrent }: Record<string, unknown>) => ({ browser, isCurrent }))).toEqual(
      expect.arrayContaining([
        { browser: 'Chrome on Linux', isCurrent: true },
        { browser: 'A program', isCurrent: false },
      ]),
    )
    expect(listed.text).not.toContain('digest')
    const out = await server.send('POST', '/api/v1/sign-out', undefined, basic('me', mine))
    expect(out.body).toEqual({ raw: [], affected: 1 })
    const refused = await read(basic('me', mine))
    expect([refused.status, refused.body.message]).toEqual([401, 'This sign-in has ended. Sign in again.'])
    expect(await statusWith(other)).toBe(200)
  })

  test('the owner signs out one browser, or all of them', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    const rows = await server.send('GET', '/api/v1/sign-ins', undefined, basic('me', first))
    const other = rows.body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    const end = (path: string) => server.send('DELETE', `/api/v1/sign-ins${path}`, undefined, basic('me', 'se:cret'))
    expect((await end(`/${other.id}`)).status).toBe(200)
    expect((await end(`/${other.id}`)).body.code).toBe('sign-in-not-found')
    expect([await statusWith(second), await statusWith(third)].toSorted()).toEqual([200, 401])
    expect((await end('')).body.affected).toBe(2)
    expect([await statusWith(first), await statusWith(second), await statusWith(third)]).toEqual([401, 401, 401])
  })

  test('an ended token is a visitor where nobody needs to be known, and never counts as a guess', async () => {
    const token = await signIn()
    await server.send('DELETE', '/api/v1/sign-ins', undefined, basic('me', 'se:cret'))
    expect((await server.send('GET', '/api/v1/version', undefined, basic('me', token))).status).toBe(200)
    for (let i = 0; i < 30; i += 1) expect(await statusWith(token)).toBe(401)
    expect((await read(basic('me', 'se:cret'))).status).toBe(200)
  })

  test('only so many are kept, the newest', async () => {
    const first = await signIn()
    const rows = await server.database.query.selectFrom('sign_in').selectAll().execute()
    const [row] = rows
    if (!row) throw new Error('nothing was stored')
    const filler = Array.from({ length: 120 }, (_, i) => ({
      ...row,
      id: `filler-${i}`,
      digest: `filler-${i}`,
      created_date: new Date(Date.now() + 1000 + i).toISOString(),
    }))
    await server.database.query.insertInto('sign_in').values(filler).execute()
    const last = await signIn()
    const kept = await server.database.query.selectFrom('sign_in').select('id').execute()
    expect(kept).toHaveLength(100)
    expect(await statusWith(last)).toBe(200)
    expect(await statusWith(first)).toBe(401)
    expect(kept.map(({ id }) => id)).not.toContain(row.id)
  })

  test('it ends after thirty days unused, and goes on while it is used', async () => {
    let at = Date.parse('2026-01-01T00:00:00.000Z')
    const day = 86_400_000
    const service = createSignInService({
      store: createSignInStore(server.database),
      login: createLogin({ username: 'me', password: 'x' }, createFailureLimiter()),
      now: () => new Date(at),
      elapsed: () => at,
    })
    const used = (await service.start('Here', null)).token ?? ''
    const unused = (await service.start('There', null)).token ?? ''
    for (let passed = 0; passed < 40; passed += 5) {
      expect(await service.find(used)).toEqual({ id: expect.any(String) })
      at += 5 * day
    }
    expect(await service.find(unused)).toBeUndefined()
    expect((await service.list(null, undefined)).map(({ browser }) => browser)).toEqual(['Here'])
    at += 31 * day
    expect(await service.find(used)).toBeUndefined()
  })

  test('another process sees the end within seconds, and another password ends all', async () => {
    let at = Date.now()
    const process = (password: string) =>
      createSignInService({
        store: createSignInStore(server.database),
        login: createLogin({ username: 'me', password }, createFailureLimiter()),
        now: () => new Date(at),
        elapsed: () => at,
      })
    const [here, there] = [process('x'), process('x')]
    const token = (await here.start('Here', null)).token ?? ''
    const found = await there.find(token)
    expect(found).toEqual({ id: expect.any(String) })
    expect(await process('y').find(token)).toBeUndefined()
    await here.end(null, found?.id ?? '')
    expect(await here.find(token)).toBeUndefined()
    at += 5001
    expect(await there.find(token)).toBeUndefined()
  })
})

test('without a login signing in is refused in words, and nothing is stored', async () => {
  const server = await testServer()
  const answer = await server.send('POST', '/api/v1/sign-in', undefined, basic('me', 'old'))
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([409, 'no-login', 'This server has no login.'])
  expect(await server.database.query.selectFrom('sign_in').selectAll().execute()).toEqual([])
  expect((await server.send('GET', '/api/v1/version')).body.hasLogin).toBe(false)
  expect((await server.send('GET', '/api/v1/sign-ins')).body).toEqual([])
  const foreign = await server.send('POST', '/api/v1/sign-in', undefined, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  await server.close()
})

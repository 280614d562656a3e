import { createHash } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})

let server: TestServer
afterEach(() => server.close())

describe('with a login', () => {
  beforeEach(async () => {
    server = await testServer({ env: { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'se:cret' } })
  })

  test('the owner gets in, also with a colon in the password', async () => {
    expect((await server.send('GET', '/api/v1/chatflows', undefined, basic('me', 'se:cret'))).status).toBe(200)
  })

  test.each([
    ['no credentials', {}],
    ['a wrong password', basic('me', 'secret')],
    ['a wrong name', basic('you', 'se:cret')],
    ['an unknown key', { authorization: 'Bearer nope' }],
    ['an unknown scheme', { authorization: 'Digest x' }],
    ['a claim to be internal', { 'x-request-from': 'internal' }],
  ])('%s is refused', async (_, headers: Record<string, string>) => {
    const answer = await server.send('GET', '/api/v1/chatflows', undefined, headers)
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized', message: expect.any(String) } })
  })

  test.each([
    '/api/v1/chatflows/',
    '/api/v1/Chatflows',
    '/API/v1/chatflows',
    '/api/v1//chatflows',
    '/api/v1/./chatflows',
    '/api/v1/x/../chatflows',
    '/api/v1/chatflows;x=1',
    '/api/v1/chat%66lows',
    '/api%2fv1%2fchatflows',
    '/api/v1/chatflows?x=/api/v1/ping',
    '/api/v1/ping/../chatflows',
    '/api/v1/ping/%2e%2e/chatflows',
    '/api/v1/ping%2f..%2fchatflows',
  ])('the spelling %s opens nothing', async (url) => {
    const answer = await server.send('GET', url)
    expect([400, 401, 404]).toContain(answer.status)
    expect(answer.body).toMatchObject({ message: expect.any(String) })
  })

  test('guessing is slowed down, and says for how long', async () => {
    for (let i = 0; i < 20; i += 1) await server.send('GET', '/api/v1/chatflows', undefined, basic('me', `guess ${i}`))
    const answer = await server.send('GET', '/api/v1/chatflows', undefined, basic('me', 'one more'))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('guesses sent all at once are counted one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => server.send('GET', '/api/v1/chatflows', undefined, basic('me', `g ${i}`))),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  test('a right name with a wrong password and the reverse count alike', async () => {
    for (let i = 0; i < 20; i += 1) await server.send('GET', '/api/v1/chatflows', undefined, basic('you', 'se:cret'))
    expect((await server.send('GET', '/api/v1/chatflows', undefined, basic('me', 'se:cret'))).status).toBe(429)
  })

  test('wrong keys make neither the owner nor a valid key wait, nor do wrong passwords a key or a signed-in browser', async () => {
    const owner = basic('me', 'se:cret')
    const manage = { keyName: 'k', permissions: ['manage'] }
    const { apiKey } = (await server.send('POST', '/api/v1/apikey', manage, owner)).body
    const { token } = (await server.send('POST', '/api/v1/sign-in', undefined, owner)).body
    const read = async (headers: Record<string, string>) =>
      (await server.send('GET', '/api/v1/chatflows', undefined, headers)).status
    const wrong = { authorization: `Bearer cw_${'0'.repeat(43)}` }
    for (let i = 0; i < 20; i += 1) expect(await read(wrong)).toBe(401)
    expect(await read(wrong)).toBe(429)
    expect((await server.send('GET', `/api/v1/verify/apikey/cw_${'0'.repeat(43)}`)).status).toBe(429)
    expect(await read(owner)).toBe(200)
    for (let i = 0; i < 20; i += 1) await read(basic('me', 'guess'))
    expect(await read(owner)).toBe(429)
    expect(await read({ authorization: `Bearer ${apiKey}` })).toBe(200)
    expect((await server.send('GET', `/api/v1/verify/apikey/${apiKey}`)).status).toBe(200)
    expect(await read(basic('me', token))).toBe(200)
  })

  test('a key short enough to be guessed waits as a password does', async () => {
    await server.database.query
      .insertInto('api_key')
      .values({
        id: 'weak',
        key_name: 'brought',
        digest: createHash('sha256').update('letmein').digest('hex'),
        hint: '••••',
        permissions: '["manage"]',
        flows: null,
        created_date: new Date().toISOString(),
        last_used_date: null,
        is_closed: 0,
      })
      .execute()
    const read = async (key: string) =>
      (await server.send('GET', '/api/v1/chatflows', undefined, { authorization: `Bearer ${key}` })).status
    expect(await read('letmein')).toBe(200)
    for (let i = 0; i < 20; i += 1) await read(`guess${i}`)
    expect(await read('letmein')).toBe(429)
  })

  test('a key is taken without the word Bearer', async () => {
    const owner = basic('me', 'se:cret')
    const manage = { keyName: 'k', permissions: ['manage'] }
    const { apiKey } = (await server.send('POST', '/api/v1/apikey', manage, owner)).body
    const read = async (authorization: string) =>
      (await server.send('GET', '/api/v1/chatflows', undefined, { authorization })).status
    expect(await read(apiKey)).toBe(200)
    expect(await read(` bearer   ${apiKey} `)).toBe(200)
    expect(await read(`${apiKey}x`)).toBe(401)
    expect(await read(`Token ${apiKey}`)).toBe(401)
  })
})

describe('without a login', () => {
  beforeEach(async () => {
    server = await testServer()
  })

  test('a local caller is the owner', async () => {
    expect((await server.send('GET', '/api/v1/chatflows')).status).toBe(200)
    expect((await server.send('GET', '/api/v1/chatflows', undefined, { host: '127.0.0.1:3000' })).status).toBe(200)
    expect((await server.send('GET', '/api/v1/chatflows', undefined, { host: '[::1]:3000' })).status).toBe(200)
  })

  test('a name somebody pointed at loopback is refused', async () => {
    const answer = await server.send('GET', '/api/v1/chatflows', undefined, { host: 'evil.example' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(answer.body.message).toContain('CHATWRIGHT_USERNAME')
  })

  test.each(['/api/v1/public-chatbotConfig/x', '/api/v1/prediction/x', '/api/v1/openapi.json', '/v1/models'])(
    'nor does %s answer to such a name',
    async (url) => {
      expect((await server.send('GET', url, undefined, { host: 'evil.example:3000' })).status).toBe(403)
      expect((await server.send('GET', url, undefined, { host: '127.0.0.1.evil.example' })).status).toBe(403)
      expect((await server.send('GET', url)).status).not.toBe(403)
    },
  )

  test('a proxy that says nothing of itself but speaks its old HTTP is not the owner', async () => {
    await server.listen()
    const { port } = server.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /api/v1/chatflows HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*came through a proxy \(HTTP\/1\.0\)/s)
  })

  test('a key opens the server under any name; it is no secret a page could borrow', async () => {
    const { apiKey } = (await server.send('POST', '/api/v1/apikey', { keyName: 'k', permissions: ['manage'] })).body
    const from = (headers: Record<string, string>) =>
      server.send('GET', '/api/v1/chatflows', undefined, { host: 'bots.example', ...headers })
    expect((await from({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
    expect((await from({ authorization: `Bearer ${apiKey}x` })).status).toBe(401)
    expect((await from({})).status).toBe(403)
  })

  test.each(['null', 'about:blank', 'no address'])('a page whose origin is %j is no page of ours', async (origin) => {
    expect((await server.send('GET', '/api/v1/chatflows', undefined, { origin })).status).toBe(403)
  })

  test('a page of another site cannot manage the server through the browser', async () => {
    const foreign = { origin: 'https://evil.example', host: 'localhost:3000' }
    expect((await server.send('GET', '/api/v1/chatflows', undefined, foreign)).status).toBe(403)
    expect((await server.send('POST', '/api/v1/chatflows', {}, foreign)).status).toBe(403)
    expect((await server.send('GET', '/api/v1/chatflows', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
    const own = { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
    expect((await server.send('GET', '/api/v1/chatflows', undefined, own)).status).toBe(200)
  })

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-proto', 'via'])(
    'a request relayed by a proxy (%s) is not the owner’s',
    async (name) => {
      const answer = await server.send('GET', '/api/v1/chatflows', undefined, { [name]: '127.0.0.1' })
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(answer.body.message).toContain('CHATWRIGHT_USERNAME')
    },
  )

  test('errors have one shape and show nothing of the inside', async () => {
    for (const answer of [
      await server.send('GET', '/api/v1/nothing-here'),
      await server.send('POST', '/api/v1/chatflows', '{"__proto__":{}}', { 'content-type': 'application/json' }),
      await server.send('POST', '/api/v1/chatflows', '{broken', { 'content-type': 'application/json' }),
      await server.send('POST', '/api/v1/chatflows', '<x/>', { 'content-type': 'application/xml' }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['error', 'code', 'message', 'requestId']))
      expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|\/src\//)
      expect(answer.headers['x-request-id']).toBe(answer.body.requestId)
    }
  })
})

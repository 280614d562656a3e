import { afterEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
afterEach(() => server.close())
const login = { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' }
const read = () => server.send('GET', '/.well-known/security.txt')

test('names whom the operator named, where it is, and until when that holds', async () => {
  const env = { ...login, SECURITY_CONTACT: 'mailto:security@example.com', PUBLIC_URL: 'https://chat.example.com/' }
  server = await testServer({ env })
  const { status, text, headers } = await read()
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const [contact, expires = '', ...rest] = text.split('\n')
  expect(contact).toBe('Contact: mailto:security@example.com')
  expect(rest).toEqual(['Canonical: https://chat.example.com/.well-known/security.txt', ''])
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000
  // Less than a year, as RFC 9116 asks.
  expect(days).toBeGreaterThan(179)
  expect(days).toBeLessThan(182)
})

test('where nobody is named there is no such file, and it says so', async () => {
  server = await testServer()
  expect(await read()).toMatchObject({
    status: 404,
    body: { code: 'not-found', message: "The operator of this server hasn't named a security contact." },
  })
})

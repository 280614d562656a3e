import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runHere } from '../../../testing/run-here.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const login = { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' }
const authorization = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`

const latest = async (server: TestServer): Promise<string | null> =>
  (await server.send('GET', '/api/v1/limits', undefined, { authorization })).body.untrustedProxy

describe('A header of a proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ env: login })
  })
  afterAll(() => server.close())

  const proxies = async (): Promise<object | undefined> => {
    const { output } = await runHere(['doctor', '--json', '--reach', 'http://127.0.0.1:1'], {
      DATA_DIR: server.config.dataDir,
      ...login,
    })
    const { checks } = JSON.parse(output) as { checks: { name: string }[] }
    return checks.find(({ name }) => name === 'Proxies')
  }

  test('is told of beside the limits and by the doctor, where no proxy is trusted', async () => {
    expect([await latest(server), await proxies()]).toEqual([null, undefined])
    await server.send('GET', '/api/v1/version', undefined, { 'x-forwarded-for': '192.0.2.1' })
    await vi.waitFor(async () => expect(await latest(server)).toBe('x-forwarded-for'), 60_000)
    expect(await proxies()).toMatchObject({
      state: 'note',
      found: "Requests carry x-forwarded-for, but TRUSTED_PROXIES isn't set",
    })
  })
})

test('a header of a proxy that is trusted is nothing to tell', async () => {
  const server = await testServer({ env: { ...login, TRUSTED_PROXIES: '1' } })
  await server.send('GET', '/api/v1/version', undefined, { 'x-forwarded-for': '192.0.2.1' })
  expect(await latest(server)).toBe(null)
  await server.close()
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, temporaryFolder } from '../../../testing/spawned-server.ts'
import { testServer } from '../../../testing/test-server.ts'

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const reset = (args: string[] = [], env: Record<string, string> = {}, run = runHere) =>
  run(['reset-login', ...args], { DATA_DIR: folder.path, ...env })
const passwordIn = (output: string) => /password {2}(\S+)/.exec(output)?.[1] ?? ''

test('an owner who is locked out gets a new password, kept as a hash that only they can read', async () => {
  // As in the image, where the server listens beyond loopback and would not start without a login.
  const first = await reset([], { HOST: '0.0.0.0' }, runCommand)
  expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/username {2}owner\n/) })
  expect(first.output).toContain('Every browser was signed out.')
  const password = passwordIn(first.output)
  expect(password).toHaveLength(24)
  const file = join(folder.path, 'login.json')
  expect(readFileSync(file, 'utf8')).not.toContain(password)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const server = await testServer({ env: { DATA_DIR: folder.path, HOST: '0.0.0.0' } })
  const read = async (name: string, secret: string) =>
    (await server.send('GET', '/api/v1/chatflows', undefined, basic(name, secret))).status
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => read('owner', `guess ${i}`)).concat(read('owner', password)),
  )
  expect(answers.filter((status) => status === 401)).toHaveLength(20)
  await server.close()

  const again = await testServer({ env: { DATA_DIR: folder.path } })
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => again.send('GET', '/api/v1/chatflows', undefined, basic('owner', password))),
  )
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  const { token } = (await again.send('POST', '/api/v1/sign-in', undefined, basic('owner', password))).body
  expect((await again.send('GET', '/api/v1/chatflows')).status).toBe(401)
  // Beside the serving server: its browsers are signed out at once, and the new password holds from its next start.
  const second = await reset(['--username', 'anna'], {}, runCommand)
  expect(passwordIn(second.output)).not.toBe(password)
  expect((await again.send('GET', '/api/v1/chatflows', undefined, basic('owner', token))).status).toBe(401)
  await again.close()
  expect(await reset()).toMatchObject({ code: 0, output: expect.stringMatching(/username {2}anna\n/) })
})

test('where the environment has the login, it says so and changes nothing', async () => {
  const env = { FLOWISE_USERNAME: 'anna', FLOWISE_PASSWORD: 'secret' }
  const result = await reset([], env)
  expect(result).toMatchObject({
    code: 1,
    output: expect.stringMatching(/comes from the environment.*"anna".*not changed/),
  })
  expect(result.output).not.toContain('secret')
  expect(readConfig({ DATA_DIR: folder.path }).login).toBeUndefined()
  await reset()
  expect(readConfig({ DATA_DIR: folder.path, ...env }).login).toEqual({ username: 'anna', password: 'secret' })
})

test('a damaged file is never taken for no login, and the command mends it', async () => {
  for (const damaged of ['', '{}', '{"username":"x","passwordHash":""}', 'null']) {
    writeFileSync(join(folder.path, 'login.json'), damaged)
    expect(() => readConfig({ DATA_DIR: folder.path })).toThrow(/login\.json is damaged.*reset-login/)
  }
  expect((await reset()).code).toBe(0)
  expect(readConfig({ DATA_DIR: folder.path, HOST: '0.0.0.0' }).login).toMatchObject({ username: 'owner' })
})

test('without either, another machine still reaches nothing', () => {
  expect(() => readConfig({ DATA_DIR: folder.path, HOST: '0.0.0.0' })).toThrow(ConfigError)
})

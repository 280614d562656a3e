import { existsSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '../../ground/db/database.ts'
import { connectRedis } from '../../runs/queue/redis-connection.ts'
import { createParseMessage } from '../../runs/queue/redis-messages.ts'
import { redisProgram, startRedis } from '../../../testing/own-redis.ts'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, spawnServer, temporaryFolder, type SpawnedServer } from '../../../testing/spawned-server.ts'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import type { Finding } from './check.ts'
import { checkRedis } from './check-network.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: SpawnedServer | undefined
const others: Server[] = []
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  server = undefined
  for (const other of others.splice(0)) other.close()
  folder.remove()
})

/** What the command found, by name; it reaches for nothing outside unless a test says so. */
async function look(env: Record<string, string> = {}, { reach = 'http://127.0.0.1:1', run = runHere } = {}) {
  const { code, output } = await run(['doctor', '--json', '--reach', reach], { DATA_DIR: folder.path, ...env })
  const { ok, checks } = JSON.parse(output) as { ok: boolean; checks: Finding[] }
  return { code, ok, checks, of: (name: string) => checks.find((check) => check.name === name) }
}

async function listen(other: Server): Promise<number> {
  others.push(other)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  return (other.address() as AddressInfo).port
}

async function storeCredential(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-x' } }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

test('where nothing is yet, all is well, and nothing is made', async () => {
  const dataDir = join(folder.path, 'to', 'come')
  const { code, ok, checks } = await look({ DATA_DIR: dataDir }, { run: runCommand })
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(checks.map(({ name }) => name)).toEqual([
    'Node.js',
    'Port',
    'Data folder',
    'Disk',
    'Database',
    'Secret key',
    'Outbound',
    'Clock',
  ])
  expect(existsSync(dataDir)).toBe(false)
})

test('beside a server that runs it finds its port, its database and the key that fits', async () => {
  server = await spawnServer({ DATA_DIR: folder.path })
  await storeCredential(server.url)
  const { code, of } = await look({ PORT: new URL(server.url).port })
  expect(code).toBe(0)
  expect(of('Port')).toMatchObject({ state: 'ok', found: expect.stringContaining('a running Chatwright') })
  expect(of('Database')).toMatchObject({ state: 'ok', found: join(folder.path, 'chatwright.sqlite') })
  expect(of('Secret key')).toMatchObject({ state: 'ok' })
  await server.stop()
  writeFileSync(join(folder.path, 'secret.key'), 'another key than before')
  const changed = await look({}, { run: runCommand })
  expect(changed.code).toBe(1)
  expect(changed.of('Secret key')).toMatchObject({ state: 'fails', found: expect.stringContaining("doesn't decrypt") })
})

test('a port that another program has is named, with the way out', async () => {
  const port = await listen(createServer((socket) => socket.end()))
  const { code, of } = await look({ PORT: String(port) })
  expect(code).toBe(1)
  expect(of('Port')).toMatchObject({ state: 'fails', advice: expect.stringContaining(`PORT=${port + 1}`) })
})

test('a database of a newer version is told of and left alone', async () => {
  const { query, close } = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
  await sql`insert into schema_history values ('9999-later', '2099-01-01')`.execute(query)
  await close()
  expect((await look()).of('Database')).toMatchObject({ state: 'fails', found: expect.stringContaining('9999-later') })
})

test('what cannot be reached is told of, without its password', async () => {
  const { code, checks, of } = await look({
    DATABASE_URL: 'postgres://anna:secret-word@127.0.0.1:1/x',
    REDIS_URL: 'redis://:secret-word@127.0.0.1:1',
  })
  expect(code).toBe(1)
  expect(of('Database')).toMatchObject({ state: 'fails', advice: expect.stringContaining('DATABASE_URL') })
  expect(of('Redis')).toMatchObject({ state: 'fails', advice: expect.stringContaining('REDIS_URL') })
  expect(of('Outbound')).toMatchObject({ state: 'note' })
  expect(JSON.stringify(checks)).not.toContain('secret-word')
})

test.runIf(redisProgram)('messages in Redis that could not be read are counted, with the way out', async () => {
  const redis = await startRedis()
  const connection = connectRedis(redis.url, { onError: () => undefined })
  onTestFinished(async () => {
    connection.close()
    await redis.stop()
  })
  expect(await checkRedis(redis.url)).toHaveLength(1)
  const parse = createParseMessage(connection.client, () => undefined)
  expect(parse('cancel', 'not json')).toBeUndefined()
  expect((await checkRedis(redis.url))[1]).toMatchObject({
    state: 'note',
    found: expect.stringContaining('cancel: 1'),
    advice: expect.stringContaining('its own Redis'),
  })
})

test('faults of the configuration are listed, each by itself, and people read lines', async () => {
  expect(
    (await look({ PORT: 'x', REDIS_URL: 'y' })).checks.filter(({ name }) => name === 'Configuration'),
  ).toHaveLength(2)
  const { code, output } = await runCommand(['doctor', '--reach', 'http://127.0.0.1:1'], { DATA_DIR: folder.path })
  expect(code).toBe(0)
  expect(output).toMatch(/^✓ Node\.js: .*\n✓ Port: /)
  expect(output).toMatch(/! Outbound: http:\/\/127\.0\.0\.1:1 can't be reached \(.+\)\n {4}→ /)
})

test('a clock that is wrong is told of', async () => {
  const hour = 3_600_000
  const port = await listen(
    createHttpServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + hour).toUTCString())
      response.end()
    }),
  )
  const { of } = await look({}, { reach: `http://127.0.0.1:${port}` })
  expect(of('Outbound')).toMatchObject({ state: 'ok' })
  expect(of('Clock')).toMatchObject({ state: 'note', found: expect.stringMatching(/^3(59|60)\d s ahead/) })
})

const postgresUrl = inject('postgresUrl')
describe.runIf(postgresUrl !== undefined)('on PostgreSQL', () => {
  test('an empty database waits for its first start, and its clock is compared', async () => {
    const { code, of } = await look({ DATABASE_URL: await createPostgresDatabase(postgresUrl ?? '') })
    expect(code).toBe(0)
    expect(of('Database')).toMatchObject({ state: 'ok', found: expect.stringContaining('up to date') })
    expect(of('Clock of the database')).toMatchObject({ state: 'ok' })
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { productVersion } from '../product.ts'
import { dumpDatabase, readDump } from '../../../testing/database-dump.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { expectFilled, fillServer } from '../../../testing/filled-server.ts'
import { firstRelease, writeFirstRelease } from '../../../testing/first-release.ts'
import { createMigratedPostgresDatabase, createPostgresDatabase } from '../../../testing/own-database.ts'
import { TEST_SECRET_KEY, testServer } from '../../../testing/test-server.ts'
import { sealOlderGraphs } from '../../flows/flows/seal-older-graphs.ts'
import { createFlowSecrets } from '../../parts/credentials/flow-secrets.ts'

// A database as each release left it, schema and rows, for both databases; `npm run fixture` writes one.
const folder = fileURLToPath(new URL('fixtures', import.meta.url))
const kinds = ['sqlite', 'postgres'] as const
const endings = { sqlite: 'sqlite', postgres: 'postgres.sql' }
const place = (release: string, kind: keyof typeof endings) => join(folder, `${release}.${endings[kind]}`)
const releases = [
  ...new Set(readdirSync(folder).flatMap((name) => /^(.+)\.(?:sqlite|postgres\.sql)$/.exec(name)?.[1] ?? [])),
]
const changelog = readFileSync(fileURLToPath(new URL('../../../../../CHANGELOG.md', import.meta.url)), 'utf8')
const told = [...changelog.matchAll(/^## (\d+\.\d+)$/gm)].map(([, release = '']) => release)
const current = productVersion.split('.').slice(0, 2).join('.')
const postgresUrl = inject('postgresUrl')

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor()
})
afterAll(() => vendor.close())

test('every release that people were told of has a fixture on both databases, and this version is told of', () => {
  expect(told).toContain(current)
  const wanted = ['next', ...told.filter((release) => release !== '0.1').map((release) => `release-${release}`)]
  const files = wanted.flatMap((release) => kinds.map((kind) => place(release, kind)))
  const there = readdirSync(folder).map((name) => join(folder, name))
  expect(
    files.filter((file) => !there.includes(file)),
    'run npm run fixture',
  ).toEqual([])
  expect(there).toContain(join(folder, 'release-0.1.json'))
})

describe.each(kinds)('on %s', (kind) => {
  let data: string
  let database: Config['database']
  const isHere = kind === 'sqlite' || postgresUrl !== undefined

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'chatwright-releases-'))
    if (!isHere) return
    database =
      kind === 'sqlite'
        ? { kind, file: join(data, 'old.sqlite') }
        : { kind, url: await createPostgresDatabase(postgresUrl ?? '') }
  })
  afterEach(() => rmSync(data, { recursive: true, force: true }))

  /** However old the data is by now, it is not too old to be kept, and what has come due meanwhile waits. */
  const open = async () => {
    const long = '36500'
    const env = { DATABASE_URL: addressOf(), TRACE_DAYS: long, EXECUTION_DAYS: long, WAIT_DAYS: long }
    const server = await testServer({ env, lookEveryMs: 3_600_000 })
    // As the first start does, which has the key.
    const secrets = createFlowSecrets({ database: server.database, readKeys: () => [TEST_SECRET_KEY] })
    await sealOlderGraphs(server.database, secrets)
    return server
  }

  const addressOf = () => (database.kind === 'sqlite' ? `file:${database.file}` : database.url)

  test.runIf(isHere).each(releases)('the data of %s is brought up to date with nothing lost', async (release) => {
    await readDump(database, readFileSync(place(release, kind)))
    const server = await open()
    try {
      await expectFilled(server, vendor)
    } finally {
      await server.close()
    }
  })

  test.runIf(isHere)('so is the data of 0.1, which is kept as rows', async () => {
    await writeFirstRelease(database)
    const server = await open()
    try {
      const get = async (path: string) => (await server.send('GET', `/api/v1${path}`)).body
      const names = ({ name }: { name?: unknown }) => name
      expect((await get('/chatflows')).map(names)).toEqual(firstRelease['chat_flow']?.map(names))
      const [flow] = firstRelease['chat_flow'] ?? []
      expect(await get(`/chatflows/${String(flow?.['id'])}`)).toMatchObject({ flowData: flow?.['flow_data'] })
      const { items } = await get(`/runs?chatflowId=${String(flow?.['id'])}`)
      expect(items).toHaveLength(firstRelease['run']?.length ?? 0)
    } finally {
      await server.close()
    }
  })

  // Not a test of anything: writes what the others read, when asked to.
  const wanted = process.env['CHATWRIGHT_FIXTURE']
  test.runIf(wanted !== undefined && isHere)('the fixture is written', async () => {
    const own = kind === 'sqlite' ? database : { kind, url: await createMigratedPostgresDatabase(postgresUrl ?? '') }
    const url = own.kind === 'sqlite' ? `file:${own.file}` : own.url
    const server = await testServer({ env: { DATABASE_URL: url } })
    await fillServer(server, vendor)
    await server.close()
    const dump = dumpDatabase(own)
    expect(dump.toString('latin1')).toContain('How many lamps?')
    writeFileSync(place(wanted ?? '', kind), dump)
  })
})

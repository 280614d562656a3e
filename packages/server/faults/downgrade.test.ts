import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { dumpDatabase } from '../testing/database-dump.ts'
import { createPostgresDatabase } from '../testing/own-database.ts'
import { runCommand, spawnServer, temporaryFolder } from '../testing/spawned-server.ts'
import type { Config } from '../src/ground/config/config.ts'
import { openDatabase } from '../src/ground/db/database.ts'

/** What every command is called with, by its name; or why not. */
const CALLS: Record<string, 'opens nothing' | 'elsewhere' | ((folder: string) => string[])> = {
  start: () => [],
  worker: () => [],
  routes: 'opens nothing',
  // Says what is wrong and changes nothing: see its own tests.
  doctor: 'opens nothing',
  backup: (folder) => [join(folder, 'new.backup')],
  // Into an empty place it is the way back: see below.
  restore: 'elsewhere',
  // They read files, or speak with a server, and open no data of one.
  convert: 'elsewhere',
  check: 'elsewhere',
  diff: 'elsewhere',
  pull: 'elsewhere',
  push: 'elsewhere',
  types: 'elsewhere',
  eject: 'elsewhere',
  remote: 'elsewhere',
  export: (folder) => [join(folder, 'new.json')],
  import: (folder) => [join(folder, 'DB.json')],
  test: () => [],
  'rotate-key': () => [],
  'reset-login': () => [],
  audit: () => ['verify'],
}

/** Every file, its mode and its bytes; but what says which process is at work here, and SQLite, whose rows are compared. */
function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^server\.|^chatwright\.sqlite/.test(path))
    .map((path) => {
      const { mode, size } = lstatSync(join(folder, path))
      const isFile = lstatSync(join(folder, path)).isFile()
      const bytes = isFile
        ? createHash('sha256')
            .update(readFileSync(join(folder, path)))
            .digest('hex')
        : ''
      return `${path} ${mode.toString(8)} ${isFile ? size : ''} ${bytes}`
    })
    .sort()
}

const postgresUrl = inject('postgresUrl')

describe.each(['sqlite', 'postgres'] as const)('an older version on newer data, on %s', (kind) => {
  const isHere = kind === 'sqlite' || postgresUrl !== undefined
  let work: ReturnType<typeof temporaryFolder>
  let folder: ReturnType<typeof temporaryFolder>
  let env: Record<string, string>
  let database: Config['database']
  beforeEach(async () => {
    work = temporaryFolder()
    folder = temporaryFolder()
    database =
      kind === 'sqlite' || postgresUrl === undefined
        ? { kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') }
        : { kind, url: await createPostgresDatabase(postgresUrl) }
    env = { DATA_DIR: folder.path, ...(database.kind === 'postgres' && { DATABASE_URL: database.url }) }
  })
  afterEach(() => {
    work.remove()
    folder.remove()
  })

  const post = async (url: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
  }
  const namesAt = async (place: Record<string, string>): Promise<string[]> => {
    const server = await spawnServer(place)
    try {
      const list = (await (await fetch(`${server.url}/api/v1/variables`)).json()) as { name: string }[]
      return list.map(({ name }) => name)
    } finally {
      await server.stop()
    }
  }

  test.runIf(isHere)(
    'is refused by every command, and no file and no row changes; a backup from before leads back',
    async () => {
      const server = await spawnServer(env)
      await post(server.url, '/variables', { name: 'city', value: 'Rome', type: 'static' })
      await post(server.url, '/credentials', {
        name: 'OpenAI',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: 'sk-of-then' },
      })
      await server.stop()
      const before = join(work.path, 'before.backup')
      expect((await runCommand(['backup', before], env)).code).toBe(0)
      expect((await runCommand(['export', join(work.path, 'DB.json')], env)).code).toBe(0)

      const newer = await openDatabase(database)
      await sql`create table of_the_future (id text primary key)`.execute(newer.query)
      await sql`insert into schema_history (name, applied_date) values ('9999-from-the-future', '2099-01-01')`.execute(
        newer.query,
      )
      await newer.close()
      writeFileSync(join(folder.path, 'of-the-future'), 'what only the newer version knows')
      const dump = dumpDatabase(database)
      const files = everything(folder.path)

      const { output: help } = await runCommand(['--help'], env)
      const commands = [...help.matchAll(/^ {2}([a-z][a-z-]+)(?= |\n)/gm)].map(([, name = '']) => name)
      expect(commands.filter((name) => name !== 'help').sort()).toEqual(Object.keys(CALLS).sort())
      for (const [name, call] of Object.entries(CALLS)) {
        if (typeof call === 'string' || (name === 'worker' && kind === 'sqlite')) continue
        const all = { ...env, ...(name === 'worker' && { REDIS_URL: 'redis://127.0.0.1:9' }) }
        const { code, output } = await runCommand([name, ...call(work.path)], all)
        // Of tests, 1 says that some failed.
        const expected = name === 'test' ? 2 : 1
        expect({ name, code, output }).toMatchObject({
          code: expected,
          output: expect.stringContaining('newer version'),
        })
        expect(everything(folder.path), name).toEqual(files)
      }
      expect(dumpDatabase(database).equals(dump)).toBe(true)

      for (const flags of [[], ['--replace']]) {
        const { code, output } = await runCommand(['restore', ...flags, before], env)
        expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('an empty DATA_DIR') })
        expect(everything(folder.path)).toEqual(files)
        expect(dumpDatabase(database).equals(dump)).toBe(true)
      }
      const empty = join(work.path, 'data')
      const place = {
        DATA_DIR: empty,
        ...(kind === 'postgres' && { DATABASE_URL: await createPostgresDatabase(postgresUrl ?? '') }),
      }
      const restored = await runCommand(['restore', before], place)
      expect(restored.code, restored.output).toBe(0)
      expect(await namesAt(place)).toEqual(['city'])
    },
  )
})

import { afterEach, beforeEach, expect, inject, test, describe } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { createPostgresDatabase } from '../testing/own-database.ts'
import { openDatabase } from './database.ts'

describe.each(['sqlite', 'postgres'] as const)('the schema on %s', (kind) => {
  let folder: string
  let config: Config['database']
  const postgresUrl = inject('postgresUrl')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chatwright-migrate-'))
    config =
      kind === 'sqlite'
        ? { kind, file: join(folder, 'a.sqlite') }
        : { kind, url: await createPostgresDatabase(postgresUrl ?? '') }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test.runIf(kind === 'sqlite' || postgresUrl)('is made once; opening again changes nothing', async () => {
    const first = await openDatabase(config)
    const before = await sql<{ name: string }>`select * from schema_history order by name`.execute(first.query)
    await first.close()
    const second = await openDatabase(config)
    const after = await sql<{ name: string }>`select * from schema_history order by name`.execute(second.query)
    await second.close()
    expect(after.rows).toEqual(before.rows)
    expect(after.rows.length).toBeGreaterThan(0)
  })

  test.runIf(kind === 'sqlite' || postgresUrl)(
    'of a newer version is refused with a sentence and left untouched',
    async () => {
      const newer = await openDatabase(config)
      await sql`insert into schema_history (name, applied_date) values ('9999-from-the-future', '2030-01-01')`.execute(
        newer.query,
      )
      await newer.close()
      const bytes = kind === 'sqlite' ? readFileSync(join(folder, 'a.sqlite')) : undefined
      await expect(openDatabase(config)).rejects.toThrow(/newer version of Chatwright.*9999-from-the-future/)
      if (bytes) expect(readFileSync(join(folder, 'a.sqlite')).equals(bytes)).toBe(true)
    },
  )

  test.runIf(kind === 'postgres' && postgresUrl)(
    'two servers that start at once on one database both come up',
    async () => {
      const databases = await Promise.all([openDatabase(config), openDatabase(config), openDatabase(config)])
      for (const database of databases) await expect(database.check()).resolves.toBeUndefined()
      await Promise.all(databases.map((database) => database.close()))
    },
  )
})

import { afterEach, beforeEach, expect, inject, test, describe } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { dumpDatabase } from '../../../testing/database-dump.ts'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import { runCommand } from '../../../testing/spawned-server.ts'
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
      await sql`insert into schema_history (name, applied_date) values ('9999-from-the-future', '2099-01-01')`.execute(
        newer.query,
      )
      await newer.close()
      const before = dumpDatabase(config)
      const bytes = kind === 'sqlite' ? readFileSync(join(folder, 'a.sqlite')) : undefined
      await expect(openDatabase(config)).rejects.toThrow(/newer version of Chatwright.*9999-from-the-future/)
      if (bytes) expect(readFileSync(join(folder, 'a.sqlite')).equals(bytes)).toBe(true)
      expect(dumpDatabase(config).equals(before)).toBe(true)
      expect(before.toString('latin1')).toContain('9999-from-the-future')
      // The commands that open it say the same.
      const address = config.kind === 'sqlite' ? `file:${config.file}` : config.url
      for (const command of [['start'], ['export', join(folder, 'DB.json')], ['backup', join(folder, 'a.backup')]]) {
        const { code, output } = await runCommand(command, { DATA_DIR: join(folder, 'data'), DATABASE_URL: address })
        expect({ code, output }).toMatchObject({
          code: 1,
          output: expect.stringContaining('newer version of Chatwright'),
        })
      }
      expect(dumpDatabase(config).equals(before)).toBe(true)
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

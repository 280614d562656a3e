import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import type { Config } from '../src/ground/config/config.ts'
import { findPostgresBinaries } from './own-postgres.ts'

/** A whole database, schema and rows: the file of SQLite without its gaps, or what `pg_dump` writes. */
export function dumpDatabase(database: Config['database']): Buffer {
  return database.kind === 'sqlite' ? dumpSqlite(database.file) : Buffer.from(dumpPostgres(database.url))
}

/** Into an empty one. */
export async function readDump(database: Config['database'], dump: Buffer): Promise<void> {
  if (database.kind === 'sqlite') {
    writeFileSync(database.file, dump, { mode: 0o600 })
    return
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(dump.toString('utf8'))
  } finally {
    await client.end()
  }
}

function dumpSqlite(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-dump-'))
  const database = new Libsql(file)
  try {
    database.prepare('vacuum into ?').run(join(folder, 'dump.sqlite'))
    return readFileSync(join(folder, 'dump.sqlite'))
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function dumpPostgres(url: string): string {
  const flags = ['--column-inserts', '--no-owner', '--no-privileges', '--no-comments', '--dbname', url]
  const dump = execFileSync(join(findPostgresBinaries() ?? '', 'pg_dump'), flags, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  // Left out: what psql alone understands, and settings that depend on the version of PostgreSQL that wrote it.
  return `${dump
    .split('\n')
    .filter((line) => !/^(\\|--|SET |SELECT pg_catalog\.set_config|$)/.test(line))
    .join('\n')}\n`
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './ground/db/database.ts'
import { startPostgres } from '../testing/own-postgres.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const compose = readFileSync(`${repository}compose.yaml`, 'utf8')
const lines = compose.split('\n').filter((line) => !line.trim().startsWith('#'))

test('every value from outside must be given: there is no default, least of all for a secret', () => {
  const values = lines.join('\n').match(/(?<!\$)\$\{[^}]*\}/g) ?? []
  expect(values.length).toBeGreaterThan(5)
  expect(values.filter((value) => !/^\$\{[A-Z_]+:\?.+\}$/.test(value))).toEqual([])
  const secrets = lines.filter((line) => /^\s*\w*(PASSWORD|SECRET|KEY)\w*:/.test(line))
  expect(secrets.length).toBeGreaterThan(3)
  expect(secrets.filter((line) => !/: \$\{[A-Z_]+:\?[^}]+\}$/.test(line))).toEqual([])
})

test('the product is another role than the superuser, and Redis asks for a password', () => {
  const [, superuser] = /^ {6}POSTGRES_USER: (\w+)$/m.exec(compose) ?? []
  const [, role] = /DATABASE_URL: postgres:\/\/(\w+):\$\{POSTGRES_PASSWORD/.exec(compose) ?? []
  expect([superuser, role]).toEqual(['postgres', 'chatwright'])
  expect(compose).toContain('--requirepass "$$REDIS_PASSWORD"')
  expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?/)
  expect(compose).toContain('./scripts/create-role.sh:/docker-entrypoint-initdb.d/')
  expect(compose.match(/^ +- '[\d.:]*'$/gm)).toEqual(["      - '3000:3000'"])
})

test.runIf(inject('postgresUrl'))('the role that the script makes can run the product and nothing else', async () => {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL did not start')
  const { hostname, port } = new URL(postgres.url)
  const password = `it's "${randomUUID()}" \\ $HOME`
  try {
    // As in the image, where the superuser is named postgres and there is no chatwright.
    await query(postgres.url, 'create role postgres superuser login')
    await query(`postgres://postgres@${hostname}:${port}/postgres`, 'alter role chatwright rename to somebody')
    await promisify(execFile)('sh', [`${repository}scripts/create-role.sh`], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: hostname,
        PGPORT: port,
        POSTGRES_USER: 'postgres',
        CHATWRIGHT_ROLE_PASSWORD: password,
      },
    })
    const url = `postgres://chatwright:${encodeURIComponent(password)}@${hostname}:${port}/chatwright`
    const database = await openDatabase({ kind: 'postgres', url })
    await database.check()
    await database.close()
    const role = new pg.Client({ connectionString: url })
    await role.connect()
    const { rows } = await role.query(
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ])
    await expect(role.query(`copy (select 1) to program 'true'`)).rejects.toThrow(/permission|superuser/)
    await expect(role.query(`select pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission denied/)
    await role.end()
    // Nor is the database anybody else's.
    await query(`postgres://postgres@${hostname}:${port}/postgres`, 'create role stranger login')
    for (const name of ['chatwright', 'postgres'])
      await expect(query(`postgres://stranger@${hostname}:${port}/${name}`, 'select 1')).rejects.toThrow(
        /permission denied for database/,
      )
  } finally {
    await postgres.stop()
  }
})

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

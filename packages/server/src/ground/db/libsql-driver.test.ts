import fc from 'fast-check'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindable } from './bindable.ts'
import { libsqlDialect } from './libsql-driver.ts'
import { openSqlite } from './open-sqlite.ts'
import { patient } from '../../../testing/patient.ts'

interface Tables {
  cell: { id: number; value: unknown }
}

describe('the SQLite driver', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-driver-'))
  const file = join(folder, 'test.sqlite')
  const commits: string[][] = []
  const onCommit = (tables: ReadonlySet<string>): void => void commits.push([...tables])
  const db = new Kysely<Tables>({ dialect: libsqlDialect(() => openSqlite(file), { onCommit, busyLimitMs: 1000 }) })

  beforeAll(async () => {
    await sql`create table cell (id integer primary key, value)`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  test('whatever is bound, the process lives: it is stored, or refused as a TypeError', async () => {
    const weird = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withTypedArray: true,
        withNullPrototype: true,
        withMap: true,
        withSet: true,
      }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        Buffer.from('lone'),
        new Uint8Array(0),
        new Date(0),
        new Date(NaN),
        Symbol('s'),
        () => 1,
        NaN,
        Infinity,
        -0,
        2n ** 70n,
        '\uD800',
        'a\u0000b',
      ),
    )
    await fc.assert(
      fc.asyncProperty(weird, async (value) => {
        let isRefused = false
        try {
          bindable(value)
        } catch (error) {
          isRefused = true
          expect(error).toBeInstanceOf(TypeError)
        }
        const insert = db.executeQuery(CompiledQuery.raw('insert into cell (value) values (?)', [value]))
        if (isRefused) await expect(insert).rejects.toThrow(/Cannot store/)
        else await insert
      }),
      { numRuns: 2000 },
    )
  })

  test('text comes back as it went in, but for lone surrogates, which no UTF-8 file can hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).filter((text) => !text.includes('\u0000')),
        async (text) => {
          await sql`delete from cell`.execute(db)
          await sql`insert into cell (id, value) values (1, ${text})`.execute(db)
          const row = await db.selectFrom('cell').select('value').executeTakeFirstOrThrow()
          expect(row.value).toBe(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a write waits for another process that holds the lock, without blocking the event loop', async () => {
    const other = openSqlite(file)
    other.exec('begin immediate')
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    setTimeout(() => other.exec('commit'), 500)
    await db
      .transaction()
      .execute((transaction) => sql`insert into cell (value) values ('waited')`.execute(transaction))
    clearInterval(timer)
    other.close()
    // Blocked, it would not have ticked once.
    expect(ticks).toBeGreaterThan(2)
  })

  test('statements that follow upon each other let everybody else have a turn, in a transaction too', async () => {
    const long = sql`select count(*) from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000) select i from n)`
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await db.transaction().execute(async (transaction) => {
      await sql`insert into cell (value) values ('held')`.execute(transaction)
      for (let each = 0; each < 20; each += 1) await long.execute(transaction)
    })
    for (let each = 0; each < 20; each += 1) await long.execute(db)
    isOver = true
    // It was two, between the transaction and the rest.
    expect(turns).toBeGreaterThan(10)
  })

  test('and so do lists of long texts that are written together', async () => {
    const dialect = libsqlDialect(() => openSqlite(file))
    const own = new Kysely<Tables>({ dialect })
    await sql`select 1`.execute(own)
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const step = { sql: 'insert into cell (value) values (?)', values: ['я'.repeat(4_000_000)] }
    expect(await dialect.writeSteps([[step, step, step], [step, step], [step]])).toEqual([true, true, true])
    isOver = true
    await own.destroy()
    // It was none: all of them in one go.
    expect(turns).toBeGreaterThan(3)
  })

  test('reads go on while another process holds the lock, and every waiting write gives up in time', async () => {
    const other = openSqlite(file)
    other.exec('begin immediate')
    const started = performance.now()
    const writes = Array.from({ length: 10 }, (_, i) =>
      db
        .transaction()
        .execute((transaction) => sql`insert into cell (value) values (${`late ${i}`})`.execute(transaction)),
    )
    let isRefused = false
    const outcomes = Promise.allSettled(writes).finally(() => (isRefused = true))
    await db.selectFrom('cell').selectAll().limit(1).execute()
    const isReadFirst = !isRefused
    const refused = (await outcomes).map((outcome) => outcome.status === 'rejected' && String(outcome.reason))
    const refusedMs = performance.now() - started
    other.exec('rollback')
    other.close()
    expect(isReadFirst).toBe(true)
    expect(refused).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/locked/)))
    expect(refusedMs).toBeLessThan(patient(2000))
    await sql`insert into cell (value) values ('after')`.execute(db)
    const another = openSqlite(file)
    expect(another.prepare("select value from cell where value = 'after'").all()).toHaveLength(1)
    another.close()
  })

  test('the reading side cannot write, whatever it is asked', async () => {
    await expect(sql`select * from cell; delete from cell`.execute(db)).resolves.toBeDefined()
    expect(await db.selectFrom('cell').select('value').where('value', '=', 'after').execute()).toHaveLength(1)
  })

  test('work on the one connection takes turns: transactions never mix', async () => {
    await sql`delete from cell`.execute(db)
    await sql`insert into cell (id, value) values (1, 0)`.execute(db)
    await Promise.all(
      Array.from({ length: 40 }, () =>
        db.transaction().execute(async (transaction) => {
          const { value } = await transaction.selectFrom('cell').select('value').executeTakeFirstOrThrow()
          await transaction
            .updateTable('cell')
            .set({ value: Number(value) + 1 })
            .execute()
        }),
      ),
    )
    const { value } = await db.selectFrom('cell').select('value').executeTakeFirstOrThrow()
    expect(value).toBe(40)
  })

  test('tells which tables a commit changed, once it is done', async () => {
    commits.length = 0
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('cell').values({ id: 501, value: 'a' }).execute()
      await transaction.updateTable('cell').set({ value: 'b' }).where('id', '=', 501).execute()
      await transaction.selectFrom('cell').selectAll().where('id', '=', 501).execute()
      expect(commits).toEqual([])
    })
    expect(commits).toEqual([['cell', 'cell.value']])
    await db.deleteFrom('cell').where('id', '=', 501).execute()
    await sql`update or ignore cell set value = 1 where id = 501`.execute(db)
    await db.selectFrom('cell').selectAll().execute()
    expect(commits).toEqual([['cell', 'cell.value'], ['cell'], ['']])
  })

  test('a failed transaction leaves nothing behind and the connection usable', async () => {
    await expect(
      db.transaction().execute(async (transaction) => {
        await sql`insert into cell (id, value) values (77, 'half')`.execute(transaction)
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await db.selectFrom('cell').selectAll().where('id', '=', 77).execute()).toEqual([])
  })

  test('what still waits for its turn when the database is closed is refused, and the process lives', async () => {
    const closing = new Kysely<Tables>({ dialect: libsqlDialect(() => openSqlite(file)) })
    // Long enough for whoever comes next to wait for a turn.
    await sql`with recursive count(n) as (select 1 union all select n + 1 from count where n < 500000)
      select max(n) from count`.execute(closing)
    const asked = [
      closing.selectFrom('cell').selectAll().execute(),
      closing.deleteFrom('cell').where('id', '=', -1).execute(),
      closing.transaction().execute((transaction) => transaction.deleteFrom('cell').where('id', '=', -1).execute()),
    ]
    const ended = Promise.allSettled(asked)
    // As far as to the wait, and no further.
    for (let steps = 0; steps < 20; steps++) await Promise.resolve()
    await closing.destroy()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type Database from 'libsql'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a write waits for another process's lock before it gives up. */
const BUSY_LIMIT_MS = 5000

/** Kysely over libsql: one connection, one queue, and a binder that never lets a bad value reach native code. */
export function libsqlDialect(open: () => Database.Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class LibsqlDriver implements Driver {
  readonly #open: () => Database.Database
  #database: Database.Database | undefined
  #connection: LibsqlConnection | undefined
  /** The tail of the queue for the one connection. */
  #queue: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(open: () => Database.Database) {
    this.#open = open
  }

  async init(): Promise<void> {
    this.#database = this.#open()
    this.#connection = new LibsqlConnection(this.#database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.#queue
    let release = (): void => undefined
    this.#queue = new Promise((resolve) => (release = resolve))
    await turn
    this.#release = release
    if (!this.#connection) throw new Error('The database is closed')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Immediate: a lock held elsewhere is met here, where waiting is safe, and not in the middle of the work.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A failed commit (disk full) may have rolled back already.
    if (this.#database?.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection?.forget()
    this.#connection = undefined
    this.#database?.close()
  }
}

/** Prepared statements kept per connection; preparing costs more than running. */
const STATEMENT_CACHE_SIZE = 200

class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(database: Database.Database) {
    this.#database = database
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const parameters = query.parameters.map(bindable)
    const deadline = performance.now() + BUSY_LIMIT_MS
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return this.#execute<Row>(query.sql, parameters)
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        // Waiting here and not inside SQLite keeps the event loop free.
        await sleep(wait)
      }
    }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface; pages are read by key instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported: read pages by key')
  }

  forget(): void {
    this.#statements.clear()
  }

  #execute<Row>(sql: string, parameters: Bindable[]): QueryResult<Row> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    // A schema change invalidates what was prepared before it.
    if (/^\s*(create|drop|alter)\b/i.test(sql)) this.#statements.clear()
    else {
      if (this.#statements.size >= STATEMENT_CACHE_SIZE) {
        const [oldest] = this.#statements.keys()
        if (oldest !== undefined) this.#statements.delete(oldest)
      }
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

type Bindable = string | number | bigint | null | Uint8Array

/** Anything native code would abort the process on is a TypeError here. */
export function bindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'undefined':
      return null
    case 'boolean':
      return value ? 1 : 0
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`Cannot store the number ${value}`)
      return value
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) throw new TypeError('Cannot store an integer of more than 64 bits')
      return value
    case 'string':
      if (value.includes('\u0000')) throw new TypeError('Cannot store text with a NUL character')
      return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    case 'object':
      if (value === null) return null
      if (value instanceof Date) return value.toISOString()
      if (value instanceof Uint8Array) return Buffer.from(value)
      throw new TypeError(`Cannot store a ${value.constructor?.name ?? 'object'}`)
    default:
      throw new TypeError(`Cannot store a ${typeof value}`)
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /SQLITE_(BUSY|LOCKED)|database (table )?is locked/.test(`${(error as { code?: string }).code} ${error.message}`)
  )
}

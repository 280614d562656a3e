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
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { bindable } from './bindable.ts'
import { PreparedStatements, writtenTable } from './prepared-statements.ts'
import { Turns } from './turns.ts'
import type { WriteStep } from './write-step.ts'

/** How long a write waits, for its turn and for another process's lock together, before it gives up. */
const BUSY_LIMIT_MS = 5000

/** How long statements may follow upon each other before everybody else has a turn: those of SQLite run in the server's thread. */
const HELD_LIMIT_MS = 10

export interface LibsqlDialect extends Dialect {
  /** Lists of steps in one transaction, past Kysely: it asks for a promise or ten per statement, and these need none. */
  writeSteps(writes: readonly (readonly WriteStep[])[]): Promise<boolean[]>
}

/** Kysely over libsql: one writer with a queue, and a reader that no writer ever holds up. */
export function libsqlDialect(
  open: () => Database.Database,
  { onCommit = () => {}, busyLimitMs = BUSY_LIMIT_MS }: LibsqlOptions = {},
): LibsqlDialect {
  const driver = new LibsqlDriver(open, { onCommit, busyLimitMs })
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    writeSteps: (writes) => driver.writeSteps(writes),
  }
}

export interface LibsqlOptions {
  /**
   * Hears which tables a commit may have changed, `table.column` where it set nothing else of that table; a statement that does not
   * say so plainly is heard as an empty name.
   */
  onCommit?: (tables: ReadonlySet<string>) => void
  busyLimitMs?: number
}

interface Handles extends Required<LibsqlOptions> {
  writer: PreparedStatements
  reader: PreparedStatements
  turns: Turns
  thread: HeldThread
}

/** Counts for how long statements have held the thread: awaiting one after another lets nobody else in between. */
class HeldThread {
  #heldMs = 0
  #isCounting = false

  get isHeld(): boolean {
    return this.#heldMs >= HELD_LIMIT_MS
  }

  run<Result>(work: () => Result): Result {
    const startedAt = performance.now()
    try {
      return work()
    } finally {
      this.#heldMs += performance.now() - startedAt
      if (!this.#isCounting) this.#countUntilNextTurn()
    }
  }

  #countUntilNextTurn(): void {
    this.#isCounting = true
    setImmediate(() => {
      this.#heldMs = 0
      this.#isCounting = false
    })
  }
}

class LibsqlDriver implements Driver {
  readonly #open: () => Database.Database
  readonly #options: Required<LibsqlOptions>
  #handles: Handles | undefined

  constructor(open: () => Database.Database, options: Required<LibsqlOptions>) {
    this.#open = open
    this.#options = options
  }

  async init(): Promise<void> {
    const writer = new PreparedStatements(this.#open())
    const readOnly = this.#open()
    readOnly.pragma('query_only = on')
    this.#handles = {
      writer,
      reader: new PreparedStatements(readOnly),
      turns: new Turns(),
      thread: new HeldThread(),
      ...this.#options,
    }
  }

  async acquireConnection(): Promise<LibsqlConnection> {
    if (!this.#handles) throw new Error('The database is closed')
    return new LibsqlConnection(this.#handles)
  }

  async releaseConnection(connection: LibsqlConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: LibsqlConnection): Promise<void> {
    // Immediate: a lock held elsewhere is met here, where waiting is safe, and not in the middle of the work.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: LibsqlConnection): Promise<void> {
    // A failed commit (disk full) may have rolled back already.
    if (this.#handles?.writer.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async writeSteps(writes: readonly (readonly WriteStep[])[]): Promise<boolean[]> {
    const connection = await this.acquireConnection()
    try {
      await this.beginTransaction(connection)
      const done: boolean[] = []
      for (const steps of writes) done.push(await connection.runSteps(steps))
      await this.commitTransaction(connection)
      return done
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw error
    } finally {
      connection.release()
    }
  }

  async destroy(): Promise<void> {
    const handles = this.#handles
    this.#handles = undefined
    handles?.reader.close()
    handles?.writer.close()
  }
}

/** What one piece of work holds: nothing while it reads, the writer from its first write to its end. */
class LibsqlConnection implements DatabaseConnection {
  readonly #handles: Handles
  readonly #deadline: number
  readonly #written = new Set<string>()
  #endTurn: (() => void) | undefined

  constructor(handles: Handles) {
    this.#handles = handles
    this.#deadline = performance.now() + handles.busyLimitMs
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, turns, thread } = this.#handles
    const parameters = query.parameters.map(bindable)
    while (thread.isHeld) await nextTurn()
    if (!this.#endTurn && isRead(query)) {
      return this.#retry(() => thread.run(() => reader.execute<Row>(query.sql, parameters)))
    }
    this.#endTurn ??= await turns.take(this.#deadline)
    if (!this.#endTurn) throw new BusyError()
    // A schema change invalidates what was prepared before it.
    if (/^\s*(create|drop|alter)\b/i.test(query.sql)) reader.forget()
    if (isControl(query.sql)) {
      const result = await this.#retry(() => thread.run(() => writer.control<Row>(query.sql)))
      if (!writer.isInTransaction) this.#tellCommit()
      return result
    }
    if (!isRead(query) && !isSetting(query.sql)) this.#written.add(writtenTable(query.sql))
    const change = () => thread.run(() => writer.execute<Row>(query.sql, parameters))
    if (writer.isInTransaction || isSetting(query.sql)) return change()
    // The lock is met in a statement of its own: one that fails on it half-way would hold back the commits of others.
    await this.#retry(() => writer.control('begin immediate'))
    try {
      const result = change()
      writer.control('commit')
      this.#tellCommit()
      return result
    } catch (error) {
      if (writer.isInTransaction) writer.control('rollback')
      throw error
    }
  }

  /** Only inside a transaction. False when a condition was not met. */
  async runSteps(steps: readonly WriteStep[]): Promise<boolean> {
    const { writer, thread } = this.#handles
    for (const { sql, values, isCondition } of steps) {
      // Texts of megabytes, of as many requests as are written together.
      while (thread.isHeld) await nextTurn()
      const { changes, table } = thread.run(() => writer.change(sql, values.map(bindable)))
      this.#written.add(table)
      if (isCondition && changes === 0) return false
    }
    return true
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface; pages are read by key instead
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported: read pages by key')
  }

  release(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  #tellCommit(): void {
    if (this.#written.size > 0) this.#handles.onCommit(this.#written)
    this.#written.clear()
  }

  async #retry<Result>(work: () => Result): Promise<Result> {
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || performance.now() > this.#deadline) throw error
        // Waiting here and not inside SQLite keeps the event loop free.
        await sleep(wait)
      }
    }
  }
}

/** Others were writing all the time; the same to a caller as a lock held by another process. */
class BusyError extends Error {
  override readonly name = 'BusyError'
  readonly code = 'SQLITE_BUSY'

  constructor() {
    super('database is locked')
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /SQLITE_(BUSY|LOCKED)|database (table )?is locked/.test(`${(error as { code?: string }).code} ${error.message}`)
  )
}

function isControl(sql: string): boolean {
  return /^\s*(begin|commit|rollback|savepoint|release)\b/i.test(sql)
}

function isSetting(sql: string): boolean {
  return /^\s*(pragma|vacuum)\b/i.test(sql)
}

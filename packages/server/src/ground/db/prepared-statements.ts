import type { QueryResult } from 'kysely'
import type Database from 'libsql'
import type { Bindable } from './bindable.ts'

/** Kept per handle; preparing costs more than running. */
const CACHE_SIZE = 200

interface Prepared {
  statement: Database.Statement
  /** Asked once: every question goes to native code. */
  isReader: boolean
  /** The table, or the one column of it, that it writes to; empty when it does not say so plainly. */
  table: string
}

/** One handle on the database with the statements it has prepared. */
export class PreparedStatements {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Prepared>()
  #isClosed = false

  constructor(database: Database.Database) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    // Asked of a closed database, native code ends the whole process; everything else it is asked it refuses.
    return !this.#isClosed && this.#database.inTransaction
  }

  execute<Row>(sql: string, parameters: Bindable[]): QueryResult<Row> {
    const { statement, isReader } = this.#prepare(sql)
    if (isReader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  /** A write of which only the number of changed rows matters. */
  change(sql: string, parameters: Bindable[]): { changes: number; table: string } {
    const { statement, table } = this.#prepare(sql)
    return { changes: statement.run(parameters).changes, table }
  }

  /** Statements about transactions: nothing of them stays behind, also when they fail. */
  control<Row>(sql: string): QueryResult<Row> {
    this.#database.exec(sql)
    return { rows: [] }
  }

  forget(): void {
    this.#statements.clear()
  }

  close(): void {
    this.#isClosed = true
    this.forget()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, isReader: statement.reader, table: writtenTable(sql) }
    if (/^\s*(create|drop|alter)\b/i.test(sql)) {
      // A schema change invalidates what was prepared before it.
      this.forget()
      return prepared
    }
    if (this.#statements.size >= CACHE_SIZE) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** `run`, or `chat_flow.last_run_date` where only that column is set. */
export function writtenTable(sql: string): string {
  const [, table = '', column] =
    /^\s*(?:insert into|update|delete from) "(\w+)"(?: set "(\w+)" = \? where)?/i.exec(sql) ?? []
  return column === undefined ? table : `${table}.${column}`
}

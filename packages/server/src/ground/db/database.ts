import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Config } from '../config/config.ts'
import { explainOpenFault } from './explain-open-fault.ts'
import { libsqlDialect } from './libsql-driver.ts'
import { refuseLostDatabase } from './lost-database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseKind, Schema } from './schema.ts'
import { runLists, type WriteStep } from './write-step.ts'

export interface Database {
  readonly kind: DatabaseKind
  /** Whether its own functions tell how near two embeddings are; elsewhere they are read and compared here. */
  readonly comparesVectors: boolean
  /** Chat traffic and reads: survives a killed process. */
  readonly query: Kysely<Schema>
  /** Chat traffic that belongs together. */
  transact<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>
  /** The same for lists of statements known beforehand. False for a list whose condition was not met. */
  writeSteps(writes: readonly (readonly WriteStep[])[]): Promise<boolean[]>
  /** Edits to flows, credentials and keys: survives a power cut too. */
  transactDurably<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>
  /**
   * A number that grows whenever one of these tables was changed, for whatever is held of them, unless only columns were set that
   * are not read. Missing where other processes write too.
   */
  revisionOf?(tables: readonly (keyof Schema)[], unread?: readonly Column[]): () => number
  /** Rejects when the database does not answer. */
  check(): Promise<void>
  close(): Promise<void>
}

type Column = { [Table in keyof Schema]: `${Table}.${keyof Schema[Table] & string}` }[keyof Schema]

/** Opens the configured database and brings its schema up to date. */
export async function openDatabase(config: Config['database']): Promise<Database> {
  const database = await connectDatabase(config)
  try {
    await migrate(database.query, database.kind, migrations)
  } catch (error) {
    await database.close()
    throw explainOpenFault(error, config)
  }
  return database
}

/** Another way to a database whose schema is up to date. */
export function connectDatabase(
  config: Config['database'],
  { connections = 10 }: { connections?: number } = {},
): Promise<Database> {
  return config.kind === 'sqlite' ? openSqliteDatabase(config.file) : openPostgresDatabase(config.url, connections)
}

async function openSqliteDatabase(file: string): Promise<Database> {
  refuseLostDatabase(file)
  // Native code: where PostgreSQL is used it need not even be there.
  const { hasVectorFunctions, openSqlite } = await import('./open-sqlite.ts')
  const changes = new Map<string, number>()
  const count = (name: string) => changes.set(name, (changes.get(name) ?? 0) + 1)
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (changes.get(name) ?? 0), 0)
  const dialect = libsqlDialect(() => openSqlite(file), {
    onCommit: (written) => {
      for (const name of written) {
        count(name)
        // A change of a column is one of its table.
        if (name.includes('.')) count(name.slice(0, name.indexOf('.')))
      }
    },
  })
  const query = new Kysely<Schema>({ dialect })
  return {
    kind: 'sqlite',
    comparesVectors: hasVectorFunctions(),
    query,
    revisionOf(tables, unread = []) {
      // A statement that does not say plainly what it changes counts as a change of all.
      const names = [...tables, '']
      return () => sumOf(names) - sumOf(unread)
    },
    transact: (work) => query.transaction().execute(work),
    writeSteps: dialect.writeSteps,
    transactDurably: (work) =>
      // The setting cannot change inside a transaction; the connection is ours from here to the end.
      query.connection().execute(async (connection) => {
        await sql`pragma synchronous = full`.execute(connection)
        try {
          return await connection.transaction().execute(work)
        } finally {
          await sql`pragma synchronous = normal`.execute(connection)
        }
      }),
    check: async () => {
      await sql`select 1`.execute(query)
    },
    close: () => query.destroy(),
  }
}

async function openPostgresDatabase(url: string, connections: number): Promise<Database> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    // A process stopped in the middle of a transaction must not hold its rows for ever.
    idle_in_transaction_session_timeout: 5000,
    // Somebody else's lock is an answer to give, not a request to keep waiting.
    lock_timeout: 5500,
    // A server that is frozen or cut off answers nothing at all; only our side can end that wait.
    query_timeout: 31_000,
  })
  // An idle connection that breaks (a restart of PostgreSQL) is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks in the middle of a transaction: the next statement on it says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const transact: Database['transact'] = (work) => query.transaction().execute(work)
  return {
    kind: 'postgres',
    comparesVectors: false,
    query,
    transact,
    writeSteps: (writes) => transact((transaction) => runLists(transaction, writes)),
    transactDurably: transact,
    check: async () => {
      await sql`select 1`.execute(query)
    },
    close: () => query.destroy(),
  }
}

import { NodeError, type NodeContext } from '@chatwright/core'
import type { Client } from 'pg'
import { readPostgresUrl } from '../postgres/read-postgres-url.ts'
import { limited, queryTimeoutMs, type Database, type Row, type Table } from './database.ts'

/** A PostgreSQL database, read inside a read-only transaction that the server itself ends when it takes too long. */
export function postgresDatabase(
  connectionString: string,
  { dialAddress }: Pick<NodeContext, 'dialAddress'>,
): Database {
  const read = async <Output>(work: (client: Client) => Promise<Output>, signal: AbortSignal): Promise<Output> => {
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      ...(await readPostgresUrl(connectionString, dialAddress)),
      connectionTimeoutMillis: 5000,
      statement_timeout: queryTimeoutMs,
      application_name: 'chatwright',
    })
    // A connection lost between two statements is reported by the next one.
    client.on('error', () => {})
    const stop = (): void => void client.end()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      await client.query('BEGIN TRANSACTION READ ONLY')
      return await work(client)
    } catch (error) {
      signal.throwIfAborted()
      throw explain(error)
    } finally {
      signal.removeEventListener('abort', stop)
      await client.end().catch(() => {})
    }
  }
  return {
    dialect: 'PostgreSQL',
    tables: (signal) => read(listTables, signal),
    query: (sql, { limit, signal }) =>
      read(async (client) => (await client.query<Row>({ text: limited(sql, limit), values: [] })).rows, signal),
  }
}

async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS "type" FROM information_schema.columns
     WHERE table_schema = ANY (current_schemas(false)) ORDER BY table_name, ordinal_position`,
  )
  const tables = new Map<string, Table>()
  for (const row of rows) {
    const table = tables.get(row.table) ?? { name: row.table, columns: [] }
    table.columns.push({ name: row.column, type: row.type })
    tables.set(row.table, table)
  }
  return [...tables.values()]
}

function explain(error: unknown): NodeError {
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string }
  if (code.startsWith('28')) {
    return new NodeError(`PostgreSQL refused the login: ${message}`, {
      code: 'wrong-credential',
      field: 'url',
      hint: 'Check user and password in the connection address.',
      cause: error,
    })
  }
  if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|3D)/.test(code) || /timeout expired/.test(message)) {
    return new NodeError(`PostgreSQL could not be reached: ${message}`, {
      code: 'unreachable',
      field: 'url',
      hint: 'Check the connection address, and that the server takes connections from here.',
      cause: error,
    })
  }
  return new NodeError(`PostgreSQL says: ${message}`, {
    code: 'bad-input',
    hint: 'Ask in other words, or name the tables to use in this node.',
    cause: error,
  })
}

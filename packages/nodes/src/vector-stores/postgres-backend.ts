import { NodeError, type NodeContext } from '@chatwright/core'
import type { ClientConfig, QueryResult } from 'pg'
import { dialled } from '../postgres/read-postgres-url.ts'
import { withVectorsOnly, type VectorBackend } from './vector-backend.ts'

export interface PostgresPlace {
  connection: ClientConfig
  dialAddress: NodeContext['dialAddress']
  table: string
  contentColumn: string
  strategy: 'cosine' | 'euclidean' | 'innerProduct'
  batchSize: number | undefined
}

/** The operator of pgvector, and how its distance becomes a similarity where higher is nearer. */
const STRATEGIES = {
  cosine: { operator: '<=>', score: (distance: number) => 1 - distance },
  euclidean: { operator: '<->', score: (distance: number) => 1 / (1 + distance) },
  innerProduct: { operator: '<#>', score: (distance: number) => -distance },
}

interface Row {
  id: string
  content: string | null
  metadata: Record<string, unknown> | null
  distance: number
  embedding?: string | null
}

/** One connection per call: stores are searched now and then, and an idle pool would hold connections for every flow. */
export function postgresBackend({
  connection,
  dialAddress,
  table,
  contentColumn,
  strategy,
  batchSize,
}: PostgresPlace): VectorBackend {
  const target = quoteTable(table)
  const content = quoteName(contentColumn)
  const { operator, score } = STRATEGIES[strategy]

  const query = async (text: string, values: unknown[], signal: AbortSignal): Promise<QueryResult<Row>> => {
    signal.throwIfAborted()
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      ...(await dialled(connection, dialAddress)),
      connectionTimeoutMillis: 10_000,
      query_timeout: 60_000,
    })
    // An idle connection that breaks must not end the process.
    client.on('error', () => {})
    const stop = (): void => void client.end()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      return await client.query<Row>(text, values)
    } catch (cause) {
      signal.throwIfAborted()
      throw explain(cause, { connection, table })
    } finally {
      signal.removeEventListener('abort', stop)
      await client.end()
    }
  }

  return {
    async prepare(dimension, { signal }) {
      await query('CREATE EXTENSION IF NOT EXISTS vector', [], signal)
      await query(
        `CREATE TABLE IF NOT EXISTS ${target} (id uuid PRIMARY KEY, ${content} text, metadata jsonb, embedding vector(${dimension}))`,
        [],
        signal,
      )
    },
    async put(records, { signal }) {
      const size = batchSize ?? records.length
      for (let at = 0; at < records.length; at += size) {
        const batch = records.slice(at, at + size)
        const rows = batch.map(
          (_, index) => `($${index * 4 + 1}, $${index * 4 + 2}, $${index * 4 + 3}, $${index * 4 + 4})`,
        )
        await query(
          `INSERT INTO ${target} (id, ${content}, metadata, embedding) VALUES ${rows.join(', ')}
           ON CONFLICT (id) DO UPDATE SET ${content} = excluded.${content}, metadata = excluded.metadata, embedding = excluded.embedding`,
          batch.flatMap(({ id, vector, document }) => [
            id,
            withoutNul(document.pageContent),
            JSON.stringify(document.metadata, (_, value: unknown) => withoutNul(value)),
            JSON.stringify(vector),
          ]),
          signal,
        )
      }
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      // Not asked without a filter: a table that others fill may hold rows without facts.
      const where = filter ? 'WHERE metadata @> $3::jsonb ' : ''
      const { rows } = await query(
        `SELECT id::text, ${content} AS content, metadata, embedding ${operator} $1::vector AS distance${withVectors ? ', embedding::text' : ''}
         FROM ${target} ${where}ORDER BY distance LIMIT $2`,
        [JSON.stringify(vector), k, ...(filter ? [JSON.stringify(filter)] : [])],
        signal,
      )
      return rows.map((row) => ({ ...readRow(row), score: score(row.distance) }))
    },
    async stored(ids, { signal }) {
      const { rows } = await query(
        `SELECT id::text, ${content} AS content, metadata, embedding::text FROM ${target} WHERE id = ANY($1::uuid[])`,
        [ids],
        signal,
      )
      return withVectorsOnly(rows.map(readRow))
    },
    async delete(ids, { signal }) {
      await query(`DELETE FROM ${target} WHERE id = ANY($1::uuid[])`, [ids], signal)
    },
  }
}

function readRow({ id, content, metadata, embedding }: Omit<Row, 'distance'>) {
  return {
    id,
    pageContent: content ?? '',
    metadata: metadata ?? {},
    ...(typeof embedding === 'string' && { vector: JSON.parse(embedding) as number[] }),
  }
}

/** PostgreSQL stores every character but this one, which parsers of PDFs let through. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : value
}

function quoteTable(name: string): string {
  return name.split('.').map(quoteName).join('.')
}

/** Names cannot be parameters of a query, so they are quoted; a quote inside is doubled. */
function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function explain(cause: unknown, { connection, table }: Pick<PostgresPlace, 'connection' | 'table'>): NodeError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const where = `PostgreSQL at ${connection.host ?? ''}:${connection.port ?? ''}`
  const said = cause instanceof Error ? cause.message : String(cause)
  switch (code) {
    case '28P01':
    case '28000':
      return new NodeError(`${where} rejected the username or password.`, {
        code: 'wrong-credential',
        hint: "Open this node's credential and fix it.",
        cause,
      })
    case '3D000':
      return new NodeError(`${where} doesn't have a database "${connection.database ?? ''}".`, {
        code: 'not-found',
        field: 'database',
        hint: 'Fix the name, or create the database.',
        cause,
      })
    case '42P01':
      return new NodeError(`The table "${table}" doesn't exist.`, {
        code: 'not-found',
        field: 'tableName',
        hint: 'Load documents first. This creates it.',
        cause,
      })
    // Said by pgvector of two lengths, or of a length the column does not have.
    case '22000':
      return new NodeError(`The table "${table}" doesn't fit these vectors: ${said}.`, {
        code: 'bad-input',
        field: 'tableName',
        hint: 'Search with the embedding model the table was loaded with, or enter another table and load again.',
        cause,
      })
    case '58P01':
    case '0A000':
    case '42704':
      return new NodeError(`${where} doesn't have the pgvector extension: ${said}`, {
        code: 'unsupported',
        hint: 'Install pgvector on the server, or use the built-in vector store.',
        cause,
      })
    default:
      return /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|timeout/i.test(`${code} ${said}`)
        ? new NodeError(`${where} can't be reached: ${code || said}.`, {
            code: 'unreachable',
            field: 'host',
            hint: 'Check the host and port, and that the server is running.',
            isRetryable: true,
            cause,
          })
        : new NodeError(`${where} answered: ${said}`, { cause })
  }
}

import { NodeError, type NodeContext } from '@chatwright/core'
import type { Client, ClientConfig, QueryConfig } from 'pg'
import { readPostgresUrl } from '../postgres/read-postgres-url.ts'
import { askCatalogue } from './ask-catalogue.ts'
import { explainPostgres } from './postgres-errors.ts'

export interface PostgresPlace {
  url: string
  dialAddress: NodeContext['dialAddress']
  timeoutMs: number
}

/** A statement for the extended protocol, which takes one and no more. */
export interface SingleStatement extends QueryConfig {
  queryMode: 'extended'
}

/**
 * Works in one transaction that can only read and that nothing commits, on a connection used for nothing else. Settings
 * are those of the transaction: behind a pooler the connection goes to another program next. What takes too long, or
 * whose reader left, is ended on the server too.
 */
export async function readPostgres<Output>(
  { url, dialAddress, timeoutMs }: PostgresPlace,
  work: (client: Client) => Promise<Output>,
  signal: AbortSignal,
): Promise<Output> {
  const { default: pg } = await import('pg')
  const config = { ...(await readPostgresUrl(url, dialAddress)), connectionTimeoutMillis: 5000 }
  const client = new pg.Client({ ...config, application_name: 'chatwright' })
  // A connection lost between two statements is reported by the next one.
  client.on('error', () => {})
  const deadline = AbortSignal.timeout(timeoutMs)
  const ending = AbortSignal.any([signal, deadline])
  let backend: number | undefined
  const stop = (): void => {
    if (backend !== undefined) void endStatement(config, backend)
    void client.end().catch(() => {})
  }
  ending.addEventListener('abort', stop, { once: true })
  try {
    ending.throwIfAborted()
    await client.connect()
    await client.query(opening(timeoutMs))
    backend = await refusePowers(client)
    return await work(client)
  } catch (error) {
    signal.throwIfAborted()
    throw deadline.aborted ? tooSlow(timeoutMs, error) : explainPostgres(error)
  } finally {
    ending.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

/** Texts are read the standard way, as our own reader of them does; locks taken by helpers of a query would be theirs. */
function opening(timeoutMs: number): string {
  return `BEGIN TRANSACTION READ ONLY;
    SET LOCAL statement_timeout = ${timeoutMs};
    SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs};
    SET LOCAL standard_conforming_strings = on;
    SET LOCAL max_parallel_workers_per_gather = 0`
}

/**
 * A reading transaction holds back neither a superuser nor those who may use files and programs of the database's host,
 * so they are not let in. Answers which process of the server works for us.
 */
async function refusePowers(client: Client): Promise<number> {
  const [session] = await askCatalogue<{ backend: number; user: string; powers: string | null }>(
    client,
    `SELECT pg_catalog.pg_backend_pid() AS backend, session_user AS "user",
       (SELECT pg_catalog.string_agg(CASE WHEN rolsuper THEN 'a superuser' ELSE rolname END, ', ' ORDER BY rolname)
        FROM pg_catalog.pg_roles
        WHERE pg_catalog.pg_has_role(session_user, oid, 'MEMBER') AND (rolsuper
          OR rolname IN ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))) AS powers`,
  )
  if (session && session.powers === null) return session.backend
  throw new NodeError(
    `The database user "${session?.user}" can do more than read tables: it is, or can become, ${session?.powers?.split(', ')[0]}.`,
    {
      code: 'wrong-credential',
      field: 'url',
      hint: `Create a read-only user for the database URL: CREATE ROLE reader LOGIN PASSWORD '…'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;`,
    },
  )
}

/** Closing the connection does not end what runs on the server; asking for it over another one does. */
async function endStatement(config: ClientConfig, backend: number): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_catalog.pg_cancel_backend($1)', [backend])
  } catch {
    // The statement ends at its time limit then.
  } finally {
    await client.end().catch(() => {})
  }
}

function tooSlow(timeoutMs: number, cause: unknown): NodeError {
  return new NodeError(`The query was stopped after ${timeoutMs / 1000} seconds.`, {
    code: 'timeout',
    hint: 'Request less data at once, or name the tables in this node.',
    cause,
  })
}

import pg from 'pg'
import { inOrderOfReference, isOurs, type Snapshot, type Table, type Value } from './snapshot.ts'

const PAGE_ROWS = 200

/** One transaction sees one moment; a cursor reads it without holding it in memory. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  // A connection that breaks fails the query under way; unheard, the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const read = async <Row extends unknown[]>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>({ text, values, rowMode: 'array' })).rows
  await client.query('begin isolation level repeatable read read only')
  // A slow disk on our side is no reason to be cut off.
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query('set local statement_timeout = 0')
  await client.query('select 1 from pg_class limit 1')
  return {
    kind: 'postgres',
    history: async () => {
      const [made] = await read<[string | null]>("select to_regclass('schema_history')::text")
      if (!made?.[0]) return []
      return (await read<[string]>('select name from schema_history order by name')).map(([name]) => name)
    },
    tables: async () => inOrderOfReference(await describe(read)),
    rows: (table) => pages(table, client, read),
    clockAhead: async () => {
      const [now] = await read<[string]>('select extract(epoch from clock_timestamp())::text')
      return Number(now?.[0]) * 1000 - Date.now()
    },
    end: () => client.end(),
  }
}

type Read = <Row extends unknown[]>(text: string, values?: unknown[]) => Promise<Row[]>

async function describe(read: Read): Promise<Table[]> {
  const columns = await read<[string, string]>(
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and is_generated = 'NEVER' order by table_name, ordinal_position`,
  )
  const references = await read<[string, string]>(
    `select t.relname, o.relname from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
      where c.contype = 'f' and t.relnamespace = to_regnamespace(current_schema())`,
  )
  return [...new Set(columns.map(([table]) => table))].filter(isOurs).map((name) => ({
    name,
    columns: columns.filter(([table]) => table === name).map(([, column]) => column),
    refersTo: [...new Set(references.filter(([table]) => table === name).map(([, other]) => other))],
  }))
}

async function* pages({ name, columns }: Table, client: pg.Client, read: Read): AsyncGenerator<Value[][]> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  await client.query(`declare page no scroll cursor for select ${list} from ${client.escapeIdentifier(name)}`)
  try {
    for (;;) {
      const rows = await read<Value[]>(`fetch ${PAGE_ROWS} from page`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    // Also for whoever has seen enough. After a fault the transaction is over, and the cursor with it.
    await client.query('close page').catch(() => undefined)
  }
}

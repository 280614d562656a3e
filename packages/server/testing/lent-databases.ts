import pg from 'pg'
import { createMigratedPostgresDatabase, dropPostgresDatabase } from './own-database.ts'

/** A database with the schema and nothing in it. */
export interface LentDatabase {
  url: string
  giveBack(): Promise<void>
}

interface KeptDatabase {
  url: string
  client: pg.Client
  /** What it was like before anybody had it. */
  fresh: State
  /** Takes every row away. */
  empty: string
}

interface State {
  schema: string
  bytes: number
}

/** Rows that are gone stay on the disk for a while, and whoever comes next has to look through them. */
const MOST_LEFT_BYTES = 2 * 1024 ** 2

const kept = new Map<string, KeptDatabase[]>()

/** To create a database and drop it again takes longer than a short test; one that was given back is emptied and lent again. */
export async function lendPostgresDatabase(postgresUrl: string): Promise<LentDatabase> {
  const free = kept.get(postgresUrl) ?? []
  kept.set(postgresUrl, free)
  const lent = free.pop() ?? (await createDatabase(postgresUrl))
  return {
    url: lent.url,
    async giveBack() {
      if (await isAsNew(lent)) {
        free.push(lent)
        return
      }
      await lent.client.end().catch(() => undefined)
      await dropPostgresDatabase(lent.url)
    },
  }
}

async function createDatabase(postgresUrl: string): Promise<KeptDatabase> {
  const url = await createMigratedPostgresDatabase(postgresUrl)
  const client = new pg.Client({ connectionString: url })
  // Whoever stops PostgreSQL breaks it; that is found out when it is given back.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_history'`,
  )
  return {
    url,
    client,
    fresh: await stateOf(client),
    // In one go, and whatever refers to what.
    empty: [
      'set session_replication_role = replica',
      ...rows.map(({ tablename }) => `delete from "${tablename}"`),
      'set session_replication_role = origin',
    ].join(';'),
  }
}

/** Empties it. A database that was changed in other ways, or cannot be reached, is nobody's to have again. */
async function isAsNew({ client, fresh, empty }: KeptDatabase): Promise<boolean> {
  try {
    // What is still open ends here, as it does where a database is dropped.
    await client.query(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.query(empty)
    const { schema, bytes } = await stateOf(client)
    return schema === fresh.schema && bytes - fresh.bytes <= MOST_LEFT_BYTES
  } catch {
    return false
  }
}

/** All that a test may have changed of a schema, in short, and how much room everything takes. */
async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<{ schema: string; bytes: string }>(
    `select md5(concat(
       (select string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
          from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace),
       (select string_agg(concat(conname, convalidated), ',' order by oid) from pg_constraint),
       (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from pg_namespace),
       (select string_agg(name, ',' order by name) from schema_history))) as schema,
     (select sum(pg_total_relation_size(oid)) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r') as bytes`,
  )
  return { schema: rows[0]?.schema ?? '', bytes: Number(rows[0]?.bytes) }
}

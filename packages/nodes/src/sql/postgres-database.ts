import type { NodeContext } from '@chatwright/core'
import type { Client } from 'pg'
import { askCatalogue } from './ask-catalogue.ts'
import { longestResult, longestSample, queryTimeoutMs, quoted, type Database, type Table } from './database.ts'
import { refuseActingFunctions } from './postgres-functions.ts'
import {
  isIgnoredBelow,
  refuseOtherTables,
  relationFacts,
  relationsBelow,
  type Relation,
} from './postgres-relations.ts'
import { readPostgres, type SingleStatement } from './postgres-session.ts'
import { isChosen, type TableChoice } from './table-choice.ts'
import { tokenizeSql } from './tokenize-sql.ts'

export interface PostgresSettings {
  url: string
  choice: TableChoice
  timeoutMs?: number
}

/** A PostgreSQL database, read in transactions that can do nothing else. */
export function postgresDatabase(
  { url, choice, timeoutMs = queryTimeoutMs }: PostgresSettings,
  { dialAddress, logger }: Pick<NodeContext, 'dialAddress' | 'logger'>,
): Database {
  const place = { url, dialAddress, timeoutMs }
  return {
    dialect: 'PostgreSQL',
    describe: ({ sampleRows, signal }) =>
      readPostgres(
        place,
        async (client) => {
          const tables = await listTables(client, choice)
          if (tables.some(({ isWritable }) => isWritable)) logger.warn({ advice: writableAdvice }, writableWarning)
          const described: Table[] = []
          for (const table of tables) described.push(await describeTable(client, table, sampleRows))
          return described
        },
        signal,
      ),
    query: (sql, { limit, signal }) => readPostgres(place, (client) => rowsOf(client, { sql, choice, limit }), signal),
  }
}

const writableWarning = 'The database user of a SQL Database Chain may change tables it only needs to read'
const writableAdvice = 'Queries run in read-only transactions. A read-only user is the better protection.'

/** Rows that one batch brings: their texts fit into memory whatever is in them. */
const batchRows = 50

async function rowsOf(
  client: Client,
  { sql, choice, limit }: { sql: string; choice: TableChoice; limit: number },
): Promise<string[]> {
  const tokens = tokenizeSql(sql, 'PostgreSQL')
  await refuseActingFunctions(client, tokens)
  // A cursor takes a SELECT and nothing else, and the extended protocol takes one statement: this is what makes it one
  // whole query, which can stand in brackets below without reaching out of them.
  await client.query(single(`DECLARE asked NO SCROLL CURSOR FOR ${sql}`))
  await client.query(single(`DECLARE answer NO SCROLL CURSOR FOR ${asTexts(`(${sql}\n)`, longestResult)}`))
  // Before a row is read: what a query stumbles over is quoted in its error.
  await refuseOtherTables(client, { choice, tokens })
  const found: string[] = []
  let length = 0
  while (found.length < limit && length < longestResult) {
    const count = Math.min(batchRows, limit - found.length)
    const { rows } = await client.query<{ row: string }>(single(`FETCH ${count} FROM answer`))
    for (const { row } of rows) {
      found.push(row)
      length += row.length
    }
    if (rows.length < count) break
  }
  // And after: what functions of the database read shows only now.
  await refuseOtherTables(client, { choice, tokens })
  return found
}

/** The rows of a source as JSON texts that the server cuts, so that no value is too long to be sent. */
function asTexts(source: string, longest: number): string {
  return `SELECT pg_catalog.left(pg_catalog.row_to_json(found.*)::text, ${longest}) AS row FROM ${source} AS found`
}

function single(text: string): SingleStatement {
  return { text, queryMode: 'extended' }
}

interface ListedTable extends Relation {
  columns: { name: string; type: string }[]
  isWritable: boolean
}

async function listTables(client: Client, choice: TableChoice): Promise<ListedTable[]> {
  const tables = await askCatalogue<ListedTable>(
    client,
    `WITH RECURSIVE seed(id) AS (
       SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
         AND (n.nspname = ANY (pg_catalog.current_schemas(false))
           OR pg_catalog.lower(n.nspname || '.' || c.relname) = ANY ($1::text[]))
     ), ${relationsBelow}
     SELECT ${relationFacts}, columns,
       pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') AS "isWritable"
     FROM seed JOIN pg_catalog.pg_class c ON c.oid = seed.id
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL (
       SELECT pg_catalog.json_agg(pg_catalog.json_build_object(
         'name', attname, 'type', pg_catalog.format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
       FROM pg_catalog.pg_attribute
       WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
         AND pg_catalog.has_column_privilege(c.oid, attnum, 'SELECT')
     ) AS readable
     WHERE columns IS NOT NULL ORDER BY schema, name`,
    [choice.include],
  )
  return tables.filter((table) => isChosen(choice, table) && !isIgnoredBelow(choice, table))
}

async function describeTable(client: Client, table: ListedTable, sampleRows: number): Promise<Table> {
  const name = table.isInPath ? quoted(table.name) : `${quoted(table.schema)}.${quoted(table.name)}`
  const { columns } = table
  if (sampleRows === 0) return { name, columns, sample: [] }
  const chosen = columns.map((column) => quoted(column.name)).join(', ')
  const source = `(SELECT ${chosen} FROM ${quoted(table.schema)}.${quoted(table.name)} LIMIT ${Math.trunc(sampleRows)})`
  const { rows } = await client.query<{ row: string }>(asTexts(source, longestSample))
  return { name, columns, sample: rows.map(({ row }) => row) }
}

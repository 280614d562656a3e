import { NodeError } from '@chatwright/core'
import type { Client } from 'pg'
import { askCatalogue } from './ask-catalogue.ts'
import { databaseName } from './postgres-functions.ts'
import { isChosen, isIgnored, type TableChoice } from './table-choice.ts'
import type { Token } from './tokenize-sql.ts'

/**
 * Refuses a query that read, or is about to read, a table outside the choice. What it reads is asked of the server,
 * which locks every table a transaction uses until its end, those behind views and in functions too.
 */
export async function refuseOtherTables(
  client: Client,
  { choice, tokens }: { choice: TableChoice; tokens: readonly Token[] },
): Promise<void> {
  const used = await usedRelations(client)
  const written = new Set(tokens.map(databaseName))
  const chosen = used.filter((relation) => isChosen(choice, relation) && !isIgnoredBelow(choice, relation))
  const below = new Set(chosen.flatMap((relation) => relation.below.map(({ id }) => id)))
  const other = used.find(
    (relation) =>
      isIgnored(choice, relation) ||
      isIgnoredBelow(choice, relation) ||
      // A view of the choice brings its tables along, but the query may not name them itself.
      !(chosen.includes(relation) || (below.has(relation.id) && !written.has(relation.name))),
  )
  if (!other) return
  const what = written.has(other.name) ? `"${other.name}"` : 'a table'
  throw new NodeError(
    `The model's query was blocked because it reads ${what}, which isn't one of this node's tables.`,
    {
      code: 'refused',
      hint: 'To let a model read it, add it to "Include tables" (with its schema, such as sales.orders) and remove it from "Ignore tables".',
    },
  )
}

export interface Relation {
  id: string
  schema: string
  name: string
  isInPath: boolean
  /** What its rows come from: the tables of a view, the parts of a table in parts. */
  below: { id: string; schema: string; name: string; isInPath: boolean }[]
}

export function isIgnoredBelow(choice: TableChoice, { below }: Relation): boolean {
  return below.some((relation) => isIgnored(choice, relation))
}

async function usedRelations(client: Client): Promise<Relation[]> {
  // The function and not the view of it: this way the question itself locks nothing.
  const { rows: locks } = await client.query<{ relation: string }>(
    `SELECT DISTINCT relation::text FROM pg_catalog.pg_lock_status()
     WHERE locktype = 'relation' AND pid = pg_catalog.pg_backend_pid()`,
  )
  return askCatalogue<Relation>(client, describeRelations, [locks.map(({ relation }) => relation)])
}

/** What stands below each relation of `seed(id)`, as far down as it goes. */
export const relationsBelow = `
  beneath(above, below) AS (
    SELECT id, id FROM seed
    UNION
    SELECT beneath.above, direct.id FROM beneath CROSS JOIN LATERAL (
      SELECT d.refobjid AS id FROM pg_catalog.pg_rewrite r
      JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = r.oid
      WHERE r.ev_class = beneath.below AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      UNION
      SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = beneath.below
    ) AS direct
  )`

/** Parts of a relation as `Relation` names them. */
export const relationFacts = `c.oid::text AS id, n.nspname AS schema, c.relname AS name,
  n.nspname = ANY (pg_catalog.current_schemas(false)) AS "isInPath",
  COALESCE((
    SELECT pg_catalog.json_agg(pg_catalog.json_build_object('id', bc.oid::text, 'schema', bn.nspname, 'name', bc.relname,
      'isInPath', bn.nspname = ANY (pg_catalog.current_schemas(false))))
    FROM beneath JOIN pg_catalog.pg_class bc ON bc.oid = beneath.below
    JOIN pg_catalog.pg_namespace bn ON bn.oid = bc.relnamespace
    WHERE beneath.above = c.oid AND beneath.below <> c.oid), '[]') AS below`

/** Indexes are read with their tables; the long values of a table are kept in one beside it, which counts as the table. */
const describeRelations = `WITH RECURSIVE seed(id) AS (
    SELECT DISTINCT COALESCE(o.oid, l.oid) FROM pg_catalog.pg_class l
    LEFT JOIN pg_catalog.pg_class o ON l.relkind = 't' AND o.reltoastrelid = l.oid
    WHERE l.oid = ANY ($1::pg_catalog.oid[]) AND l.relkind NOT IN ('i', 'I')
  ), ${relationsBelow}
  SELECT ${relationFacts}
  FROM seed JOIN pg_catalog.pg_class c ON c.oid = seed.id
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`

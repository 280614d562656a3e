import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { KnowledgePassageTable } from '../../ground/db/knowledge-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'

/** Where passages are looked for. */
export interface PassagesWhere {
  storeId: string
  sourceId?: string | undefined
}

/** Where a passage stands among those of its store and state: an index holds them in this order. */
export type PlaceKey = Pick<KnowledgePassageTable, (typeof PLACE)[number]>
type State = KnowledgePassageTable['state']
type Keyed = keyof KnowledgePassageTable

export const PLACE = ['source_id', 'document', 'seq', 'id'] as const
/** The order in which passages are embedded, those that are in the oldest index first. */
export const TO_INDEX = ['indexed', 'state', ...PLACE] as const

/** Rows of an index that one statement may pass over: few enough that nobody waits for it. */
export const HOP = 10_000

type PassageQuery<Row> = SelectQueryBuilder<Schema, 'knowledge_passage', Row>

/** Passages in one state, in their order, beginning after a place. */
export function passagesFrom(
  db: Database['query'],
  { storeId, sourceId }: PassagesWhere,
  state: State,
  after?: PlaceKey,
): PassageQuery<object> {
  const rows = db
    .selectFrom('knowledge_passage')
    .where('store_id', '=', storeId)
    .where('state', '=', state)
    .$if(sourceId !== undefined, (q) => q.where('source_id', '=', sourceId ?? ''))
  return inOrder(rows, placeIn({ sourceId }), after)
}

/** Within one source its name is left out: beside it, SQLite would look at all that stands before. */
function placeIn({ sourceId }: Pick<PassagesWhere, 'sourceId'>): readonly (typeof PLACE)[number][] {
  return sourceId === undefined ? PLACE : PLACE.slice(1)
}

/** Rows in the order of their key, those after one of them. The last is found as fast as the first. */
export function inOrder<Row, Key extends Keyed>(
  rows: PassageQuery<Row>,
  keys: readonly Key[],
  after?: Pick<KnowledgePassageTable, Key>,
): PassageQuery<Row> {
  return keys.reduce(
    (ordered, key) => ordered.orderBy(key),
    rows.$if(after !== undefined, (q) => q.where(isAfter(keys, after))),
  )
}

function isAfter<Key extends Keyed>(keys: readonly Key[], row: Pick<KnowledgePassageTable, Key> | undefined) {
  const names = sql.join(keys.map((key) => sql.ref(key)))
  return sql<boolean>`(${names}) > (${sql.join(keys.map((key) => row?.[key]))})`
}

/** The key of the row that so many others stand before, at most a hop away; nothing where there are not as many. */
export function keyAfter<Key extends Keyed>(
  rows: PassageQuery<object>,
  keys: readonly Key[],
  passed: number,
): Promise<Pick<KnowledgePassageTable, Key> | undefined> {
  return rows
    .select([...keys])
    .limit(1)
    .offset(passed)
    .executeTakeFirst() as Promise<Pick<KnowledgePassageTable, Key> | undefined>
}

/** How many rows there are, counted a hop at a time. `from` gives them in the order of their key. */
export async function countInHops<Key extends Keyed>(
  from: (after?: Pick<KnowledgePassageTable, Key>) => PassageQuery<object>,
  keys: readonly Key[],
): Promise<number> {
  let after: Pick<KnowledgePassageTable, Key> | undefined
  for (let count = 0; ; count += HOP) {
    const last = await keyAfter(from(after), keys, HOP - 1)
    if (!last) return count + (await countRows(from(after)))
    after = last
  }
}

/** Fewer than a hop. */
async function countRows(rows: PassageQuery<object>): Promise<number> {
  const row = await rows
    .clearOrderBy()
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

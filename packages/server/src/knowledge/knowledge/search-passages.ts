import { sql, type Selectable } from 'kysely'
import { containsText } from '../../ground/db/contains-text.ts'
import type { Database } from '../../ground/db/database.ts'
import type { KnowledgePassageTable } from '../../ground/db/knowledge-tables.ts'
import { keyAfter, PLACE, passagesFrom, type PassagesWhere, type PlaceKey } from './walk-passages.ts'

export interface FoundPassages {
  rows: Selectable<KnowledgePassageTable>[]
  /** Of all that hold the text, or of those that were looked at by then. */
  count: number
  characters: number
  /** There may be more: the rest was not looked at. */
  isCut: boolean
}

/** Texts that one statement looks through: few enough that nobody waits for it. */
const LOOKED_AT = 2000
/** What is found often is not counted to the end: nobody turns so many pages. */
const MOST_COUNTED = 1000

/** Looks for a text in passages, some at a time and in their order: no index helps to find a part of a word. */
export async function searchPassages(
  db: Database['query'],
  where: PassagesWhere,
  text: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundPassages> {
  const found: FoundPassages = { rows: [], count: 0, characters: 0, isCut: false }
  const wanted = Math.max(offset + limit, MOST_COUNTED)
  for (let after: PlaceKey | undefined; ;) {
    const rest = passagesFrom(db, where, 'live', after)
    const last: PlaceKey | undefined = await keyAfter(rest, PLACE, LOOKED_AT - 1)
    // Taken before they are looked at: how many there are is a bound that every planner keeps to.
    const { count, characters } = await db
      .selectFrom(rest.select('content').limit(LOOKED_AT).as('piece'))
      .where(containsText('content', text))
      .select((e) => [
        e.fn.countAll<number | string>().as('count'),
        sql<number | string>`coalesce(sum(length(content)), 0)`.as('characters'),
      ])
      .executeTakeFirstOrThrow()
    const here = Number(count)
    const missing = limit - found.rows.length
    if (missing > 0 && found.count + here > offset) {
      const rows = await db
        .selectFrom(rest.selectAll().limit(LOOKED_AT).as('piece'))
        .selectAll()
        .where(containsText('content', text))
        .orderBy('source_id')
        .orderBy('document')
        .orderBy('seq')
        .orderBy('id')
        .limit(missing)
        .offset(Math.max(0, offset - found.count))
        .execute()
      for (const row of rows) found.rows.push(row)
    }
    found.count += here
    found.characters += Number(characters)
    if (last === undefined) return found
    if (found.count > wanted) return { ...found, isCut: true }
    after = last
  }
}

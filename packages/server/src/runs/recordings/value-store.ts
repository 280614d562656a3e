import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { WriteStep } from '../../ground/db/write-step.ts'
import { textsOfMessages } from '../questions/stored-questions.ts'
import type { KeptValue } from './pending-values.ts'
import { messagesOfPiece, pieceOutOf } from './question-pieces.ts'
import { neededBy, textsFor } from './value-texts.ts'

const DAY_MS = 86_400_000
const BATCH = 200

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** Writes values in the commit of the events that name them; one that is there already is only noted as used. */
export function createValueInsert(
  { kind }: Pick<Database, 'kind'>,
  now: () => number = Date.now,
): (values: readonly KeptValue[] | undefined) => WriteStep[] {
  const used =
    'on conflict (chatflow_id, chat_id, hash) do update set day = excluded.day where recorded_value.day < excluded.day'
  // Its table in quotes, as everywhere: so the database knows it for what every answer writes.
  const columns = 'insert into "recorded_value" (chatflow_id, chat_id, hash, day, size, text)'
  if (kind === 'postgres') {
    // One statement for all of them: each would be a round trip.
    const text = `${columns} select $1, $2, hash, $3::integer, octet_length(text), text
      from unnest($4::text[], $5::text[]) as value(hash, text) ${used}`
    return (values) => {
      const [first] = values ?? []
      if (!values || !first) return []
      const { flowId, chatId } = first
      const texts = values.map((value) => value.text.replaceAll('\u0000', ''))
      return [{ sql: text, values: [flowId, chatId, dayOf(now()), values.map(({ hash }) => hash), texts] }]
    }
  }
  // A row each: one statement for several gained nothing when it was measured.
  const text = `${columns} values (?, ?, ?, ?, ?, ?) ${used}`
  return (values) => {
    const steps: WriteStep[] = []
    if (!values) return steps
    const day = dayOf(now())
    for (const { flowId, chatId, hash, text: value } of values)
      steps.push({ sql: text, values: [flowId, chatId, hash, day, value.length, value] })
    return steps
  }
}

export interface ValueStore {
  /** The texts with these hashes, and all that they need. Missing ones are left out. */
  load(chat: { flowId: string; chatId: string }, hashes: Iterable<string>): Promise<Map<string, string>>
}

export function createValueStore({ query: db }: Pick<Database, 'query'>): ValueStore {
  return {
    async load({ flowId, chatId }, hashes) {
      const found = new Map<string, string>()
      const asked = new Set<string>()
      for (let wanted = [...new Set([...hashes].flatMap(textsFor))]; wanted.length > 0;) {
        const batch = wanted.splice(0, BATCH)
        for (const hash of batch) asked.add(hash)
        const stored = await db
          .selectFrom('recorded_value')
          .select(['hash', 'text'])
          .where('chatflow_id', '=', flowId)
          .where('chat_id', '=', chatId)
          .where('hash', 'in', batch)
          .execute()
        const messages = await textsOfMessages(
          db,
          stored.flatMap((row) => messagesOfPiece(row.text)),
        )
        for (const { hash, text: row } of stored) {
          const text = pieceOutOf(row, messages)
          found.set(hash, text)
          for (const each of neededBy(text)) {
            if (asked.has(each)) continue
            asked.add(each)
            wanted.push(each)
          }
        }
      }
      return found
    },
  }
}

/** Forgets values that no run has kept since a day. A few at a time; returns how many. */
export async function forgetValuesBefore(
  { query: db }: Pick<Database, 'query'>,
  day: number,
  signal: AbortSignal,
): Promise<number> {
  for (let forgotten = 0; ;) {
    const rows = await db
      .selectFrom('recorded_value')
      .select(['chatflow_id', 'chat_id', 'hash'])
      .where('day', '<', day)
      .limit(BATCH)
      .execute()
    if (rows.length === 0 || signal.aborted) return forgotten
    await db
      .deleteFrom('recorded_value')
      .where('day', '<', day)
      .where((e) => e.or(rows.map(({ chatflow_id, chat_id, hash }) => e.and({ chatflow_id, chat_id, hash }))))
      .execute()
    forgotten += rows.length
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The first day from which on what was recorded fits into so many bytes. Read day by day, the newest first. */
export async function firstDayWithin(
  { query: db }: Pick<Database, 'query'>,
  { bytes, today, days }: { bytes: number; today: number; days: number },
): Promise<number> {
  let left = bytes
  for (let day = today; day > today - days; day -= 1) {
    const { size } = await db
      .selectFrom('recorded_value')
      .select(sql<number | string | null>`sum(size)`.as('size'))
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    left -= Number(size ?? 0)
    if (left < 0) return day + 1
  }
  return today - days
}

import type { RetentionKind, RetentionPreview } from '@chatwright/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { executionsBefore } from '../executions/prune-executions.ts'
import { CHAIN_DAYS } from '../recordings/keep-within.ts'
import { dayOf } from '../recordings/value-store.ts'
import { runsToldBefore } from '../runs/forget-old-events.ts'
import { waitsWithEnd, waitsWithoutEnd } from '../runs/waits/wait-list.ts'

export interface OldChat {
  flowId: string
  chatId: string
}

export interface RetentionStore {
  /** Chats of which nobody said anything since a time, some at once; none that waits for somebody or is being answered. */
  oldChats(before: Date): AsyncIterable<OldChat[]>
  /** Chats that only files were sent to, and none since. */
  oldUploads(before: Date): Promise<OldChat[]>
  noteUpload(chat: OldChat, at: Date): Promise<void>
  forgetUpload(chat: OldChat): Promise<void>
  deleteLeads(before: Date): Promise<number>
  /** What is stored of a kind from before a time, and would go. */
  preview(kind: RetentionKind, before: Date): Promise<RetentionPreview>
  /** How many waits no end was set for. */
  waitsWithoutEnd(): Promise<number>
}

const BATCH = 200
const UPLOADS = 'uploads'

export function createRetentionStore(database: Database): RetentionStore {
  const { query: db } = database

  const flowIds = async (): Promise<string[]> =>
    (await db.selectFrom('chat_flow').select('id').orderBy('id').execute()).map(({ id }) => id)

  /** The chats of a flow in order, those that went silent among them. */
  async function* silentIn(flowId: string, before: Date): AsyncGenerator<{ chatId: string; messages: number }[]> {
    for (let last = ''; ;) {
      const chats = await db
        .selectFrom('chat_message')
        .select((e) => [
          'chat_id as chatId',
          e.fn.max('created_date').as('newest'),
          e.fn.countAll<number | string>().as('messages'),
        ])
        .where('chatflow_id', '=', flowId)
        .where('chat_id', '>', last)
        .groupBy('chat_id')
        .orderBy('chat_id')
        .limit(BATCH)
        .execute()
      const silent = chats.filter(({ newest }) => newest < before.toISOString())
      if (silent.length > 0) {
        const atWork = await busyAmong(
          flowId,
          silent.map(({ chatId }) => chatId),
        )
        yield silent
          .filter(({ chatId }) => !atWork.has(chatId))
          .map(({ chatId, messages }) => ({ chatId, messages: Number(messages) }))
      }
      if (chats.length < BATCH) return
      last = chats.at(-1)?.chatId ?? ''
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const busyAmong = async (flowId: string, chatIds: readonly string[]): Promise<Set<string>> => {
    const rows = await db
      .selectFrom('chat_message')
      .innerJoin('run', 'run.id', 'chat_message.run_id')
      .select('chat_message.chat_id as chatId')
      .distinct()
      .where('chat_message.chatflow_id', '=', flowId)
      .where('chat_message.chat_id', 'in', [...chatIds])
      .where('run.status', 'in', ['queued', 'running', 'waiting'])
      .execute()
    return new Set(rows.map(({ chatId }) => chatId))
  }

  const silentBefore = async (before: Date): Promise<RetentionPreview> => {
    const found = { items: 0, messages: 0 }
    for (const flowId of await flowIds())
      for await (const chats of silentIn(flowId, before)) {
        found.items += chats.length
        found.messages += chats.reduce((sum, { messages }) => sum + messages, 0)
      }
    return found
  }

  const older: Record<Exclude<RetentionKind, 'messages'>, (before: Date) => Promise<number>> = {
    async leads(before) {
      let leads = 0
      for (const flowId of await flowIds()) {
        const old = db.selectFrom('lead').where('created_date', '<', before.toISOString())
        leads += await counted(old.where('chatflow_id', '=', flowId).select(ALL))
      }
      return leads
    },
    waits: (before) => counted(waitsWithEnd(database).where('created_date', '<', before.toISOString()).select(ALL)),
    executions: (before) => counted(executionsBefore(database, before).select(ALL)),
    traces: (before) => counted(db.selectFrom(runsToldBefore(database, before).as('trace')).select(ALL)),
    recordings(before) {
      const first = dayOf(before.getTime()) - CHAIN_DAYS
      const chats = db.selectFrom('recorded_value').select(['chatflow_id', 'chat_id']).distinct()
      return counted(db.selectFrom(chats.where('day', '<', first).as('chat')).select(ALL))
    },
  }

  return {
    async *oldChats(before) {
      for (const flowId of await flowIds())
        for await (const chats of silentIn(flowId, before)) yield chats.map(({ chatId }) => ({ flowId, chatId }))
    },

    async oldUploads(before) {
      const rows = await db
        .selectFrom('record')
        .select(['key'])
        .where('namespace', '=', UPLOADS)
        .where('value', '<', before.toISOString())
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('chat_message')
                .select('chat_message.id')
                .whereRef('chat_message.chatflow_id', '=', (f) => f.fn('substr', ['record.key', f.lit(1), f.lit(36)]))
                .whereRef('chat_message.chat_id', '=', (f) => f.fn('substr', ['record.key', f.lit(38)])),
            ),
          ),
        )
        .limit(BATCH)
        .execute()
      return rows.map(({ key }) => ({ flowId: key.slice(0, 36), chatId: key.slice(37) }))
    },

    async noteUpload({ flowId, chatId }, at) {
      const value = at.toISOString()
      await db
        .insertInto('record')
        .values({ namespace: UPLOADS, key: `${flowId} ${chatId}`, value, expires_date: null })
        .onConflict((conflict) => conflict.columns(['namespace', 'key']).doUpdateSet({ value }))
        .execute()
    },

    async forgetUpload({ flowId, chatId }) {
      await db.deleteFrom('record').where('namespace', '=', UPLOADS).where('key', '=', `${flowId} ${chatId}`).execute()
    },

    async deleteLeads(before) {
      let deleted = 0
      for (const flowId of await flowIds()) {
        const { numDeletedRows } = await db
          .deleteFrom('lead')
          .where('chatflow_id', '=', flowId)
          .where('created_date', '<', before.toISOString())
          .executeTakeFirst()
        deleted += Number(numDeletedRows)
      }
      return deleted
    },

    async preview(kind, before) {
      if (kind === 'messages') return silentBefore(before)
      return { items: await older[kind](before), messages: 0 }
    },

    async waitsWithoutEnd() {
      return counted(waitsWithoutEnd(database).select(ALL))
    },
  }
}

const ALL = sql<number | string>`count(*)`.as('count')

async function counted(rows: { executeTakeFirstOrThrow(): Promise<{ count: number | string }> }): Promise<number> {
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

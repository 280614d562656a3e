import { AppError, type RunQuery, type RunSummary } from '@chatwright/contract'
import type { RunEvent } from '@chatwright/core'
import { readJob } from './job.ts'
import { isAnswering } from './kinds/index.ts'
import type { RunRow, RunStore } from './run-store.ts'

export type RunService = ReturnType<typeof createRunService>

export function createRunService(store: RunStore) {
  return {
    async list({ limit = 50, cursor, ...filter }: RunQuery) {
      const { items, nextCursor } = await store.page(filter, { limit, cursor })
      return { items: items.map(toSummary), nextCursor }
    },

    async get(id: string) {
      const row = await store.find(id)
      if (!row) throw new AppError('run-not-found', { id })
      return { ...toSummary(row), events: joinWords(await store.events(id)) }
    },
  }
}

function toSummary(row: RunRow): RunSummary {
  const job = readJob(row.request)
  return {
    id: row.id,
    chatflowId: row.chatflow_id,
    chatflowVersion: row.chatflow_version,
    chatId: row.chat_id,
    sessionId: row.session_id,
    origin: row.origin,
    status: row.status,
    question: isAnswering(job) ? job.message : '',
    answer: row.answer,
    fault: row.fault === null ? null : (JSON.parse(row.fault) as Record<string, unknown>),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    durationMs: row.duration_ms,
    priceMicro: row.price_micro,
    isDraft: row.is_draft === 1,
    executionId: row.execution_id,
    createdDate: row.created_date,
    endedDate: row.ended_date,
  }
}

/** Words as one: whoever looks at a run reads what was said, not in how many pieces it came. */
function joinWords(events: readonly RunEvent[]): RunEvent[] {
  const joined: RunEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type === 'token' && last?.type === 'token') {
      joined[joined.length - 1] = { type: 'token', text: last.text + event.text }
    } else joined.push(event)
  }
  return joined
}

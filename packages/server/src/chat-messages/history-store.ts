import type { HistoryStore, Message } from '@chatwright/core'
import type { MessageRow, MessageStore } from './message-store.ts'

/** How far back a memory without a window looks. */
const LONGEST_HISTORY = 1000

/** The stored conversation as memories read it. */
export function createHistoryStore(store: Pick<MessageStore, 'session' | 'delete'>): HistoryStore {
  return {
    async load({ flowId, sessionId }, { last } = {}) {
      // Questions still open are left out, the one being answered among them, so ask for a few more.
      const wanted = last === undefined ? LONGEST_HISTORY : Math.min(last + 6, LONGEST_HISTORY)
      const messages = answeredOnly(await store.session({ flowId, sessionId }, wanted)).map(toMessage)
      return last === undefined ? messages : messages.slice(-last)
    },
    async clear({ flowId, sessionId }) {
      await store.delete({ chatflowId: flowId, sessionId })
    },
  }
}

/** A question without its answer would make two questions in a row, which vendors refuse. */
function answeredOnly(rows: readonly MessageRow[]): MessageRow[] {
  const answered = new Set(rows.filter(isAnswer).map(({ run_id }) => run_id))
  return rows.filter((row, index) => {
    if (row.role === 'apiMessage') return isAnswer(row)
    const next = rows[index + 1]
    // Imported messages have no run: then what follows decides.
    return row.run_id === null ? next !== undefined && isAnswer(next) : answered.has(row.run_id)
  })
}

/** One that failed before its first word says nothing to a model. */
function isAnswer({ role, content }: MessageRow): boolean {
  return role === 'apiMessage' && content !== ''
}

function toMessage({ role, content }: MessageRow): Message {
  return { role: role === 'userMessage' ? 'user' : 'assistant', content }
}

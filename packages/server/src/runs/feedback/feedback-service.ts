import { AppError, type Feedback, type NewFeedback } from '@chatwright/contract'
import type { Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { ChatMessageTable } from '../../ground/db/message-tables.ts'
import type { FeedbackRow, FeedbackStore } from './feedback-store.ts'

/** What must be known of a message to rate it. */
type RatedMessage = Pick<Selectable<ChatMessageTable>, 'chatflow_id' | 'chat_id' | 'role'>

export type FeedbackService = ReturnType<typeof createFeedbackService>

export function createFeedbackService({
  store,
  messages,
  now,
}: {
  store: FeedbackStore
  messages: { find(id: string): Promise<RatedMessage | undefined> }
  now: () => Date
}) {
  return {
    /** Only an answer of this very chat can be rated by it. */
    async give(chatflowId: string, { chatId, messageId, rating, content }: NewFeedback): Promise<Feedback> {
      const message = await messages.find(messageId)
      if (message?.chatflow_id !== chatflowId || message.chat_id !== chatId || message.role !== 'apiMessage') {
        throw new AppError('message-not-found', { id: messageId })
      }
      const row = await store.save({
        id: randomUUID(),
        chatflow_id: chatflowId,
        chat_id: chatId,
        message_id: messageId,
        rating,
        content: content ?? null,
        created_date: now().toISOString(),
      })
      return toFeedback(row)
    },

    async find(id: string): Promise<FeedbackRow> {
      const row = await store.find(id)
      if (!row) throw new AppError('feedback-not-found', { id })
      return row
    },

    change: (
      id: string,
      { content, rating }: { content?: string | undefined; rating?: Feedback['rating'] | undefined },
    ) => store.change(id, { ...(content !== undefined && { content }), ...(rating !== undefined && { rating }) }),

    async list(
      chatflowId: string,
      filter: { chatId?: string | undefined; startDate?: Date | undefined; endDate?: Date | undefined },
    ): Promise<Feedback[]> {
      const rows = await store.list(chatflowId, {
        chatId: filter.chatId,
        from: filter.startDate,
        to: filter.endDate,
      })
      return rows.map(toFeedback)
    },
  }
}

export function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    chatflowid: row.chatflow_id,
    chatId: row.chat_id,
    messageId: row.message_id,
    rating: row.rating,
    content: row.content,
    createdDate: row.created_date,
  }
}

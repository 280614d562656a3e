import type { ChatMessage, ChatMessageQuery, ExportedSession, Feedback } from '@chatwright/contract'
import type { AnsweredInstead, RunFault } from '@chatwright/core'
import { toFeedback } from '../feedback/feedback-service.ts'
import type { FeedbackStore } from '../feedback/feedback-store.ts'
import { sessionsCalled } from '../../flows/flow-access/session.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { ForgetChats } from './forget-chats.ts'
import type { MessageFilter, MessageRow, MessageStore, RunEndRow } from './message-store.ts'
import { readStored } from './read-stored.ts'

export type MessageService = ReturnType<typeof createMessageService>

type Filters = Partial<
  Pick<
    ChatMessageQuery,
    | 'chatId'
    | 'sessionId'
    | 'memoryType'
    | 'chatType'
    | 'startDate'
    | 'endDate'
    | 'search'
    | 'messageId'
    | 'feedbackType'
  >
>

export function createMessageService({
  store,
  feedback,
  library,
  forgetChats,
  now,
}: {
  store: MessageStore
  feedback: Pick<FeedbackStore, 'ofMessages' | 'count'>
  library: Pick<FlowLibrary, 'head'>
  forgetChats: Pick<ForgetChats, 'of'>
  now: () => Date
}) {
  const whole = async (rows: readonly MessageRow[]): Promise<ChatMessage[]> => {
    const answers = rows.filter(({ role }) => role === 'apiMessage')
    const [given, ended] = await Promise.all([
      feedback.ofMessages(answers.map(({ id }) => id)),
      store.ends(answers.flatMap(({ run_id }) => run_id ?? [])),
    ])
    const ratings = new Map(given.map((row) => [row.message_id, toFeedback(row)]))
    const ends = new Map(ended.map((row) => [row.id, row]))
    return rows.map((row) =>
      row.role === 'userMessage'
        ? toMessage(row)
        : { ...toMessage(row, ratings.get(row.id)), ...toEnd(ends.get(row.run_id ?? '')) },
    )
  }

  return {
    /** A bare array, or with a limit a page, as existing clients and ours ask for them. */
    async list(chatflowId: string, query: Filters & Pick<ChatMessageQuery, 'limit' | 'cursor' | 'order'>) {
      const { limit, cursor, order } = query
      await library.head(chatflowId)
      const filter = toFilter(chatflowId, query)
      const direction = order?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const)
      if (limit === undefined) return whole(await store.list(filter, direction))
      const [page, total] = await Promise.all([store.page(filter, { direction, limit, cursor }), store.count(filter)])
      return { items: await whole(page.items), nextCursor: page.nextCursor, total }
    },

    async delete(chatflowId: string, query: Filters): Promise<number> {
      await library.head(chatflowId)
      const filter = toFilter(chatflowId, query)
      const affected = await store.delete(filter, now())
      await forgetChats.of(chatflowId)
      return affected
    },

    async stats(chatflowId: string, query: Filters) {
      await library.head(chatflowId)
      const filter = { ...toFilter(chatflowId, query), isDraft: false }
      const [{ messages, sessions }, ratings, usage] = await Promise.all([
        store.stats(filter),
        feedback.count(chatflowId, filter),
        store.usage(filter),
      ])
      return {
        totalMessages: messages,
        totalSessions: sessions,
        totalFeedback: ratings.all,
        positiveFeedback: ratings.positive,
        ...usage,
      }
    },

    async exportSessions(chatflowId: string, query: Filters): Promise<ExportedSession[]> {
      await library.head(chatflowId)
      const rows = await whole(await store.list(toFilter(chatflowId, query), 'asc'))
      const sessions = new Map<string, ExportedSession>()
      for (const message of rows) {
        const id = [message.chatId, message.memoryType, message.sessionId].filter((part) => part !== null).join('_')
        const session = sessions.get(id) ?? {
          id: message.chatId,
          source: message.chatType === 'INTERNAL' ? 'UI' : 'API/Embed',
          sessionId: message.sessionId,
          memoryType: message.memoryType,
          ...(message.leadEmail !== null && { email: message.leadEmail }),
          messages: [],
        }
        session.messages.push({
          role: message.role,
          content: message.content,
          time: message.createdDate,
          ...(message.sourceDocuments !== null && { sourceDocuments: message.sourceDocuments }),
          ...(message.usedTools !== null && { usedTools: message.usedTools }),
          ...(message.fault && { error: message.fault.message }),
          ...(message.feedback && { feedback: message.feedback.rating }),
          ...(message.feedback?.content && { feedbackContent: message.feedback.content }),
        })
        sessions.set(id, session)
      }
      return [...sessions.values()]
    },
  }
}

function toFilter(chatflowId: string, query: Filters): MessageFilter {
  return {
    chatflowId,
    chatId: query.chatId,
    sessionIds: query.sessionId === undefined ? undefined : sessionsCalled(query.sessionId),
    memoryType: query.memoryType,
    chatTypes: query.chatType,
    from: query.startDate,
    to: query.endDate,
    search: query.search,
    messageId: query.messageId,
    ratings: query.feedbackType,
  }
}

function toMessage(row: MessageRow, feedback?: Feedback): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    chatflowid: row.chatflow_id,
    content: row.content,
    status: row.status,
    runId: row.run_id,
    chatType: row.chat_type,
    chatId: row.chat_id,
    memoryType: row.memory_type,
    sessionId: row.session_id,
    sourceDocuments: readStored(row.source_documents),
    usedTools: readStored(row.used_tools),
    fileAnnotations: readStored(row.file_annotations),
    fileUploads: readStored(row.file_uploads),
    artifacts: readStored(row.artifacts),
    action: readStored(row.action),
    agentReasoning: readStored(row.agent_reasoning),
    reasonContent: readStored(row.reason_content),
    followUpPrompts: row.follow_up_prompts,
    leadEmail: row.lead_email,
    ...(feedback && { feedback }),
    ...(row.is_draft === 1 && { isDraft: true as const }),
    createdDate: row.created_date,
  }
}

function toEnd(row: RunEndRow | undefined): Pick<ChatMessage, 'fault' | 'instead' | 'usage' | 'durationMs'> {
  if (!row) return {}
  const { input_tokens: inputTokens, output_tokens: outputTokens, duration_ms: durationMs } = row
  return {
    ...(row.fault !== null && { fault: JSON.parse(row.fault) as RunFault & Record<string, unknown> }),
    ...(row.instead !== null && { instead: JSON.parse(row.instead) as AnsweredInstead }),
    ...(inputTokens + outputTokens > 0 && { usage: { inputTokens, outputTokens } }),
    ...(durationMs !== null && { durationMs }),
  }
}

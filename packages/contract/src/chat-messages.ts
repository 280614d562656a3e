import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import { Id, IdParams, IsoDate, pageOf, text } from './fields.ts'
import { ChatId } from './predictions.ts'
import { defineRoute } from './route.ts'
import { NearLimit } from './spend.ts'

const tag = 'Chat messages'

export const ChatType = z.enum(['INTERNAL', 'EXTERNAL'])
const Rating = z.enum(['THUMBS_UP', 'THUMBS_DOWN'])
export const MessageStatus = z.enum(['done', 'failed', 'cancelled', 'interrupted'])

export const Feedback = z.object({
  id: z.string(),
  chatflowid: z.string(),
  chatId: z.string(),
  messageId: z.string(),
  rating: Rating,
  content: z.string().nullable(),
  createdDate: IsoDate,
})
export type Feedback = z.infer<typeof Feedback>

const AnsweredInstead = z.object({
  model: z.string(),
  insteadOf: z.string(),
  limit: NearLimit.optional(),
})

/** Lists and objects inside are parsed already. */
export const ChatMessage = z.object({
  id: z.string(),
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: z.string(),
  content: z.string(),
  /** `done`, or how the answer ended short. */
  status: MessageStatus,
  runId: z.string().nullable(),
  chatType: ChatType,
  chatId: z.string(),
  memoryType: z.string().nullable(),
  sessionId: z.string().nullable(),
  sourceDocuments: z.unknown(),
  usedTools: z.unknown(),
  fileAnnotations: z.unknown(),
  fileUploads: z.unknown(),
  artifacts: z.unknown(),
  action: z.unknown(),
  agentReasoning: z.unknown(),
  reasonContent: z.unknown(),
  followUpPrompts: z.string().nullable(),
  leadEmail: z.string().nullable(),
  feedback: Feedback.optional(),
  /** Of an answer: why it failed, and what it took. */
  fault: z.looseObject({ message: z.string() }).optional(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
  durationMs: z.number().optional(),
  /** The model that answered, where a limit had another one asked than its node names. */
  instead: AnsweredInstead.optional(),
  /** Asked of a drawing that was not saved. */
  isDraft: z.literal(true).optional(),
  createdDate: IsoDate,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** One value, several under one name, or the JSON text of a list: clients do all three. */
function manyOf<Item extends z.ZodType<string>>(item: Item) {
  return z
    .preprocess((value) => {
      if (typeof value !== 'string') return value
      if (!value.trim().startsWith('[')) return [value]
      try {
        return parseJson(value)
      } catch {
        return [value]
      }
    }, z.array(item).max(10))
    .optional()
}

const flag = z.enum(['true', 'false']).transform((word) => word === 'true')

const filters = {
  chatId: ChatId.optional(),
  sessionId: text(500).optional(),
  memoryType: text(200).optional(),
  chatType: manyOf(ChatType),
  startDate: z.coerce.date().optional(),
  endDate: z.coerce.date().optional(),
  feedback: flag.optional(),
  feedbackType: manyOf(Rating),
}

export const ChatMessageQuery = z.looseObject({
  ...filters,
  order: z.enum(['ASC', 'DESC', 'asc', 'desc']).optional(),
  search: text(200).optional(),
  messageId: Id.optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(500).optional(),
})
export type ChatMessageQuery = z.infer<typeof ChatMessageQuery>

const messages = z.union([z.array(ChatMessage), pageOf(ChatMessage)])

export const listChatMessages = defineRoute({
  method: 'GET',
  path: '/chatmessage/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List the messages of a flow, oldest first. With `limit`, returns a page.',
  params: IdParams,
  query: ChatMessageQuery,
  response: messages,
  errors: ['chatflow-not-found'],
})

export const listInternalChatMessages = defineRoute({
  method: 'GET',
  path: '/internal-chatmessage/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List the messages sent from the canvas.',
  params: IdParams,
  query: ChatMessageQuery,
  response: messages,
  errors: ['chatflow-not-found'],
})

export const deleteChatMessages = defineRoute({
  method: 'DELETE',
  path: '/chatmessage/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete all or matching messages of a flow, with what memory nodes store for their sessions.',
  params: IdParams,
  query: z.looseObject({ ...filters, isClearFromViewMessageDialog: z.string().max(10).optional() }),
  response: z.object({ raw: z.array(z.unknown()), affected: z.number() }),
  errors: ['chatflow-not-found'],
})

export const abortChat = defineRoute({
  method: 'PUT',
  path: '/chatmessage/abort/:id/:chatId',
  access: 'flow',
  tag,
  summary: "Stop a chat's current answer.",
  params: z.strictObject({ id: Id, chatId: ChatId }),
  response: z.object({ status: z.literal(200), message: z.string(), stopped: z.number() }),
  errors: ['chatflow-not-found'],
})

export const getStats = defineRoute({
  method: 'GET',
  path: '/stats/:id',
  access: 'owner',
  right: 'run.read',
  tag,
  summary: "Get usage and rating statistics of a flow. Drafts aren't counted.",
  params: IdParams,
  query: z.looseObject(filters),
  response: z.object({
    totalMessages: z.number(),
    totalSessions: z.number(),
    totalFeedback: z.number(),
    positiveFeedback: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
  }),
  errors: ['chatflow-not-found'],
})

export const ExportedSession = z.object({
  id: z.string(),
  source: z.string(),
  sessionId: z.string().nullable(),
  memoryType: z.string().nullable(),
  email: z.string().optional(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      time: z.string(),
      sourceDocuments: z.unknown().optional(),
      usedTools: z.unknown().optional(),
      error: z.string().optional(),
      feedback: z.string().optional(),
      feedbackContent: z.string().optional(),
    }),
  ),
})
export type ExportedSession = z.infer<typeof ExportedSession>

export const exportMessages = defineRoute({
  method: 'POST',
  path: '/export-import/chatflow-messages',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "Export a flow's messages, grouped by session.",
  body: z.looseObject({
    chatflowId: Id,
    chatType: z.array(ChatType).optional(),
    startDate: z.coerce.date().optional(),
    endDate: z.coerce.date().optional(),
    feedbackType: z.array(Rating).optional(),
    search: text(200).optional(),
  }),
  response: z.array(ExportedSession),
  errors: ['chatflow-not-found'],
})

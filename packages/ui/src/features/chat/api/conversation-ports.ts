import {
  abortChat,
  deleteChatMessages,
  listInternalChatMessages,
  predict,
  predictInternally,
  routeUrl,
} from '@chatwright/contract'

import { call, send } from '../../../lib/api.ts'
import { newId } from '../../../lib/new-id.ts'
import type { ConversationPorts, PredictionRequest } from '../../../parts/conversation/conversation.ts'
import { ConversationMemory } from '../../../parts/conversation/conversation-memory.ts'
import { readStoredMessages } from '../../../parts/conversation/stored-messages.ts'
import type { Turn } from '../../../parts/conversation/turn.ts'

/** The conversation of the canvas: the server keeps its messages, and the trace comes along. */
export function builderPorts(
  chatflowId: string,
  { drawing, keepFirst }: Pick<ConversationPorts, 'drawing' | 'keepFirst'> = {},
): ConversationPorts {
  return {
    ...sharedPorts(chatflowId),
    drawing,
    keepFirst,
    predict: (request) => ask(routeUrl(predictInternally, { params: { id: chatflowId } }), request),
    loadHistory: (chatId) => (chatflowId === '' ? Promise.resolve([]) : loadHistory(chatflowId, chatId)),
    deleteHistory: (chatId) =>
      call(deleteChatMessages, { params: { id: chatflowId }, query: { chatId, chatType: ['INTERNAL'] } }),
    memory: new ConversationMemory(chatflowId, 'INTERNAL'),
  }
}

export interface VisitorExtras {
  /** Goes along with every question. */
  leadEmail?: () => string | undefined
  overrideConfig?: Record<string, unknown>
}

/** The conversation of a public page: this browser keeps it, as visitors may not read the server's messages. */
export function visitorPorts(chatflowId: string, extras: VisitorExtras = {}): ConversationPorts {
  return {
    ...sharedPorts(chatflowId),
    predict: ({ body, ...request }) => {
      const leadEmail = extras.leadEmail?.()
      const more = { ...(leadEmail !== undefined && { leadEmail }), ...extraOverrides(extras) }
      return ask(routeUrl(predict, { params: { id: chatflowId } }), { ...request, body: { ...body, ...more } })
    },
    memory: new ConversationMemory(chatflowId, 'EXTERNAL'),
  }
}

function extraOverrides({ overrideConfig }: VisitorExtras) {
  return overrideConfig === undefined ? {} : { overrideConfig }
}

function sharedPorts(chatflowId: string) {
  return {
    abort: (chatId: string) => call(abortChat, { params: { id: chatflowId, chatId } }),
    newId,
    now: () => Date.now(),
  }
}

function ask(address: string, { body, headers, signal }: PredictionRequest): Promise<Response> {
  return send(address, { method: 'POST', body: JSON.stringify(body), headers, signal })
}

async function loadHistory(chatflowId: string, chatId: string): Promise<Turn[]> {
  const answer = await call(listInternalChatMessages, { params: { id: chatflowId }, query: { chatId, order: 'ASC' } })
  return readStoredMessages(Array.isArray(answer) ? answer : answer.items)
}

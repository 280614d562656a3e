import {
  abortChat,
  deleteChatMessages,
  exportMessages,
  getStats,
  listChatMessages,
  listInternalChatMessages,
} from '@chatwright/contract'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { Runner } from '../runs/runner.ts'
import type { MessageService } from './message-service.ts'

export interface MessageRouteDependencies {
  messages: MessageService
  runner: Pick<Runner, 'cancel'>
  meantChat: MeantChat
}

export const messageRoutes = ({ messages, runner, meantChat }: MessageRouteDependencies): Handler[] => [
  handle(listChatMessages, ({ params, query }) => messages.list(params.id, query)),
  handle(listInternalChatMessages, ({ params, query }) =>
    messages.list(params.id, { ...query, chatType: ['INTERNAL'] }),
  ),
  handle(deleteChatMessages, async ({ params, query }) => ({
    raw: [],
    affected: await messages.delete(params.id, query),
  })),
  handle(abortChat, async ({ params: { id: flowId, chatId }, asker }) => {
    const stopped = await runner.cancel({ flowId, chatId: await meantChat({ flowId, chatId }, asker) })
    return { status: 200 as const, message: stopped > 0 ? 'Stopped.' : 'No answer was in progress.', stopped }
  }),
  handle(getStats, ({ params, query }) => messages.stats(params.id, query)),
  handle(exportMessages, ({ body: { chatflowId, ...query } }) => messages.exportSessions(chatflowId, query)),
]

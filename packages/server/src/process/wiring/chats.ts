import { attachmentRoutes } from '../../asking/attachments/attachment-routes.ts'
import { createForgetChats, keepForgettingChats } from '../../runs/chat-messages/forget-chats.ts'
import { createForgetSessions } from '../../runs/chat-messages/forget-sessions.ts'
import { messageRoutes } from '../../runs/chat-messages/message-routes.ts'
import { createMessageService } from '../../runs/chat-messages/message-service.ts'
import { feedbackRoutes } from '../../runs/feedback/feedback-routes.ts'
import { createFeedbackService } from '../../runs/feedback/feedback-service.ts'
import { createFeedbackStore } from '../../runs/feedback/feedback-store.ts'
import { leadRoutes } from '../../runs/leads/lead-routes.ts'
import { createLeadStore } from '../../runs/leads/lead-store.ts'
import { keepChatsWithin } from '../../runs/retention/keep-chats-within.ts'
import { retentionRoutes } from '../../runs/retention/retention-routes.ts'
import type { Common } from './common.ts'
import type { Group } from './group.ts'

/** What chats leave behind: messages, files, feedback and leads, and for how long. */
export function createChats(common: Common): Group {
  const { database, logger, execution, runner, uploads, sessions, gates, limiter, caps, retention, lookEveryMs } =
    common
  const { messages, library, platform, flows, keptDays, now } = execution
  const feedback = createFeedbackStore(database)
  const onForgettingFault = (error: unknown) =>
    logger.warn({ err: error }, 'what deleted chats left could not be deleted; it is tried again')
  const forgetChats = createForgetChats({
    store: messages,
    uploads,
    forgetSessions: createForgetSessions({ library, platform, flows }),
    onFault: onForgettingFault,
    now,
  })
  const stopForgettingChats = keepForgettingChats(forgetChats, { onFault: onForgettingFault, everyMs: lookEveryMs })
  const messageService = createMessageService({ store: messages, feedback, library, forgetChats, now })
  const stopDeletingChats = keepChatsWithin({
    store: retention,
    uploads,
    deleteChat: ({ flowId, chatId }) => messageService.delete(flowId, { chatId }),
    days: (kind) => keptDays.read(kind),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old chats could not be deleted'),
    everyMs: lookEveryMs,
  })
  const meantChat = sessions.chat
  return {
    handlers: [
      ...retentionRoutes({ store: retention, keptDays, now }),
      ...messageRoutes({ messages: messageService, runner, meantChat }),
      ...feedbackRoutes({
        feedback: createFeedbackService({ store: feedback, messages, now }),
        meantChat,
        gates,
        limiter,
      }),
      ...leadRoutes({ store: createLeadStore(database), meantChat, gates, limiter, caps, library, now }),
      ...attachmentRoutes({ uploads, meantChat, gates, limiter, caps, readText: common.readText }),
    ],
    close() {
      stopForgettingChats()
      stopDeletingChats()
    },
  }
}

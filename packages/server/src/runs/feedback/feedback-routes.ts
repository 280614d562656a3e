import { changeFeedback, giveFeedback, giveFeedbackOnFlow, listFeedback } from '@chatwright/contract'
import { handle, handleFlow, type Handler } from '../../door/http/handle.ts'
import type { FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FeedbackService } from './feedback-service.ts'

export interface FeedbackRouteDependencies {
  feedback: FeedbackService
  meantChat: MeantChat
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
}

export const feedbackRoutes = ({ feedback, meantChat, gates, limiter }: FeedbackRouteDependencies): Handler[] => [
  handleFlow(giveFeedback, async ({ body, flow, asker, request }) => {
    await limiter.count(flow, request.ip, 'feedback')
    const chatId = await meantChat({ flowId: flow.id, chatId: body.chatId }, asker)
    return feedback.give(flow.id, { ...body, chatId })
  }),
  handle(giveFeedbackOnFlow, async ({ body, asker, request, reply }) => {
    const flow = await gates.admit({ flowId: body.chatflowid, asker, request, reply })
    await limiter.count(flow, request.ip, 'feedback')
    const chatId = await meantChat({ flowId: flow.id, chatId: body.chatId }, asker)
    return feedback.give(flow.id, { ...body, chatId })
  }),
  handle(changeFeedback, async ({ params, body, asker, request, reply }) => {
    const { chatflow_id: flowId } = await feedback.find(params.feedbackId)
    const flow = await gates.admit({ flowId, asker, request, reply })
    await limiter.count(flow, request.ip, 'feedback')
    await feedback.change(params.feedbackId, body)
    return { status: 'OK' as const }
  }),
  handle(listFeedback, ({ params, query }) => feedback.list(params.id, query)),
]

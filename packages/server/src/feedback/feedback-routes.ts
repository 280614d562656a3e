import { changeFeedback, giveFeedback, giveFeedbackOnFlow, listFeedback } from '@chatwright/contract'
import { handle, handleFlow, type Handler } from '../http/handle.ts'
import type { FlowGates } from '../flow-access/flow-gate.ts'
import type { RateLimiter } from '../flow-access/rate-limiter.ts'
import type { FeedbackService } from './feedback-service.ts'

export interface FeedbackRouteDependencies {
  feedback: FeedbackService
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
}

export const feedbackRoutes = ({ feedback, gates, limiter }: FeedbackRouteDependencies): Handler[] => [
  handleFlow(giveFeedback, async ({ params, body, flow, request }) => {
    await limiter.count(flow, request.ip, 'feedback')
    return feedback.give(params.id, body)
  }),
  handle(giveFeedbackOnFlow, async ({ body, caller, request, reply }) => {
    const flow = await gates.admit({ flowId: body.chatflowid, caller, request, reply })
    await limiter.count(flow, request.ip, 'feedback')
    return feedback.give(flow.id, body)
  }),
  handle(changeFeedback, async ({ params, body, caller, request, reply }) => {
    const { chatflow_id: flowId } = await feedback.find(params.feedbackId)
    const flow = await gates.admit({ flowId, caller, request, reply })
    await limiter.count(flow, request.ip, 'feedback')
    await feedback.change(params.feedbackId, body)
    return { status: 'OK' as const }
  }),
  handle(listFeedback, ({ params, query }) => feedback.list(params.id, query)),
]

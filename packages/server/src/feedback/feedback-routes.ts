import { changeFeedback, giveFeedback, listFeedback } from '@chatwright/contract'
import { handle, type Handler } from '../http/handle.ts'
import type { FlowGates } from '../predictions/flow-gate.ts'
import type { FeedbackService } from './feedback-service.ts'

export const feedbackRoutes = (feedback: FeedbackService, gates: FlowGates): Handler[] => [
  handle(giveFeedback, ({ params, body }) => feedback.give(params.id, body)),
  handle(changeFeedback, async ({ params, body, request, reply }) => {
    const { chatflow_id: flowId } = await feedback.find(params.feedbackId)
    await gates.admitPage({ flowId, request, reply })
    await feedback.change(params.feedbackId, body)
    return { status: 'OK' as const }
  }),
  handle(listFeedback, ({ params, query }) => feedback.list(params.id, query)),
]

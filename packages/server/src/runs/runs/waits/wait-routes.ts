import { cancelWait, decideReview, decideWait, getReview, listWaits } from '@chatwright/contract'
import { handle, type Handler } from '../../../door/http/handle.ts'
import { decisionOf } from './given-decision.ts'
import type { WaitService } from './wait-service.ts'

export const waitRoutes = (waits: WaitService): Handler[] => [
  handle(listWaits, ({ query }) => waits.list(query)),
  handle(decideWait, ({ params, body }) => waits.decide(params.id, decisionOf(body))),
  handle(cancelWait, ({ params }) => waits.cancel(params.id)),
  handle(getReview, ({ params }) => waits.review(params.token)),
  handle(decideReview, ({ params, body }) => waits.decideReview(params.token, decisionOf(body))),
]

import { z } from 'zod'
import { ChatMessageQuery, Feedback } from './chat-messages.ts'
import { Id, IdParams, text } from './fields.ts'
import { ChatIdValue } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'Feedback'

export const NewFeedback = z.looseObject({
  chatflowid: Id.optional(),
  chatId: ChatIdValue,
  messageId: Id,
  rating: z.enum(['THUMBS_UP', 'THUMBS_DOWN']),
  content: text(20_000).optional(),
})
export type NewFeedback = z.infer<typeof NewFeedback>

export const giveFeedback = defineRoute({
  method: 'POST',
  path: '/feedback/:id',
  access: 'flow',
  tag,
  summary: 'Rate an answer. A new rating replaces the old one.',
  params: IdParams,
  body: NewFeedback,
  response: Feedback,
  errors: ['chatflow-not-found', 'message-not-found', 'too-many-requests'],
})

/** The same at the address that names no flow: the body does. */
export const giveFeedbackOnFlow = defineRoute({
  method: 'POST',
  path: '/feedback',
  access: 'public',
  tag,
  summary: "Rate an answer of the flow named in the body, under that flow's access.",
  body: NewFeedback.required({ chatflowid: true }),
  response: Feedback,
  errors: ['chatflow-not-found', 'message-not-found', 'unauthorized', 'forbidden', 'too-many-requests'],
})

export const changeFeedback = defineRoute({
  method: 'PUT',
  path: '/feedback/:feedbackId',
  access: 'public',
  tag,
  summary: 'Add a comment to a rating.',
  params: z.strictObject({ feedbackId: Id }),
  body: z.looseObject({
    content: text(20_000).optional(),
    rating: z.enum(['THUMBS_UP', 'THUMBS_DOWN']).optional(),
  }),
  response: z.object({ status: z.literal('OK') }),
  errors: ['feedback-not-found', 'forbidden', 'too-many-requests'],
})

export const listFeedback = defineRoute({
  method: 'GET',
  path: '/feedback/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a flow's ratings.",
  params: IdParams,
  query: ChatMessageQuery,
  response: z.array(Feedback),
  errors: ['chatflow-not-found'],
})

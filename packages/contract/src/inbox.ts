import { z } from 'zod'
import { Id, IsoDate, PageQuery, pageOf } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Inbox'

/** Why somebody should look at an answer. */
export const InboxReason = z.enum(['rated-down', 'failed', 'limit', 'found-nothing', 'slow', 'expensive'])
export type InboxReason = z.infer<typeof InboxReason>

export const InboxItem = z.object({
  runId: z.string(),
  /** Where the flow is one of agents. */
  executionId: z.string().nullable(),
  flowId: z.string(),
  flowName: z.string(),
  flowVersion: z.number().int(),
  question: z.string(),
  reasons: z.array(InboxReason),
  /** What the person wrote with the thumb, or what the run failed with. */
  said: z.string().nullable(),
  /** Where it found nothing: the stores of documents that its flow names, to search them by hand. */
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
  durationMs: z.number().nullable(),
  tokens: z.number(),
  createdDate: IsoDate,
})
export type InboxItem = z.infer<typeof InboxItem>

export const listInbox = defineRoute({
  method: 'GET',
  path: '/inbox',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary:
    'List answers of the last 30 days that need attention, newest first: rated down, failed, at a limit, without results, slow or expensive.',
  query: PageQuery.extend({ reason: InboxReason.optional(), flowId: Id.optional() }),
  response: pageOf(InboxItem)
    .omit({ total: true })
    .extend({
      /** How many there were in the last seven days, and in the seven before; those that were dismissed count too. */
      week: z.object({ now: z.number(), before: z.number() }),
    }),
})

export const dismissFromInbox = defineRoute({
  method: 'PUT',
  path: '/inbox/:runId',
  access: 'owner',
  right: 'run.decide',
  tag,
  summary: 'Dismiss an answer from the inbox, or put it back.',
  params: z.strictObject({ runId: Id }),
  body: z.strictObject({ dismissed: z.boolean() }),
  response: z.object({ dismissed: z.boolean() }),
  errors: ['run-not-found'],
})

import { z } from 'zod'
import { asRead, Deletion, Id, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Triggers'

const header = text(100).regex(/^[\w-]*$/, 'A header is named with letters, digits and hyphens')

export const WebhookFieldType = z.enum([
  'string',
  'number',
  'boolean',
  'object',
  'array[string]',
  'array[number]',
  'array[boolean]',
  'array[object]',
])

/** How other programs begin a flow. What is left out is as the first choice says. */
export const WebhookTriggerValues = z.strictObject({
  method: z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']).optional(),
  contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']).optional(),
  /** What the flow is asked; it may refer to what was sent, as `{{$webhook.body.question}}`. */
  question: text(20_000).optional(),
  /** A new webhook that says nothing demands `v2`, which covers all that a flow is given. */
  signature: z.enum(['none', 'v2', 'hmac-sha256', 'plain-token']).optional(),
  /** Where the signature stands. */
  signatureHeader: header.optional(),
  /** Signatures hold the time, and are good for so long; those of `v2` for 300 where it is left out. */
  goodForSeconds: z.number().int().min(1).max(86_400).nullable().optional(),
  responseMode: z.enum(['sync', 'stream', 'async']).optional(),
  /** Where the answer is sent when the sender does not wait for it. */
  callbackUrl: text(2000).optional(),
  /** Names each delivery; where it is empty, the usual ones are looked at. */
  deliveryHeader: header.optional(),
  fields: z
    .array(
      z.strictObject({
        in: z.enum(['body', 'query', 'headers']),
        name: text(200).refine((name) => name.trim() !== '', 'A field needs a name'),
        type: WebhookFieldType.optional(),
        required: z.boolean().optional(),
      }),
    )
    .max(100)
    .optional(),
})
export type WebhookTriggerValues = z.infer<typeof WebhookTriggerValues>

/** When a flow runs by itself. */
export const ScheduleTriggerValues = z.strictObject({
  /** Five parts. */
  cron: text(200),
  timezone: text(100).optional(),
  /** The last day, as 2027-03-31. */
  endDate: text(10).nullable().optional(),
  question: text(20_000).optional(),
  /** In place of a question, for a flow that begins with a form. */
  form: z.record(z.string().max(200), z.unknown()).optional(),
  missed: z.enum(['once', 'skip', 'all']).optional(),
  overlap: z.enum(['skip', 'allow']).optional(),
})
export type ScheduleTriggerValues = z.infer<typeof ScheduleTriggerValues>

/** Something that begins runs of a flow, beside what its Start step says. */
export const Trigger = z.object({
  id: z.string(),
  flowId: z.string(),
  kind: z.enum(['webhook', 'schedule']),
  name: z.string(),
  enabled: z.boolean(),
  webhook: WebhookTriggerValues.nullable(),
  schedule: ScheduleTriggerValues.nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type Trigger = z.infer<typeof Trigger>

const writable = z.strictObject({
  kind: z.enum(['webhook', 'schedule']),
  name: text(200).refine((words) => words.trim() !== '', 'A trigger needs a name'),
  /** Of a webhook. */
  webhook: WebhookTriggerValues.nullable().optional(),
  /** Of a schedule. */
  schedule: ScheduleTriggerValues.nullable().optional(),
})

export const TriggerValues = asRead(writable, Trigger)
export type TriggerValues = z.infer<typeof TriggerValues>

export const NewTrigger = asRead(writable.extend({ flowId: Id }), Trigger)
export type NewTrigger = z.infer<typeof NewTrigger>

export const getTrigger = defineRoute({
  method: 'GET',
  path: '/triggers/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Get a trigger.',
  params: IdParams,
  response: Trigger,
  errors: ['trigger-not-found'],
})

export const createTrigger = defineRoute({
  method: 'POST',
  path: '/triggers',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Create a webhook or a schedule for a flow. A flow can have several.',
  body: NewTrigger,
  response: Trigger,
  errors: ['chatflow-not-found', 'schedule-unusable', 'too-many-triggers'],
})

export const updateTrigger = defineRoute({
  method: 'PUT',
  path: '/triggers/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Update a trigger. Its address and secret stay.',
  params: IdParams,
  body: TriggerValues,
  response: Trigger,
  errors: ['trigger-not-found', 'schedule-unusable', 'invalid-request'],
})

export const deleteTrigger = defineRoute({
  method: 'DELETE',
  path: '/triggers/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a trigger with its log. Its runs stay.',
  params: IdParams,
  response: Deletion,
  errors: ['trigger-not-found'],
})

export const enableTriggers = defineRoute({
  method: 'PATCH',
  path: '/triggers',
  access: 'owner',
  right: 'flow.publish',
  tag,
  summary: 'Pause all active triggers of one or all flows, or resume the ones paused this way.',
  body: z.strictObject({ enabled: z.boolean(), flowId: Id.optional() }),
  response: z.object({ changed: z.number().int() }),
  errors: ['chatflow-not-found'],
})

export const openTestAddress = defineRoute({
  method: 'PUT',
  path: '/triggers/:id/test',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary:
    "Open a webhook's test address for fifteen minutes, or close it. It runs the newest version, published or not.",
  params: IdParams,
  body: z.strictObject({ open: z.boolean() }),
  response: z.object({ testUntil: IsoDate.nullable() }),
  errors: ['chatflow-not-found', 'webhook-not-found'],
})

import { z } from 'zod'
import { asRead, Deletion, Id, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Notices'

/** What a run comes to, of which others are told. */
export const NoticeEvent = z.enum(['finished', 'failed', 'waiting', 'limit'])
export type NoticeEvent = z.infer<typeof NoticeEvent>

/** An address that is told what runs of a flow come to: by a webhook, or by mail where it begins with `mailto:`. */
export const Notice = z.object({
  id: z.string(),
  flowId: z.string(),
  url: z.string(),
  events: z.array(NoticeEvent),
  enabled: z.boolean(),
  /** When something was last sent there. */
  lastSentAt: IsoDate.nullable(),
  /** How many wait to be sent, or could not be. */
  unsent: z.number().int(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type Notice = z.infer<typeof Notice>

const writable = z.strictObject({
  url: text(2000).refine(
    isAddress,
    'Write an address that begins with https:// or http://, or mailto: and up to ten email addresses',
  ),
  events: z.array(NoticeEvent).min(1).max(NoticeEvent.options.length),
  enabled: z.boolean().optional(),
})

export const NoticeValues = asRead(writable, Notice)
export type NoticeValues = z.infer<typeof NoticeValues>

export const NewNotice = asRead(writable.extend({ flowId: Id }), Notice)
export type NewNotice = z.infer<typeof NewNotice>

export const NoticeDelivery = z.object({
  id: z.string(),
  event: NoticeEvent,
  runId: z.string(),
  executionId: z.string().nullable(),
  state: z.enum(['due', 'sent', 'failed']),
  tries: z.number().int(),
  /** Why it was not taken, the last time. */
  error: z.string().nullable(),
  /** When it is tried next. */
  nextTryAt: IsoDate.nullable(),
  sentDate: IsoDate.nullable(),
  createdDate: IsoDate,
})
export type NoticeDelivery = z.infer<typeof NoticeDelivery>

export const listNotices = defineRoute({
  method: 'GET',
  path: '/notices',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: "List the addresses that receive a flow's notifications.",
  query: z.strictObject({ flowId: Id }),
  response: z.array(Notice),
  errors: ['chatflow-not-found'],
})

export const getNotice = defineRoute({
  method: 'GET',
  path: '/notices/:id',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Get a notification address.',
  params: IdParams,
  response: Notice,
  errors: ['notice-not-found'],
})

export const createNotice = defineRoute({
  method: 'POST',
  path: '/notices',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Add a notification address. Its signing secret is returned only this once.',
  body: NewNotice,
  response: Notice.extend({ secret: z.string() }),
  errors: ['chatflow-not-found', 'too-many-notices', 'mail-not-set'],
})

export const updateNotice = defineRoute({
  method: 'PUT',
  path: '/notices/:id',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Update or pause a notification address.',
  params: IdParams,
  body: NoticeValues,
  response: Notice,
  errors: ['notice-not-found', 'mail-not-set'],
})

export const deleteNotice = defineRoute({
  method: 'DELETE',
  path: '/notices/:id',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Delete a notification address with its unsent notifications.',
  params: IdParams,
  response: Deletion,
  errors: ['notice-not-found'],
})

export const renewNoticeSecret = defineRoute({
  method: 'POST',
  path: '/notices/:id/secret',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Create a new signing secret. It is returned only this once.',
  params: IdParams,
  response: z.object({ secret: z.string() }),
  errors: ['notice-not-found'],
})

export const listNoticeDeliveries = defineRoute({
  method: 'GET',
  path: '/notices/:id/deliveries',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: "List an address's notifications, newest first.",
  params: IdParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  response: z.object({ data: z.array(NoticeDelivery), total: z.number().int() }),
  errors: ['notice-not-found'],
})

export const resendNotice = defineRoute({
  method: 'POST',
  path: '/notices/:id/deliveries',
  access: 'owner',
  right: 'project.edit',
  tag,
  summary: 'Send a notification again.',
  params: IdParams,
  body: z.strictObject({ again: text(200) }),
  response: NoticeDelivery,
  errors: ['notice-not-found', 'delivery-not-found'],
})

const MOST_RECIPIENTS = 10
const Recipient = z.email()

function isAddress(value: string): boolean {
  if (value.startsWith('mailto:')) {
    const recipients = value.slice('mailto:'.length).split(',')
    return recipients.length <= MOST_RECIPIENTS && recipients.every((each) => Recipient.safeParse(each).success)
  }
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
}

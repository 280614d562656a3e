import { z } from 'zod'
import { asRead, Id, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Channels'

export const ChannelKindName = z.enum(['telegram', 'slack', 'whatsapp'])
export type ChannelKindName = z.infer<typeof ChannelKindName>

/** A flow where people chat already: in Telegram, in Slack, in WhatsApp. */
export const Channel = z.object({
  id: z.string(),
  kind: ChannelKindName,
  name: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  /** Holds the tokens, encrypted; null until they were given. */
  credentialId: z.string().nullable(),
  enabled: z.boolean(),
  /** `new` until the tokens were tried, `broken` when they no longer work. */
  status: z.enum(['new', 'connected', 'broken']),
  /** What is in the way, in words. */
  problem: z.string().nullable(),
  /** As which it speaks there. */
  account: z.string().nullable(),
  /** Said to whoever begins, before the first question. */
  greeting: z.string(),
  /** Who may write to it, by name or id. Nobody listed means everybody. */
  allowedSenders: z.array(z.string()),
  /** Where the vendor sends what people write. */
  address: z.string(),
  lastMessageAt: IsoDate.nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type Channel = z.infer<typeof Channel>

const writable = {
  name: text(100).min(1),
  flowId: Id,
  credentialId: Id.nullable(),
  greeting: text(2000),
  allowedSenders: z.array(text(100).min(1)).max(500),
}

export const NewChannel = asRead(
  z
    .strictObject({ kind: ChannelKindName, ...writable })
    .partial({ credentialId: true, greeting: true, allowedSenders: true }),
  Channel,
)
export type NewChannel = z.infer<typeof NewChannel>

export const ChannelChanges = asRead(z.strictObject({ ...writable, enabled: z.boolean() }).partial(), Channel)
export type ChannelChanges = z.infer<typeof ChannelChanges>

/** Something that somebody wrote or pressed there, and what became of it. */
export const ChannelDelivery = z.object({
  id: z.string(),
  type: z.enum(['message', 'press', 'greeting']),
  sender: z.string(),
  text: z.string(),
  status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'REFUSED']),
  error: z.string().nullable(),
  runId: z.string().nullable(),
  executionId: z.string().nullable(),
  /** How often the vendor sent it. Only the first time counts. */
  times: z.number().int(),
  createdDate: IsoDate,
})
export type ChannelDelivery = z.infer<typeof ChannelDelivery>

export const listChannels = defineRoute({
  method: 'GET',
  path: '/channels',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List channels, and whether Telegram, Slack and WhatsApp can reach this server.',
  response: z.object({
    data: z.array(Channel),
    /** Without a login the server answers to its own machine only. */
    isReachable: z.boolean(),
    /** Whether the addresses begin with the public address of the server. */
    isPublicUrl: z.boolean(),
  }),
})

export const createChannel = defineRoute({
  method: 'POST',
  path: '/channels',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Create a Telegram, Slack or WhatsApp channel for a flow. It works once connected.',
  body: NewChannel,
  response: Channel,
  errors: ['chatflow-not-found', 'credential-not-found', 'credential-refused'],
})

export const getChannel = defineRoute({
  method: 'GET',
  path: '/channels/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a channel.',
  params: IdParams,
  response: Channel,
  errors: ['channel-not-found'],
})

export const updateChannel = defineRoute({
  method: 'PUT',
  path: '/channels/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Update, pause or resume a channel. New tokens need to be connected again.',
  params: IdParams,
  body: ChannelChanges,
  response: Channel,
  errors: ['channel-not-found', 'chatflow-not-found', 'credential-not-found', 'credential-refused'],
})

export const deleteChannel = defineRoute({
  method: 'DELETE',
  path: '/channels/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Delete a channel with its deliveries. Its conversations stay.',
  params: IdParams,
  response: z.object({ deleted: z.boolean() }),
  errors: ['channel-not-found'],
})

export const connectChannel = defineRoute({
  method: 'POST',
  path: '/channels/:id/connect',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Test the tokens of a channel and register its address with the provider.',
  params: IdParams,
  response: Channel,
  errors: ['channel-not-found', 'channel-unconnected'],
})

export const listChannelDeliveries = defineRoute({
  method: 'GET',
  path: '/channels/:id/deliveries',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a channel's deliveries, newest first.",
  params: IdParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  response: z.object({ data: z.array(ChannelDelivery), total: z.number().int() }),
  errors: ['channel-not-found'],
})

export const resendChannelDelivery = defineRoute({
  method: 'POST',
  path: '/channels/:id/deliveries/:deliveryId/send',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Send the rest of an answer that failed or may not have arrived.',
  params: z.strictObject({ id: Id, deliveryId: Id }),
  response: ChannelDelivery,
  errors: ['channel-not-found', 'delivery-not-found', 'delivery-sent'],
})

export const receiveChannelEvent = defineRoute({
  method: 'POST',
  path: '/channels/:id/events',
  access: 'public',
  tag,
  summary: 'Receive messages from Telegram, Slack and WhatsApp. Only signed requests are accepted.',
  params: IdParams,
  consumes: 'raw',
  errors: ['signature-invalid', 'signature-expired', 'invalid-request', 'too-many-requests'],
})

export const verifyChannelAddress = defineRoute({
  method: 'GET',
  path: '/channels/:id/events',
  access: 'public',
  tag,
  summary: "Answer WhatsApp's check of a channel's address.",
  params: IdParams,
  query: z.object({
    'hub.mode': text(50).optional(),
    'hub.verify_token': text(200).optional(),
    'hub.challenge': text(200).optional(),
  }),
  produces: 'text',
  errors: ['signature-invalid', 'too-many-requests'],
})

import { z } from 'zod'
import { Id, IdParams, IsoDate } from './fields.ts'
import { defineRoute, type Method } from './route.ts'

const tag = 'Webhooks'

/** How a flow is begun by other programs, as its Start step says, or a trigger beside it. */
export const Webhook = z.object({
  /** The one of a Start step has the id of its flow. */
  id: z.string(),
  /** Empty for the one of a Start step. */
  name: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  /** Where it is sent. Without a public address of the server, below whatever address it is reached at. */
  address: z.string(),
  /** Runs the newest version, published or not, while it is open. */
  testAddress: z.string(),
  testUntil: IsoDate.nullable(),
  method: z.string(),
  contentType: z.string(),
  responseMode: z.enum(['sync', 'async', 'stream']),
  isSigned: z.boolean(),
  signature: z.enum(['none', 'v2', 'hmac-sha256', 'plain-token']),
  /** How far a signed time may be off; null where none is signed. */
  goodForSeconds: z.number().int().nullable(),
  /** It was made before flows were given only what is signed: it hands on query and headers that nobody signed. */
  handsOnUnsigned: z.boolean(),
  /** A request that it takes, as a line of a shell. */
  example: z.string(),
  signatureHeader: z.string(),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  /** Why nothing can be sent to it. */
  reason: z.string().nullable(),
  lastDeliveryAt: IsoDate.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookPayload = z.object({
  query: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.unknown()),
  body: z.unknown(),
})
export type WebhookPayload = z.infer<typeof WebhookPayload>

export const WebhookDelivery = z.object({
  id: z.string(),
  /** What the sender calls it. */
  deliveryId: z.string().nullable(),
  method: z.string(),
  status: z.enum(['REFUSED', 'QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED']),
  error: z.string().nullable(),
  runId: z.string().nullable(),
  executionId: z.string().nullable(),
  /** How often it came. Only the first time begins a run. */
  times: z.number().int(),
  /** Sent by hand, as another delivery was or was not. */
  isManual: z.boolean(),
  /** Sent to the test address. */
  isTest: z.boolean(),
  /** Without secrets; missing where it was refused, was too large, or is long ago. */
  payload: WebhookPayload.nullable(),
  /** What became of the answer that is sent on later. */
  callback: z.enum(['due', 'sent', 'failed']).nullable(),
  elapsedTimeMs: z.number().int().nullable(),
  createdDate: IsoDate,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const received = (method: Method, { path, summary }: { path: string; summary: string }) =>
  defineRoute({
    method,
    path,
    access: 'public',
    way: 'webhook',
    isUncounted: true,
    tag,
    summary,
    params: IdParams,
    consumes: 'raw',
    errors: [
      'chatflow-not-found',
      'webhook-not-found',
      'webhook-paused',
      'test-closed',
      'method-not-allowed',
      'unsupported-media-type',
      'signature-invalid',
      'signature-expired',
      'invalid-request',
      'delivery-reused',
      'too-many-requests',
      'flow-invalid',
      'node-failed',
      'provider-failed',
      'run-gone',
      'overloaded',
    ],
  })

// One address, whatever method the flow takes.
const live = {
  path: '/webhook/:id',
  summary: 'Start a run by webhook. The trigger or Start step sets the method, content type, signature and response.',
}
export const getWebhook = received('GET', live)
export const postWebhook = received('POST', live)
export const putWebhook = received('PUT', live)
export const patchWebhook = received('PATCH', live)
export const deleteWebhook = received('DELETE', live)

const test = {
  path: '/webhook-test/:id',
  summary: 'Start a run with the newest version, published or not, while the test address is open.',
}
export const getTestWebhook = received('GET', test)
export const postTestWebhook = received('POST', test)
export const putTestWebhook = received('PUT', test)
export const patchTestWebhook = received('PATCH', test)
export const deleteTestWebhook = received('DELETE', test)

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/webhooks',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List webhooks, and whether the server can be reached from outside.',
  query: z.strictObject({ flowId: Id.optional() }),
  response: z.object({
    data: z.array(Webhook),
    /** Without a login the server answers to its own machine only. */
    isReachable: z.boolean(),
    /** Whether the addresses begin with the public address of the server. */
    isPublicUrl: z.boolean(),
  }),
})

export const enableWebhook = defineRoute({
  method: 'PATCH',
  path: '/chatflows/:id/webhook/enabled',
  access: 'owner',
  right: 'flow.publish',
  tag,
  summary: 'Pause or resume a webhook. While paused, senders are told to retry later.',
  params: IdParams,
  body: z.strictObject({ enabled: z.boolean() }),
  response: Webhook,
  errors: ['chatflow-not-found', 'webhook-not-found'],
})

export const createWebhookSecret = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/webhook-secret',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: "Create a webhook's signing secret. It is returned only this once and replaces the old one.",
  params: IdParams,
  response: z.object({ webhookSecret: z.string() }),
  errors: ['chatflow-not-found'],
})

export const deleteWebhookSecret = defineRoute({
  method: 'DELETE',
  path: '/chatflows/:id/webhook-secret',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Delete the signing secret. A webhook that requires a signature stops working.',
  params: IdParams,
  response: z.object({ webhookSecret: z.null() }),
  errors: ['chatflow-not-found'],
})

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/webhook/deliveries',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a webhook's deliveries, newest first.",
  params: IdParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  response: z.object({ data: z.array(WebhookDelivery), total: z.number().int() }),
  errors: ['chatflow-not-found'],
})

export const sendDelivery = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/webhook/deliveries',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Send a delivery by hand. `again` repeats an earlier one with the given changes.',
  params: IdParams,
  body: z.strictObject({
    again: Id.optional(),
    query: z.record(z.string(), z.unknown()).optional(),
    headers: z.record(z.string(), z.unknown()).optional(),
    body: z.unknown().optional(),
  }),
  response: WebhookDelivery,
  errors: ['chatflow-not-found', 'webhook-not-found', 'delivery-not-found', 'invalid-request', 'flow-invalid'],
})

import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import { isOn } from '../../flows/flows/trigger-row.ts'
import { withoutNetwork } from '../../door/askers/asker-of.ts'
import { checkKey, type FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import { digestOf, type BeginDelivery, type Begun } from './begin-delivery.ts'
import { handedOn, readDelivery, refuseOtherKinds, refuseUncovered, type RawDelivery } from './read-delivery.ts'
import { handsOnUnsigned, type FindWebhook, type FoundWebhook } from './find-webhook.ts'
import type { WebhookSettings } from './read-webhook.ts'
import { checkSignature, type Checked } from './signature.ts'
import type { WebhookStore } from './webhook-store.ts'

export interface WebhookCall {
  /** Of the trigger; of the flow, for what its Start step says. */
  id: string
  /** Sent to the address that runs the newest version, published or not. */
  isTest: boolean
  asker: Asker
  request: FastifyRequest
  reply: FastifyReply
}

/** Lets in what a flow's webhook takes, and begins its run. Throws what is wrong with it. */
export type WebhookDoor = (call: WebhookCall) => Promise<Begun & { settings: WebhookSettings }>

export interface DoorDependencies {
  find: FindWebhook
  gates: Pick<FlowGates, 'admitPage'>
  limiter: RateLimiter
  store: WebhookStore
  box: Pick<SecretBox, 'open'>
  begin: BeginDelivery
  /** What the proxy in front takes off the path: senders sign the address that they know. */
  basePath: string
  now: () => Date
}

const COME_BACK_SECONDS = 60
/** Refusals that are kept to be looked at, a minute. */
const MOST_REFUSALS = 60

/** The usual names under which senders number their deliveries. */
const DELIVERY_HEADERS = [
  'idempotency-key',
  'webhook-id',
  'x-webhook-id',
  'x-delivery-id',
  'svix-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-shopify-webhook-id',
]
const LONGEST_KEY = 200

export function createWebhookDoor(dependencies: DoorDependencies): WebhookDoor {
  const { find, gates, limiter, store, box, begin, basePath, now } = dependencies
  const countForgery = createForgeryLimiter()
  const refusals = { minute: 0, kept: 0 }

  const secretOf = ({ row, trigger }: FoundWebhook): string | undefined =>
    typeof row?.secret === 'string' ? box.open({ table: 'flow_webhook', id: trigger.id }, row.secret) : undefined

  /** Shown to the owner, who looks for why nothing arrives. Strangers cannot fill the database with them. */
  const keepRefusal = async (
    { trigger, isTest }: { trigger: FoundWebhook['trigger']; isTest: boolean },
    raw: RawDelivery,
    error: AppError,
  ): Promise<void> => {
    const minute = Math.floor(now().getTime() / 60_000)
    if (refusals.minute !== minute) Object.assign(refusals, { minute, kept: 0 })
    refusals.kept += 1
    if (refusals.kept > MOST_REFUSALS) return
    await store.keep({
      chatflow_id: trigger.flowId,
      subject_id: trigger.id,
      delivery_key: null,
      signature: null,
      facts: { digest: '', method: raw.method, isManual: false, isTest },
      payload: null,
      state: 'refused',
      error: error.message,
    })
  }

  const letIn = async (
    found: FoundWebhook & { settings: WebhookSettings; raw: RawDelivery },
    { asker, request, isTest }: WebhookCall,
  ): Promise<Begun> => {
    const { flow, trigger, row, settings, raw } = found
    refuseOtherKinds(settings, raw)
    const header = (name: string): string | undefined => {
      const value = raw.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const query = queryOf(request.url)
    if (row && !isOn({ ...row, kind: 'webhook' }))
      throw new AppError('webhook-paused', { retryAfterSeconds: COME_BACK_SECONDS })
    let checked: Checked | undefined
    if (settings.signature) {
      try {
        checked = checkSignature(settings.signature, secretOf(found), {
          signed: { method: raw.method, target: `${basePath}${request.url}`, bytes: raw.bytes, query, header },
          now: now(),
        })
      } catch (error) {
        countForgery(request.ip)
        throw error
      }
    }
    // Nor do they use up what is the sender's.
    await limiter.count(flow, request.ip, 'webhooks')
    const covers = handsOnUnsigned(found) ? undefined : checked?.covers
    if (covers) refuseUncovered(settings, covers)
    const read = readDelivery(settings, raw)
    const data = covers ? handedOn(read, covers) : read
    return begin({
      flow,
      trigger,
      settings,
      isTest,
      data,
      // Who signs is known by that.
      asker: settings.signature ? withoutNetwork(asker) : asker,
      known: {
        key: deliveryKey(settings, header),
        signature: checked?.mark ?? null,
        digest: digestOf([raw.method, covers?.has('query') === false ? '' : query, raw.bytes]),
        method: raw.method,
      },
    })
  }

  return async (call) => {
    const { id, isTest, asker, request, reply } = call
    const found = await find(id, { isTest, admit: (flowId) => gates.admitPage({ flowId, request, reply }) })
    const { flow, trigger, row, settings } = found
    // A signature opens it, as the key of the flow does where none is demanded.
    if (!settings?.signature) checkKey(flow, asker, request.admission?.noteWrongKey)
    if (!settings) throw new AppError('webhook-not-found', { id })
    if (isTest && !isOpen(row?.test_until, now())) throw new AppError('test-closed')
    const raw: RawDelivery = {
      method: request.method,
      contentType: request.headers['content-type'],
      headers: request.headers,
      query: request.query as Record<string, unknown>,
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    }
    try {
      return { ...(await letIn({ ...found, settings, raw }, call)), settings }
    } catch (error) {
      if (error instanceof AppError && REFUSED.has(error.code)) await keepRefusal({ trigger, isTest }, raw, error)
      throw error
    }
  }
}

/** What stands behind the path, as the router reads it: all of it is signed, or none is handed on. */
export function queryOf(url: string): string {
  const at = url.search(/[?#]/)
  return at === -1 ? '' : url.slice(at + 1)
}

/** An unpublished version answers nobody whom its owner does not expect. */
function isOpen(until: string | null | undefined, now: Date): boolean {
  return typeof until === 'string' && until > now.toISOString()
}

const REFUSED: ReadonlySet<string> = new Set([
  'method-not-allowed',
  'unsupported-media-type',
  'signature-invalid',
  'signature-expired',
  'invalid-request',
  'delivery-reused',
])

function deliveryKey(
  { deliveryHeader }: Pick<WebhookSettings, 'deliveryHeader'>,
  header: (name: string) => string | undefined,
): string | null {
  const names = deliveryHeader === '' ? DELIVERY_HEADERS : [deliveryHeader]
  const key = names.map((name) => header(name)?.trim()).find((value) => value !== undefined && value !== '')
  if (key === undefined) return null
  // Kept whole, whatever its length.
  return key.length > LONGEST_KEY ? digestOf([key]) : key
}

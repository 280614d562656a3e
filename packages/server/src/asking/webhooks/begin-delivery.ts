import { AppError, ChatIdValue, PredictionBody } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import { fillWebhookText, missingInWebhookText } from '@chatwright/engine'
import { createHash } from 'node:crypto'
import { maskSecrets } from '../../runs/executions/mask-secrets.ts'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { parse } from '../../door/http/register-routes.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { WebhookData } from '../../runs/runs/run-job.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { checkFields, invalid } from './read-delivery.ts'
import type { WebhookSettings } from './read-webhook.ts'
import { factsOf, type TriggerOf, type WebhookFacts, type WebhookStore } from './webhook-store.ts'

/** What tells deliveries apart. */
export interface KnownDelivery extends Pick<WebhookFacts, 'digest' | 'method'> {
  /** The sender's name for it. */
  key: string | null
  signature: string | null
}

/** What was sent, read and allowed in. */
export interface Delivery {
  flow: FlowHead
  trigger: TriggerOf
  settings: WebhookSettings
  data: WebhookData
  asker: Asker
  /** How it is told from others, as far as it can be. */
  known: KnownDelivery
  isManual?: boolean
  /** Runs the newest version, published or not. */
  isTest?: boolean
}

export interface Begun {
  run: AnswerHandle
  deliveryId: string
}

/** Begins the run of a delivery. One that came before is answered by the run that it began then. */
export type BeginDelivery = (delivery: Delivery) => Promise<Begun>

/** Larger ones are not kept to be looked at; their run has them. */
const MOST_KEPT = 64 * 1024
/** For so long a key of ours finds its run even while that is being kept. */
const SURELY_KEYED_MS = 20 * 3_600_000

export function createBeginDelivery({
  store,
  predictions,
  onRest,
}: {
  store: WebhookStore
  predictions: Pick<PredictionService, 'start' | 'resume'>
  /** A run whose answer is to be sent on has come to rest. */
  onRest: () => void
}): BeginDelivery {
  return async ({ flow, trigger, settings, data, asker, known: told, isManual = false, isTest = false }) => {
    const known = isTest ? { ...told, ...apart(told) } : told
    const body = bodyOf(settings, data)
    if (!body.humanInput) checkFields(settings, data)
    const { row, isNew, ageMs } = await store.keep({
      chatflow_id: flow.id,
      subject_id: trigger.id,
      delivery_key: known.key,
      signature: known.signature,
      state: 'kept',
      facts: { digest: known.digest, method: known.method, isManual, isTest },
      payload: payloadOf(data),
      error: null,
    })
    if (!isNew && factsOf(row).digest !== known.digest) throw new AppError('delivery-reused', { id: known.key ?? '' })
    if (row.run_id !== null && ageMs > SURELY_KEYED_MS) {
      return { run: await predictions.resume(flow.id, row.run_id), deliveryId: row.id }
    }
    try {
      const run = await predictions.start({
        flow,
        body,
        asker,
        ...(isTest && { version: flow.version }),
        idempotencyKey: `webhook ${row.id}`,
        webhook: { data, digest: known.digest },
      })
      const callsBack = settings.responseMode === 'async' && settings.callbackUrl !== ''
      await store.started(row.id, run.job.runId, callsBack)
      if (callsBack) run.outcome.then(onRest, onRest)
      return { run, deliveryId: row.id }
    } catch (error) {
      if (error instanceof AppError) await store.failed(row.id, error.message)
      throw error
    }
  }
}

/** What was tried comes again for good: the one is not the other. */
function apart({ key, signature }: KnownDelivery): Pick<KnownDelivery, 'key' | 'signature'> {
  const named = (value: string | null): string | null => (value === null ? null : `${TRIED}${value}`)
  return { key: named(key), signature: named(signature) }
}

export const TRIED = 'test '

/** What makes two deliveries the same. */
export function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('base64url')
}

const MISSING = "This value is missing, and the webhook's question uses it."

const Resumed = PredictionBody.pick({ humanInput: true })

/** A question, or what somebody decided in a chat that waits for it. */
function bodyOf({ text, isForm = false, isOwn = false }: WebhookSettings, data: WebhookData): PredictionBody {
  const sent = typeof data.body === 'object' && data.body !== null ? (data.body as Record<string, unknown>) : {}
  // Whatever else a sender calls so is none of ours.
  const chatId = ChatIdValue.safeParse(sent['chatId']).data
  // A question may not be empty, so that none is a blank.
  const question = fillWebhookText(text, { ...data }).trim() || ' '
  const asked = { resumable: true, ...(chatId !== undefined && { chatId }) }
  if (sent['humanInput'] === undefined || sent['humanInput'] === null) {
    // The fields of a form are those of the body; the chat is none of them.
    if (isForm) return { form: withoutChat(sent), ...asked }
    // Nobody wants a flow asked about the name of a field.
    const missing = isOwn ? missingInWebhookText(text, { ...data }) : []
    if (missing.length > 0) throw invalid(missing.map((path) => ({ path, message: MISSING })))
    return { question, ...asked }
  }
  const { humanInput } = parse(Resumed, { humanInput: sent['humanInput'] }, 'body') as PredictionBody
  if (chatId === undefined) {
    throw invalid([{ path: 'body.chatId', message: 'A decision needs the ID of the chat that is waiting.' }])
  }
  return { ...asked, humanInput }
}

function withoutChat({ chatId: _, ...form }: Record<string, unknown>): Record<string, unknown> {
  return form
}

function payloadOf(data: WebhookData): string | null {
  const text = JSON.stringify(maskSecrets(data))
  return text.length > MOST_KEPT ? null : text
}

import { VISITOR } from '@chatwright/core'
import { AppError, errorTable } from '@chatwright/contract'
import { isSealedValue, NodeError, outcomeOf, requireEnded, type EndedOutcome } from '@chatwright/core'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { toAnswer } from '../predictions/answer.ts'
import type { DeliveryRow, DeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { DeliveryHandler } from '../../runs/deliveries/outbox.ts'
import { readJob } from '../../runs/runs/job.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { withEnd } from '../../runs/runs/with-end.ts'
import type { FlowSecrets } from '../../parts/credentials/flow-secrets.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import type { FindWebhook } from './find-webhook.ts'
import { readWebhook } from './read-webhook.ts'
import { hmacOf } from './signature.ts'

export interface CallbackDependencies {
  deliveries: Pick<DeliveryStore, 'release'>
  runs: Pick<RunStore, 'find' | 'events'>
  library: Pick<FlowLibrary, 'pinned'>
  find: FindWebhook
  box: Pick<SecretBox, 'open'>
  secrets: Pick<FlowSecrets, 'find'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  now: () => Date
}

const TRIES = 3
const PAUSE_MS = 3000
const LIMIT_MS = 10_000

/** Sends on what runs of webhooks came to, where nobody waited for it. */
export function createCallbacks(dependencies: CallbackDependencies): DeliveryHandler {
  return {
    atOnce: 20,
    perSubject: 10,
    async deliver(rows) {
      for (const row of rows) await sendOne(row, dependencies)
    },
  }
}

async function sendOne(row: DeliveryRow, dependencies: CallbackDependencies): Promise<void> {
  const { deliveries } = dependencies
  try {
    const request = await requestFor(row, dependencies)
    const answer = await dependencies.fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The callback address responded with ${answer.status}.`)
    await deliveries.release(row, { outcome: 'sent' })
  } catch (error) {
    // What is refused here is refused every time.
    const isLast = row.tries >= TRIES || (error instanceof NodeError && error.code === 'refused')
    const message = error instanceof Error ? error.message : String(error)
    if (isLast) await deliveries.release(row, { outcome: 'failed', error: `Callback: ${message}` })
    else await deliveries.release(row, {}, { afterMs: row.tries * PAUSE_MS })
  }
}

async function requestFor(row: DeliveryRow, dependencies: CallbackDependencies) {
  const { runs, now } = dependencies
  const run = row.run_id === null ? undefined : await runs.find(row.run_id)
  if (!run) throw new NodeError('The run is no longer stored.', { code: 'refused' })
  const job = readJob(run.request) as RunJob
  const { url, secret } = await receiverOf(row, job, dependencies)
  const outcome = requireEnded(outcomeOf(withEnd(run.id, await runs.events(run.id))))
  const body = JSON.stringify(messageOf(job, outcome))
  const seconds = String(Math.floor(now().getTime() / 1000))
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-webhook-id': row.id,
      'x-webhook-timestamp': seconds,
      ...(secret !== '' && {
        // Receivers that know the older product look at the first; the second holds the time.
        'x-flowise-signature': `sha256=${hmacOf(secret, [body])}`,
        'x-webhook-signature': `sha256=${hmacOf(secret, [`${seconds}.`, body])}`,
      }),
    },
  }
}

/** Of a Start step, as it was drawn when the run began; of others, as they are set now, with the secret that opens them. */
async function receiverOf(
  { chatflow_id: flowId, subject_id: id }: DeliveryRow,
  job: RunJob,
  { library, find, box, secrets }: CallbackDependencies,
): Promise<{ url: string; secret: string }> {
  if (id !== flowId) {
    const { settings, row } = await find(id)
    const sealed = row?.secret ?? null
    return {
      url: settings?.callbackUrl ?? '',
      secret: sealed === null ? '' : box.open({ table: 'flow_webhook', id }, sealed),
    }
  }
  const settings = readWebhook((await library.pinned(job)).flow)
  if (!settings) throw new NodeError("The run's flow doesn't start with a webhook.", { code: 'refused' })
  const { callbackUrl: url, callbackSecret } = settings
  if (!isSealedValue(callbackSecret)) return { url, secret: callbackSecret }
  const secret = await secrets.find(callbackSecret)
  if (secret === undefined) {
    throw new NodeError("This server doesn't have the callback secret. Enter it again in the Start step.", {
      code: 'refused',
    })
  }
  return { url, secret }
}

/** In the words that existing receivers read. */
function messageOf(job: RunJob, outcome: EndedOutcome): Record<string, unknown> {
  const { chatId } = job.session
  try {
    const data = toAnswer(job, outcome, { asker: VISITOR })
    if (outcome.status !== 'waiting') return { status: 'SUCCESS', chatId, data }
    const { text, executionId, action } = data
    return { status: 'STOPPED', chatId, data: { text, executionId, action } }
  } catch (error) {
    return { status: 'ERROR', chatId, error: error instanceof AppError ? error.message : errorTable.internal.message }
  }
}

import { AppError, type Webhook, type WebhookDelivery, type WebhookPayload } from '@chatwright/contract'
import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { serverAddress } from '../config/server-address.ts'
import type { SecretBox } from '../credentials/secret-box.ts'
import { newId } from '../db/new-id.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'
import { readJob } from '../runs/job.ts'
import type { RunJob, WebhookData } from '../runs/run-job.ts'
import type { RunStore } from '../runs/run-store.ts'
import { digestOf, type BeginDelivery } from './begin-delivery.ts'
import { DEFAULT_SIGNATURE_HEADER, readWebhook, type WebhookSettings } from './read-webhook.ts'
import type { DeliveryWithRun, WebhookStore } from './webhook-store.ts'

export type WebhookService = ReturnType<typeof createWebhookService>

export interface WebhookServiceDependencies {
  store: WebhookStore
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  /** Reads what was saved of late. */
  readChanged(): Promise<void>
  box: Pick<SecretBox, 'seal'>
  begin: BeginDelivery
  runs: Pick<RunStore, 'find'>
  config: Pick<Config, 'publicUrl' | 'port' | 'login'>
  now: () => Date
}

const SECRET_BYTES = 32

/** What the owner of a flow sees and does with its webhook. */
export function createWebhookService({
  store,
  library,
  readChanged,
  box,
  begin,
  runs,
  config,
  now,
}: WebhookServiceDependencies) {
  const base = serverAddress(config)

  const settingsOf = async (flow: FlowHead): Promise<WebhookSettings> => {
    const settings = readWebhook((await library.prepare(flow)).flow)
    if (!settings) throw new AppError('webhook-not-found', { id: flow.id })
    return settings
  }

  const describe = async (flowId: string, last: string | null): Promise<Webhook> => {
    const flow = await library.head(flowId)
    const { signature, method, contentType, responseMode, callbackUrl } = await settingsOf(flow)
    const stored = await store.find(flowId)
    const hasSecret = typeof stored?.secret === 'string'
    return {
      flowId,
      flowName: flow.name,
      address: `${base}/api/v1/webhook/${flowId}`,
      method,
      contentType,
      responseMode,
      isSigned: signature !== undefined,
      signatureHeader: signature?.header ?? DEFAULT_SIGNATURE_HEADER,
      hasSecret,
      enabled: stored?.is_paused !== 1,
      reason:
        signature && !hasSecret
          ? 'It demands a signature and has no secret yet. Make one, and give it to the sender.'
          : responseMode === 'async' && callbackUrl === ''
            ? 'It answers later, and the Start step has no Callback URL to send the answer to.'
            : null,
      lastDeliveryAt: last,
    }
  }

  /** What a delivery held: as its run has it, else as it was kept. */
  const sentBefore = async (flowId: string, id: string): Promise<Pick<WebhookData, 'body' | 'headers' | 'query'>> => {
    const row = await store.delivery(flowId, id)
    const run = row?.run_id ? await runs.find(row.run_id) : undefined
    const data = run && (readJob(run.request) as RunJob).webhook
    if (data) return data
    if (!row || row.payload === null) throw new AppError('delivery-not-found', { id })
    return JSON.parse(row.payload) as WebhookPayload
  }

  return {
    async list() {
      await readChanged()
      const flows = await store.flows()
      return {
        data: await Promise.all(flows.map(({ id, last }) => describe(id, last))),
        isReachable: config.login !== undefined,
        isPublicUrl: config.publicUrl !== undefined,
      }
    },

    async enable(flowId: string, isEnabled: boolean): Promise<Webhook> {
      await settingsOf(await library.head(flowId))
      await store.setPaused(flowId, !isEnabled, now())
      const { rows } = await store.deliveries(flowId, { limit: 1, page: 1 })
      return describe(flowId, rows[0]?.created_date ?? null)
    },

    async makeSecret(flowId: string) {
      await library.head(flowId)
      const webhookSecret = randomBytes(SECRET_BYTES).toString('hex')
      await store.keepSecret(flowId, box.seal({ table: 'flow_webhook', id: flowId }, webhookSecret), now())
      return { webhookSecret }
    },

    async deleteSecret(flowId: string) {
      await library.head(flowId)
      await store.keepSecret(flowId, null, now())
      return { webhookSecret: null }
    },

    async deliveries(
      flowId: string,
      { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
    ) {
      await library.head(flowId)
      const { rows, total } = await store.deliveries(flowId, { page, limit })
      return { data: rows.map(toDelivery), total }
    },

    /** Sends something by hand. Nobody signs it: the owner does it. */
    async send(
      flowId: string,
      {
        again,
        ...given
      }: { again?: string | undefined } & { [Part in keyof WebhookData]?: WebhookData[Part] | undefined },
    ): Promise<WebhookDelivery> {
      const flow = await library.head(flowId)
      const settings = await settingsOf(flow)
      const before = again === undefined ? { body: {}, headers: {}, query: {} } : await sentBefore(flowId, again)
      const { deliveryId, run } = await begin({
        flow,
        settings,
        data: {
          body: given.body === undefined ? before.body : given.body,
          headers: given.headers ?? before.headers,
          query: given.query ?? before.query,
        },
        rights: { canSpeakAsSystem: false, canNameAnySession: true, canNameVersion: true, audience: 'owner' },
        known: { delivery_key: null, signature: null, digest: digestOf([newId()]), method: settings.method },
        isManual: true,
      })
      // Whoever sent it looks at it later.
      run.outcome.catch(() => undefined)
      const row = await store.delivery(flowId, deliveryId)
      if (!row) throw new AppError('delivery-not-found', { id: deliveryId })
      return toDelivery(row)
    },
  }
}

function toDelivery(row: DeliveryWithRun): WebhookDelivery {
  const fault = row.fault ? (JSON.parse(row.fault) as { message?: string }) : undefined
  return {
    id: row.id,
    deliveryId: row.delivery_key,
    method: row.method,
    status: row.shown,
    error: row.error ?? fault?.message ?? null,
    runId: row.run_id,
    executionId: row.execution_id,
    times: row.times,
    isManual: row.is_manual === 1,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as WebhookPayload),
    callback: row.callback_state,
    elapsedTimeMs: row.duration_ms,
    createdDate: row.created_date,
  }
}

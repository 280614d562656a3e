import { AppError, type Webhook, type WebhookDelivery, type WebhookPayload } from '@chatwright/contract'
import { randomBytes } from 'node:crypto'
import { ownAsker } from '../../door/askers/asker-of.ts'
import type { Config } from '../../ground/config/config.ts'
import { isOn } from '../../flows/flows/trigger-row.ts'
import { serverAddress } from '../../ground/config/server-address.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { DeliveryLog, DeliveryWithRun, SubjectOf } from '../../runs/deliveries/delivery-log.ts'
import { readJob } from '../../runs/runs/job.ts'
import type { RunJob, WebhookData } from '../../runs/runs/run-job.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { digestOf, TRIED, type BeginDelivery } from './begin-delivery.ts'
import { exampleOf } from './example-of.ts'
import { handsOnUnsigned, type FindWebhook, type FoundWebhook } from './find-webhook.ts'
import { DEFAULT_SIGNATURE_HEADER, type WebhookSettings } from './read-webhook.ts'
import { factsOf, type WebhookStore } from './webhook-store.ts'

export type WebhookService = ReturnType<typeof createWebhookService>

export interface WebhookServiceDependencies {
  store: WebhookStore
  log: DeliveryLog
  find: FindWebhook
  /** Reads what was saved of late. */
  readChanged(): Promise<void>
  box: Pick<SecretBox, 'seal'>
  begin: BeginDelivery
  runs: Pick<RunStore, 'find'>
  config: Pick<Config, 'publicUrl' | 'port' | 'login'>
  now: () => Date
}

const SECRET_BYTES = 32
/** For so long a test address is open. */
const TEST_MS = 15 * 60_000

/** What the owner of a flow sees and does with its webhook. */
export function createWebhookService({
  store,
  log,
  find,
  readChanged,
  box,
  begin,
  runs,
  config,
  now,
}: WebhookServiceDependencies) {
  const base = serverAddress(config)

  const usable = async (id: string): Promise<FoundWebhook & { settings: WebhookSettings }> => {
    const found = await find(id)
    const { settings } = found
    if (!settings) throw new AppError('webhook-not-found', { id })
    return { ...found, settings }
  }

  const describe = async (id: string, last: string | null): Promise<Webhook> => {
    const { flow, row, settings } = await usable(id)
    const { signature, method, contentType, responseMode } = settings
    const address = `${base}/api/v1/webhook/${id}`
    const hasSecret = typeof row?.secret === 'string'
    const testUntil = row?.test_until ?? null
    return {
      id,
      name: row?.name ?? '',
      flowId: flow.id,
      flowName: flow.name,
      address,
      testAddress: `${base}/api/v1/webhook-test/${id}`,
      testUntil: testUntil !== null && testUntil > now().toISOString() ? testUntil : null,
      method,
      contentType,
      responseMode,
      isSigned: signature !== undefined,
      signature: signature?.type ?? 'none',
      goodForSeconds: signature?.windowSeconds ?? null,
      handsOnUnsigned: handsOnUnsigned({ settings, row }),
      example: exampleOf(settings, address),
      signatureHeader: signature?.header ?? DEFAULT_SIGNATURE_HEADER,
      hasSecret,
      enabled: row === undefined || isOn({ ...row, kind: 'webhook' }),
      reason: reasonOf(settings, { hasSecret, isOwnerOnly: flow.is_owner_only === 1 }),
      lastDeliveryAt: last,
    }
  }

  /** What a delivery held: as its run has it, else as it was kept. */
  const sentBefore = async (
    triggerId: string,
    id: string,
  ): Promise<Pick<WebhookData, 'body' | 'headers' | 'query'>> => {
    const row = await log.find(of(triggerId), id)
    const run = row?.run_id ? await runs.find(row.run_id) : undefined
    const data = run && (readJob(run.request) as RunJob).webhook
    if (data) return data
    if (!row || row.payload === null) throw new AppError('delivery-not-found', { id })
    return JSON.parse(row.payload) as WebhookPayload
  }

  return {
    async list(flowId?: string) {
      await readChanged()
      const all = await store.all(flowId)
      return {
        data: await Promise.all(all.map(({ id, last }) => describe(id, last))),
        isReachable: config.login !== undefined,
        isPublicUrl: config.publicUrl !== undefined,
      }
    },

    async enable(id: string, isEnabled: boolean): Promise<Webhook> {
      const { trigger } = await usable(id)
      await store.setPaused(trigger, !isEnabled, now())
      const { rows } = await log.page(of(id), { limit: 1, page: 1 })
      return describe(id, rows[0]?.created_date ?? null)
    },

    /** Opens the address that runs the newest version, for a while, or closes it. */
    async openTest(id: string, isOpen: boolean) {
      const { trigger } = await usable(id)
      const until = isOpen ? new Date(now().getTime() + TEST_MS) : null
      await store.openTest(trigger, until, now())
      return { testUntil: until?.toISOString() ?? null }
    },

    async makeSecret(id: string) {
      const { trigger } = await find(id)
      const webhookSecret = randomBytes(SECRET_BYTES).toString('hex')
      await store.keepSecret(trigger, box.seal({ table: 'flow_webhook', id }, webhookSecret), now())
      return { webhookSecret }
    },

    async deleteSecret(id: string) {
      const { trigger } = await find(id)
      await store.keepSecret(trigger, null, now())
      return { webhookSecret: null }
    },

    async deliveries(id: string, { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined }) {
      await find(id)
      const { rows, total } = await log.page(of(id), { page, limit })
      return { data: rows.map(toDelivery), total }
    },

    /** Sends something by hand. Nobody signs it: the owner does it. */
    async send(
      id: string,
      {
        again,
        ...given
      }: { again?: string | undefined } & { [Part in keyof WebhookData]?: WebhookData[Part] | undefined },
    ): Promise<WebhookDelivery> {
      const { flow, trigger, settings } = await usable(id)
      const before = again === undefined ? { body: {}, headers: {}, query: {} } : await sentBefore(id, again)
      const { deliveryId, run } = await begin({
        flow,
        trigger,
        settings,
        data: {
          body: given.body === undefined ? before.body : given.body,
          headers: given.headers ?? before.headers,
          query: given.query ?? before.query,
        },
        asker: ownAsker('webhook'),
        known: { key: null, signature: null, digest: digestOf([newId()]), method: settings.method },
        isManual: true,
      })
      // Whoever sent it looks at it later.
      run.outcome.catch(() => undefined)
      const row = await log.find(of(id), deliveryId)
      if (!row) throw new AppError('delivery-not-found', { id: deliveryId })
      return toDelivery(row)
    },
  }
}

const of = (id: string): SubjectOf => ({ kind: 'webhook', id })

/** Why nothing can be sent to it. */
function reasonOf(
  { signature, responseMode, callbackUrl }: WebhookSettings,
  { hasSecret, isOwnerOnly }: { hasSecret: boolean; isOwnerOnly: boolean },
): string | null {
  if (signature && !hasSecret) {
    return 'It requires a signature but has no secret yet. Create one and give it to the sender.'
  }
  if (!signature && isOwnerOnly) {
    return 'Only the owner can use this flow. Require a signature, or share the flow under "API and share".'
  }
  if (responseMode === 'async' && callbackUrl === '') {
    return 'It responds later but has no Callback URL to send the answer to.'
  }
  return null
}

function toDelivery(row: DeliveryWithRun): WebhookDelivery {
  const { method, isManual, isTest } = factsOf(row)
  const fault = row.fault ? (JSON.parse(row.fault) as { message?: string }) : undefined
  return {
    id: row.id,
    deliveryId: row.delivery_key === null ? null : row.delivery_key.slice(isTest ? TRIED.length : 0),
    method,
    status: row.shown as WebhookDelivery['status'],
    error: row.error ?? fault?.message ?? null,
    runId: row.run_id,
    executionId: row.execution_id,
    times: row.times,
    isManual,
    isTest,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as WebhookPayload),
    callback: row.outcome,
    elapsedTimeMs: row.duration_ms,
    createdDate: row.created_date,
  }
}

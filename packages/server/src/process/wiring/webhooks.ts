import type { Config } from '../../ground/config/config.ts'
import { basePathOf, serverAddress } from '../../ground/config/server-address.ts'
import { createFlowSecrets } from '../../parts/credentials/flow-secrets.ts'
import { createSecretBox, type ReadKeys } from '../../parts/credentials/secret-box.ts'
import type { Database } from '../../ground/db/database.ts'
import type { FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { Outbound } from '../../guards/outbound/outbound.ts'
import type { EventIds } from '../../asking/predictions/event-ids.ts'
import type { PredictionService } from '../../asking/predictions/prediction-service.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { ReviewLinks } from '../../runs/runs/waits/review-links.ts'
import { createDeliveryLog } from '../../runs/deliveries/delivery-log.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { Outbox } from '../../runs/deliveries/outbox.ts'
import type { ScheduleStore } from '../../asking/schedules/schedule-store.ts'
import { createMailNews } from '../../asking/notices/mail-news.ts'
import { noticeRoutes } from '../../asking/notices/notice-routes.ts'
import { createNoticeService } from '../../asking/notices/notice-service.ts'
import { createNoticeStore } from '../../asking/notices/notice-store.ts'
import { createSendNotices } from '../../asking/notices/send-notices.ts'
import { triggerRoutes } from '../../asking/triggers/trigger-routes.ts'
import { createTriggerService } from '../../asking/triggers/trigger-service.ts'
import { createTriggerStore } from '../../asking/triggers/trigger-store.ts'
import { createBeginDelivery } from '../../asking/webhooks/begin-delivery.ts'
import { createCallbacks } from '../../asking/webhooks/callbacks.ts'
import { createFindWebhook } from '../../asking/webhooks/find-webhook.ts'
import { createWebhookDoor } from '../../asking/webhooks/webhook-door.ts'
import { webhookRoutes } from '../../asking/webhooks/webhook-routes.ts'
import { createWebhookService } from '../../asking/webhooks/webhook-service.ts'
import { createWebhookStore } from '../../asking/webhooks/webhook-store.ts'

export interface WebhookOptions {
  config: Config
  readKeys: ReadKeys
  database: Database
  library: FlowLibrary
  predictions: PredictionService
  runs: RunStore
  schedules: Pick<ScheduleStore, 'now' | 'readChanged'>
  gates: FlowGates
  limiter: RateLimiter
  links: ReviewLinks
  streams: EventStreams
  eventIds: EventIds
  fetch: typeof fetch
  dialAddress: Outbound['dialAddress']
  now: () => Date
  outbox: Outbox
}

/** Everything between another program and the run it begins. */
export function createWebhooks(options: WebhookOptions): { handlers: Handler[] } {
  const { config, database, outbox, library, predictions, runs, schedules, now } = options
  const store = createWebhookStore(database)
  const deliveries = createDeliveryStore(database)
  const log = createDeliveryLog(database)
  const box = createSecretBox(options.readKeys)
  const find = createFindWebhook({ store, library })
  const begin = createBeginDelivery({ store, predictions, onRest: () => outbox.nudge() })
  const webhooks = createWebhookService({
    store,
    log,
    find,
    readChanged: async () => schedules.readChanged(await schedules.now()),
    box,
    begin,
    runs,
    config,
    now,
  })
  const receive = createWebhookDoor({ ...options, find, store, box, begin, basePath: basePathOf(config) })
  const callbacks = createCallbacks({
    deliveries,
    runs,
    library,
    find,
    box,
    secrets: createFlowSecrets({ database, readKeys: options.readKeys }),
    fetch: options.fetch,
    now,
  })
  outbox.handle('webhook', callbacks)
  const notices = createNoticeStore(database, deliveries)
  outbox.handle(
    'notice',
    createSendNotices({
      store: notices,
      deliveries,
      runs,
      box,
      fetch: options.fetch,
      mail: createMailNews({ settings: config.mail, dialAddress: options.dialAddress }),
      base: serverAddress(config),
      now,
    }),
  )
  const triggers = createTriggerService({ store: createTriggerStore(database), library, schedules })
  return {
    handlers: [
      ...webhookRoutes({ ...options, webhooks, receive, predictions }),
      ...triggerRoutes(triggers),
      ...noticeRoutes(
        createNoticeService({ store: notices, log, library, box, canMail: config.mail !== undefined, now }),
      ),
    ],
  }
}

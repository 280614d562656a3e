import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { serverAddress } from '../config/server-address.ts'
import { createSecretBox, type ReadKeys } from '../credentials/secret-box.ts'
import type { Database } from '../db/database.ts'
import type { FlowGates } from '../flow-access/flow-gate.ts'
import type { RateLimiter } from '../flow-access/rate-limiter.ts'
import type { FlowLibrary } from '../flows/flow-library.ts'
import type { IsOperator } from '../http/access.ts'
import type { EventStreams } from '../http/event-stream.ts'
import type { Handler } from '../http/handle.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { ReviewLinks } from '../runs/waits/review-links.ts'
import type { ScheduleStore } from '../schedules/schedule-store.ts'
import { createMailNews } from '../notices/mail-news.ts'
import { noticeRoutes } from '../notices/notice-routes.ts'
import { createNoticeService } from '../notices/notice-service.ts'
import { createNoticeStore } from '../notices/notice-store.ts'
import { keepSendingNotices } from '../notices/send-notices.ts'
import { triggerRoutes } from '../triggers/trigger-routes.ts'
import { createTriggerService } from '../triggers/trigger-service.ts'
import { createTriggerStore } from '../triggers/trigger-store.ts'
import { createBeginDelivery } from '../webhooks/begin-delivery.ts'
import { keepCallbacks } from '../webhooks/callbacks.ts'
import { createFindWebhook } from '../webhooks/find-webhook.ts'
import { createWebhookDoor } from '../webhooks/webhook-door.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'
import { createWebhookService } from '../webhooks/webhook-service.ts'
import { createWebhookStore } from '../webhooks/webhook-store.ts'

export interface WebhookOptions {
  config: Config
  readKeys: ReadKeys
  database: Database
  logger: Logger
  library: FlowLibrary
  predictions: PredictionService
  runs: RunStore
  schedules: Pick<ScheduleStore, 'now' | 'readChanged'>
  gates: FlowGates
  limiter: RateLimiter
  links: ReviewLinks
  streams: EventStreams
  isOperator: IsOperator
  fetch: typeof fetch
  dialAddress: Outbound['dialAddress']
  now: () => Date
  lookEveryMs: number | undefined
}

/** Everything between another program and the run it begins. */
export function createWebhooks(options: WebhookOptions): { handlers: Handler[]; stop: () => void } {
  const { config, database, library, predictions, runs, schedules, isOperator, now } = options
  const store = createWebhookStore(database)
  const box = createSecretBox(options.readKeys)
  const find = createFindWebhook({ store, library })
  const begin = createBeginDelivery({ store, predictions, onRest: () => callbacks.nudge() })
  const webhooks = createWebhookService({
    store,
    find,
    readChanged: async () => schedules.readChanged(await schedules.now()),
    box,
    begin,
    runs,
    config,
    now,
  })
  const receive = createWebhookDoor({ ...options, find, store, box, begin })
  const callbacks = keepCallbacks({
    store,
    runs,
    library,
    find,
    box,
    fetch: options.fetch,
    now,
    onFault: (error) => options.logger.warn({ err: error }, 'answers cannot be sent on right now'),
    everyMs: options.lookEveryMs,
  })
  const notices = createNoticeStore(database)
  const sendingNotices = keepSendingNotices({
    store: notices,
    runs,
    box,
    fetch: options.fetch,
    mail: createMailNews({ settings: config.mail, dialAddress: options.dialAddress }),
    base: serverAddress(config),
    now,
    onFault: (error) => options.logger.warn({ err: error }, 'what runs came to cannot be told right now'),
    everyMs: options.lookEveryMs,
  })
  const triggers = createTriggerService({ store: createTriggerStore(database), library, schedules })
  return {
    handlers: [
      ...webhookRoutes({ ...options, webhooks, receive, predictions, isOperator }),
      ...triggerRoutes(triggers),
      ...noticeRoutes(createNoticeService({ store: notices, library, box, canMail: config.mail !== undefined, now })),
    ],
    stop: () => {
      callbacks.stop()
      sendingNotices.stop()
    },
  }
}

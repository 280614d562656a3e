import { createReadFiles } from '../../asking/predictions/multipart.ts'
import { predictionRoutes } from '../../asking/predictions/prediction-routes.ts'
import { createScheduledStarts, keepSchedules } from '../../asking/schedules/keep-schedules.ts'
import { scheduleRoutes } from '../../asking/schedules/schedule-routes.ts'
import { createScheduleService } from '../../asking/schedules/schedule-service.ts'
import { createScheduleStore } from '../../asking/schedules/schedule-store.ts'
import { speechRoutes } from '../../asking/speech/speech-routes.ts'
import { upsertRoutes } from '../../asking/upserts/upsert-routes.ts'
import { createUpsertService } from '../../asking/upserts/upsert-service.ts'
import { createUpsertStore } from '../../asking/upserts/upsert-store.ts'
import { pageRoutes } from '../../flows/flow-access/page-routes.ts'
import { createKnowledgeTexts } from '../../knowledge/knowledge/read-as-text.ts'
import { createDeliveryLog } from '../../runs/deliveries/delivery-log.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import { createChannels, type Channels } from './channels.ts'
import type { Common } from './common.ts'
import type { Flows } from './flows.ts'
import type { Group } from './group.ts'
import { createMcp } from './mcp.ts'
import { createProtocols } from './protocols.ts'
import { createWebhooks } from './webhooks.ts'

export interface Asking extends Group {
  mayUseLink: Channels['mayUseLink']
}

/** Every way in which a flow is asked. */
export function createAsking(common: Common, { chatflows, opened }: Flows): Asking {
  const { config, database, logger, resources, execution, runner, predictions, outbox, lookEveryMs } = common
  const { uploads, readText, gates, limiter, streams, eventIds, caps, sessions, speech, spoken } = common
  const { library, describe, links, messages, runs, waits, now } = execution
  const { fetch, dialAddress } = resources.effects
  const schedules = createScheduleStore(database)
  const onScheduleFault = (error: unknown): void =>
    logger.warn({ err: error }, 'schedules cannot be looked after right now')
  outbox.handle(
    'schedule',
    createScheduledStarts({
      store: schedules,
      deliveries: createDeliveryStore(database),
      library,
      predictions,
      onFault: onScheduleFault,
    }),
  )
  const stopSchedules = keepSchedules({
    store: schedules,
    onDue: outbox.nudge,
    onFault: onScheduleFault,
    everyMs: lookEveryMs,
  })
  const webhooks = createWebhooks({ ...common, library, runs, schedules, links, fetch, dialAddress, now })
  const channels = createChannels({
    config,
    database,
    outbox,
    logger,
    library,
    predictions,
    runs,
    waits,
    uploads,
    readText,
    limiter,
    links,
    credentials: resources.credentials,
    secrets: resources.secrets,
    fetch,
    now,
  })
  const upserts = createUpsertService({ library, describe, runner, store: createUpsertStore(database) })
  return {
    mayUseLink: channels.mayUseLink,
    handlers: [
      ...predictionRoutes({
        library,
        predictions,
        streams,
        eventIds,
        limiter,
        readFiles: createReadFiles({ library, describe }),
        spoken,
        links,
      }),
      ...pageRoutes({ library, gates, describe, speech }),
      ...speechRoutes({ speech, spoken, meantChat: sessions.chat, gates, limiter, messages, streams }),
      ...upsertRoutes({ upserts, limiter, caps, jobs: common.jobs, library, streams, describe }),
      ...createProtocols(common),
      ...webhooks.handlers,
      ...channels.handlers,
      ...createMcp({
        ...common,
        library,
        nodes: resources.catalogue.nodes,
        opened,
        intake: resources.intake,
        chatflows,
        runs: common.runService,
        knowledge: createKnowledgeTexts(execution.knowledge),
        now,
      }),
      ...scheduleRoutes(createScheduleService({ store: schedules, log: createDeliveryLog(database), library })),
    ],
    close: stopSchedules,
  }
}

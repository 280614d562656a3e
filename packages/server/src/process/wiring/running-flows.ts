import type { Logger } from 'pino'
import { attachmentRoutes } from '../../asking/attachments/attachment-routes.ts'
import { createReadText } from '../../asking/attachments/read-text.ts'
import { createUploadStore, type UploadStore } from '../../parts/files/upload-store.ts'
import { createForgetChats, keepForgettingChats } from '../../runs/chat-messages/forget-chats.ts'
import { createForgetExchanges, createForgetSessions } from '../../runs/chat-messages/forget-sessions.ts'
import { messageRoutes } from '../../runs/chat-messages/message-routes.ts'
import { createMessageService } from '../../runs/chat-messages/message-service.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { createChannels } from './channels.ts'
import { createExecution } from './run-execution.ts'
import { createExecutions } from './executions.ts'
import { endAbandonedRuns } from './abandoned-runs.ts'
import { createComparisonHandlers } from './comparing.ts'
import { createImproving } from './improving.ts'
import { createKnowledge } from './knowledge.ts'
import { executionRoutes } from '../../runs/executions/execution-routes.ts'
import { keepPruning } from '../../runs/executions/prune-executions.ts'
import { feedbackRoutes } from '../../runs/feedback/feedback-routes.ts'
import { createFeedbackService } from '../../runs/feedback/feedback-service.ts'
import { createFeedbackStore } from '../../runs/feedback/feedback-store.ts'
import { inboxRoutes } from '../../improving/inbox/inbox-routes.ts'
import { createInboxService } from '../../improving/inbox/inbox-service.ts'
import { createInboxStore } from '../../improving/inbox/inbox-store.ts'
import type { FrameOrigins } from '../../door/http/bot-page.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { RelayNotes } from '../../door/http/relay-notes.ts'
import type { NetworkLimits } from '../../door/http/network-limits.ts'
import type { FlowGate } from '../../door/http/register-routes.ts'
import { jobRoutes } from '../../runs/jobs/job-routes.ts'
import { createJobService } from '../../runs/jobs/job-service.ts'
import { createJobStore } from '../../runs/jobs/job-store.ts'
import { createMcp } from './mcp.ts'
import { leadRoutes } from '../../runs/leads/lead-routes.ts'
import { createLeadStore } from '../../runs/leads/lead-store.ts'
import { openAiRoutes } from '../../asking/openai/openai-routes.ts'
import { createEventStreams } from '../../door/http/event-stream.ts'
import { keepCollectingGraphs } from '../../flows/flows/collect-graphs.ts'
import { createFlowGates } from '../../flows/flow-access/flow-gate.ts'
import { createEventIds } from '../../asking/predictions/event-ids.ts'
import { createIdempotencyStore } from '../../asking/predictions/idempotency-store.ts'
import { createReadFiles } from '../../asking/predictions/multipart.ts'
import { createNamedSessions } from '../../flows/flow-access/named-sessions.ts'
import { pageRoutes } from '../../flows/flow-access/page-routes.ts'
import { predictionRoutes } from '../../asking/predictions/prediction-routes.ts'
import { createPredictionService } from '../../asking/predictions/prediction-service.ts'
import { createStrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import { createRateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { createFindUploads } from '../../asking/predictions/stored-uploads.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Resources } from './node-resources.ts'
import { keepRecordingsWithin } from '../../runs/recordings/keep-within.ts'
import { createPriceStore } from '../../money/prices/price-store.ts'
import { chatflowRoutes } from '../../flows/chatflows/chatflow-routes.ts'
import { createOpenDraft, createOpenedDrafts } from '../../flows/chatflows/opened-drafts.ts'
import { createFlowUsage } from '../../flows/chatflows/flow-usage.ts'
import { dryReplayRoutes } from '../../improving/dry-replays/dry-replay-routes.ts'
import { createSaving } from './saving-flows.ts'
import { createCountSpeech } from '../../money/spend/count-speech.ts'
import { keepReckoning } from '../../money/spend/reckon-spend.ts'
import { spendRoutes } from '../../money/spend/spend-routes.ts'
import { createSpendService } from '../../money/spend/spend-service.ts'
import { createSpendStore } from '../../money/spend/spend-store.ts'
import { forgetOldEvents } from '../../runs/runs/forget-old-events.ts'
import { createDeliveryLog } from '../../runs/deliveries/delivery-log.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import { createOutbox } from '../../runs/deliveries/outbox.ts'
import { createCancelRun } from '../../runs/runs/cancel-run.ts'
import { createInProcessRunner } from '../../runs/runs/in-process-runner.ts'
import { livenessOf } from '../../ground/config/liveness.ts'
import { upgradeOldRuns } from '../../runs/runs/old-runs.ts'
import { createQueuedRunStore } from '../../runs/runs/queued-run-store.ts'
import { maskSecrets } from '../../runs/executions/mask-secrets.ts'
import { keepChatsWithin } from '../../runs/retention/keep-chats-within.ts'
import { retentionRoutes } from '../../runs/retention/retention-routes.ts'
import { createRetentionStore } from '../../runs/retention/retention-store.ts'
import { runRoutes } from '../../runs/runs/run-routes.ts'
import { createRunService } from '../../runs/runs/run-service.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { createScheduledStarts, keepSchedules } from '../../asking/schedules/keep-schedules.ts'
import { scheduleRoutes } from '../../asking/schedules/schedule-routes.ts'
import { createScheduleService } from '../../asking/schedules/schedule-service.ts'
import { createScheduleStore } from '../../asking/schedules/schedule-store.ts'
import { speechRoutes } from '../../asking/speech/speech-routes.ts'
import { createCancelWait } from '../../runs/runs/waits/cancel-wait.ts'
import { createGoOnWith } from '../../runs/runs/waits/go-on-with.ts'
import { waitRoutes } from '../../runs/runs/waits/wait-routes.ts'
import { createWaitService } from '../../runs/runs/waits/wait-service.ts'
import { keepWaking } from '../../runs/runs/waits/wake-waits.ts'
import { createSpeechService } from '../../asking/speech/speech-service.ts'
import { createSpokenAnswers } from '../../asking/speech/spoken-answers.ts'
import { createWebhooks } from './webhooks.ts'
import { upsertRoutes } from '../../asking/upserts/upsert-routes.ts'
import { createUpsertService } from '../../asking/upserts/upsert-service.ts'
import { createUpsertStore } from '../../asking/upserts/upsert-store.ts'

export interface RunningOptions {
  config: Config
  readKeys: ReadKeys
  database: Database
  logger: Logger
  resources: Pick<
    Resources,
    | 'catalogue'
    | 'blobs'
    | 'waitingFiles'
    | 'filesUntilSaved'
    | 'effects'
    | 'secrets'
    | 'credential'
    | 'credentials'
    | 'intake'
  >
  metrics: Metrics
  networks: NetworkLimits
  relays: RelayNotes
  lookEveryMs?: number | undefined
}

/** Everything between a question and its answer. */
export interface Running {
  handlers: Handler[]
  takeBackLoads(): Promise<void>
  flowGate: FlowGate
  frameOrigins: FrameOrigins
  /** Rejects when something runs need does not answer. */
  check(): Promise<void>
  drain(): Promise<void>
  close(): Promise<void>
}

export async function createRunning({
  config,
  readKeys,
  database,
  logger,
  resources,
  metrics,
  networks,
  relays,
  lookEveryMs,
}: RunningOptions): Promise<Running> {
  const { catalogue, blobs } = resources
  const execution = await createExecution({ config, database, resources, metrics, readKeys })
  const { now, describe, messages, runs, waits, links, platform, library, flows, execute, holds, keptDays } = execution
  const retention = createRetentionStore(database)
  const files = createUploadStore(blobs)
  // When files were sent is known of chats without a word, too: they go when those would.
  const uploads: UploadStore = {
    ...files,
    async save(place, file) {
      await retention.noteUpload(place, now())
      await files.save(place, file)
    },
  }
  const sessions = createNamedSessions(database)
  const web = await createQueue({ config, database, logger, runs })
  const runner =
    web?.runner ??
    createInProcessRunner({
      execute,
      holds,
      store: runs,
      queued: createQueuedRunStore(database),
      describe,
      backgroundConcurrency: config.backgroundConcurrency,
      onFault: (error, runId) => logger.error({ err: error, runId }, 'a run could not be stored'),
      now,
      times: { leaseMs: config.leaseMs },
    })
  const saving = createSaving({ database, logger, intake: resources.intake, execution, runner })
  metrics.gauge('runs_active', 'Runs under way in this process, or followed by it', () => runner.active)
  if (web) {
    metrics.gauge('queue_depth', 'Runs that wait for a worker', () => web.depth())
    const help = 'Messages in Redis that could not be read and were left out, by all processes'
    metrics.gauge('redis_messages_dropped', help, () => web.dropped())
  }
  const readText = createReadText({ loadNode: (name) => catalogue.loadNode(name), context: platform.context })
  const gates = createFlowGates(library)
  const streams = createEventStreams({ networks })
  const eventIds = createEventIds(readKeys)
  const networkMarks = createMacs(readKeys, 'networks')
  const markNetwork = (network: string): string => networkMarks.of(network)
  const caps = createStrangerCaps({ database, caps: config.perNetwork, waits, markNetwork, now })
  const reckoning = { store: createSpendStore(database), prices: execution.prices, now }
  const speech = createSpeechService({
    access: resources.effects,
    credential: resources.credentials,
    secrets: resources.secrets,
    count: createCountSpeech({
      ...reckoning,
      limits: execution.limits,
      onFault: (error) => logger.warn({ err: error }, 'what speech cost could not be noted'),
    }),
  })
  const spoken = createSpokenAnswers(speech)
  const goOnWith = createGoOnWith({ waits, runner, allowMore: execution.limits.allow, now })
  const cancelRun = createCancelRun({ runs, runner, now })
  const cancelWait = createCancelWait({ waits, cancelRun, now })
  const stopWaking = keepWaking({
    waits,
    runner,
    cancelWait,
    waitDays: () => keptDays.of('waits'),
    now,
    onFault: (error) => logger.warn({ err: error }, 'runs that wait cannot be looked after right now'),
    everyMs: lookEveryMs,
  })
  const predictions = createPredictionService({
    waits,
    goOnWith,
    library,
    describe,
    runner,
    runs,
    uploads,
    sessions,
    forgetExchanges: createForgetExchanges({ library, platform, flows }),
    findUploads: createFindUploads({ uploads, readText }),
    idempotency: createIdempotencyStore(database),
    speech,
    secrets: resources.secrets,
    markNetwork,
    caps,
  })
  const deliveries = createDeliveryStore(database)
  const outbox = createOutbox({
    store: deliveries,
    onFault: (error) => logger.warn({ err: error }, 'deliveries cannot be looked after right now'),
    everyMs: lookEveryMs,
  })
  const schedules = createScheduleStore(database)
  const onScheduleFault = (error: unknown): void =>
    logger.warn({ err: error }, 'schedules cannot be looked after right now')
  outbox.handle(
    'schedule',
    createScheduledStarts({ store: schedules, deliveries, library, predictions, onFault: onScheduleFault }),
  )
  const stopSchedules = keepSchedules({
    store: schedules,
    onDue: outbox.nudge,
    onFault: onScheduleFault,
    everyMs: lookEveryMs,
  })
  const feedback = createFeedbackStore(database)
  const onForgettingFault = (error: unknown) =>
    logger.warn({ err: error }, 'what deleted chats left could not be deleted; it is tried again')
  const forgetChats = createForgetChats({
    store: messages,
    uploads,
    forgetSessions: createForgetSessions({ library, platform, flows }),
    onFault: onForgettingFault,
    now,
  })
  const stopForgettingChats = keepForgettingChats(forgetChats, { onFault: onForgettingFault, everyMs: lookEveryMs })
  const limiter = web?.limiter ?? createRateLimiter()
  const webhooks = createWebhooks({
    config,
    readKeys,
    database,
    outbox,
    library,
    predictions,
    runs,
    schedules,
    gates,
    limiter,
    links,
    streams,
    eventIds,
    fetch: resources.effects.fetch,
    dialAddress: resources.effects.dialAddress,
    now,
  })
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
    fetch: resources.effects.fetch,
    now,
  })
  const upserts = createUpsertService({ library, describe, runner, store: createUpsertStore(database) })
  const jobs = createJobService({ store: createJobStore(database), runs, cancelRun })
  const knowledge = createKnowledge({
    database,
    parts: execution.knowledge,
    resources,
    runner,
    jobs,
    logger,
    now,
    lookEveryMs,
  })
  // With workers, a run left behind is found by its lease and goes on elsewhere.
  const stopLooking = web
    ? undefined
    : await endAbandonedRuns({ runs, logger, now, holds, kind: database.kind, ...livenessOf(config.leaseMs) })
  const upgrading = new AbortController()
  upgradeOldRuns(database, upgrading.signal).catch((error: unknown) =>
    logger.warn({ err: error }, 'older runs could not be upgraded; the next start tries again'),
  )
  const stopCollecting = keepCollectingGraphs(database, {
    now,
    onFault: (error) => logger.warn({ err: error }, 'old graphs could not be deleted'),
  })
  const stopForgetting = forgetOldEvents(database, {
    days: () => keptDays.read('traces'),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old traces could not be deleted'),
  })
  const runService = createRunService(runs)
  const opened = createOpenedDrafts(resources.effects.records)
  const improving = createImproving({ execution, runner })
  const stopForgettingRecordings = keepRecordingsWithin(database, {
    days: () => keptDays.read('recordings'),
    bytes: config.recordings.bytes,
    now,
    onFault: (error) => logger.warn({ err: error }, 'old recordings could not be deleted'),
  })
  const stopReckoning = keepReckoning(reckoning, (error) =>
    logger.warn({ err: error }, 'what runs cost cannot be reckoned right now'),
  )
  const messageService = createMessageService({ store: messages, feedback, library, forgetChats, now })
  const stopDeletingChats = keepChatsWithin({
    store: retention,
    uploads,
    deleteChat: ({ flowId, chatId }) => messageService.delete(flowId, { chatId }),
    days: (kind) => keptDays.read(kind),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old chats could not be deleted'),
    everyMs: lookEveryMs,
  })
  const stopPruning = keepPruning(database, {
    kept: async () => ({ ...config.executions, days: await keptDays.read('executions') }),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old executions could not be deleted'),
  })

  return {
    takeBackLoads: () => knowledge.takeBackLoads(),
    handlers: [
      ...chatflowRoutes(saving.chatflows, createOpenDraft({ library, opened })),
      ...dryReplayRoutes(saving.dryReplays),
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
      ...retentionRoutes({ store: retention, keptDays, now }),
      ...messageRoutes({
        messages: messageService,
        runner,
        meantChat: sessions.chat,
      }),
      ...feedbackRoutes({
        feedback: createFeedbackService({ store: feedback, messages, now }),
        meantChat: sessions.chat,
        gates,
        limiter,
      }),
      ...inboxRoutes(
        createInboxService({ store: createInboxStore(database), storesIn: createFlowUsage(database).storesIn, now }),
      ),
      ...leadRoutes({
        store: createLeadStore(database),
        meantChat: sessions.chat,
        gates,
        limiter,
        caps,
        library,
        now,
      }),
      ...attachmentRoutes({ uploads, meantChat: sessions.chat, gates, limiter, caps, readText }),
      ...upsertRoutes({ upserts, limiter, caps, jobs, library, streams, describe }),
      ...jobRoutes({ jobs, streams }),
      ...knowledge.handlers,
      ...openAiRoutes({
        library,
        gates,
        predictions,
        streams,
        limiter,
      }),
      ...webhooks.handlers,
      ...channels.handlers,
      ...createMcp({
        config,
        readKeys,
        database,
        library,
        predictions,
        limiter,
        streams,
        nodes: catalogue.nodes,
        opened,
        intake: resources.intake,
        chatflows: saving.chatflows,
        runs: runService,
        now,
      }),
      ...scheduleRoutes(createScheduleService({ store: schedules, log: createDeliveryLog(database), library })),
      ...runRoutes({ runs: runService, mask: maskSecrets }),
      ...improving.handlers,
      ...createComparisonHandlers({ database, execution, runner, tests: improving.tests }),
      ...spendRoutes({
        spend: createSpendService({ ...reckoning, priceStore: createPriceStore(database) }),
        limits: execution.limits,
        relays,
      }),
      ...executionRoutes(createExecutions({ database, describe, runner })),
      ...waitRoutes(
        createWaitService({
          waits,
          goOnWith,
          cancelWait,
          links,
          mayUseLink: channels.mayUseLink,
          waitDays: () => keptDays.of('waits'),
        }),
      ),
    ],
    flowGate: (call) => gates.admit(call),
    async frameOrigins(flowId) {
      const { is_public: isPublic, settings } = await library.head(flowId)
      return isPublic === 1 ? settings.allowedOrigins : []
    },
    check: async () => web?.check(),
    drain: () => runner.drain(),
    async close() {
      upgrading.abort()
      stopLooking?.()
      stopForgetting()
      stopForgettingChats()
      stopForgettingRecordings()
      stopReckoning()
      stopPruning()
      stopDeletingChats()
      stopWaking()
      stopSchedules()
      knowledge.stop()
      await outbox.stop()
      stopCollecting()
      streams.close()
      await (web ?? runner).close()
      await execution.close()
    },
  }
}

/** Loaded only where Redis is configured: one process needs none of it. */
async function createQueue({
  config,
  ...rest
}: Pick<RunningOptions, 'config' | 'database' | 'logger'> & { runs: RunStore }) {
  if (!config.redisUrl) return undefined
  const { createWebSide } = await import('../../runs/queue/web-side.ts')
  return createWebSide({ redisUrl: config.redisUrl, config, ...rest })
}

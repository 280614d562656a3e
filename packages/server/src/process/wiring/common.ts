import type { Logger } from 'pino'
import { createReadText } from '../../asking/attachments/read-text.ts'
import { createEventIds } from '../../asking/predictions/event-ids.ts'
import { createIdempotencyStore } from '../../asking/predictions/idempotency-store.ts'
import { createPredictionService } from '../../asking/predictions/prediction-service.ts'
import { createFindUploads } from '../../asking/predictions/stored-uploads.ts'
import { createSpeechService } from '../../asking/speech/speech-service.ts'
import { createSpokenAnswers } from '../../asking/speech/spoken-answers.ts'
import { createEventStreams } from '../../door/http/event-stream.ts'
import type { NetworkLimits } from '../../door/http/network-limits.ts'
import type { RelayNotes } from '../../door/http/relay-notes.ts'
import { createFlowGates } from '../../flows/flow-access/flow-gate.ts'
import { createNamedSessions } from '../../flows/flow-access/named-sessions.ts'
import { createRateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { createStrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { createCountSpeech } from '../../runs/spend/count-speech.ts'
import { createSpendStore } from '../../runs/spend/spend-store.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'
import { createUploadStore, type UploadStore } from '../../parts/files/upload-store.ts'
import { createForgetExchanges } from '../../runs/chat-messages/forget-sessions.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import { createOutbox } from '../../runs/deliveries/outbox.ts'
import { createRetentionStore } from '../../runs/retention/retention-store.ts'
import { createCancelRun } from '../../runs/runs/cancel-run.ts'
import { createInProcessRunner } from '../../runs/runs/in-process-runner.ts'
import { createQueuedRunStore } from '../../runs/runs/queued-run-store.ts'
import { createRunService } from '../../runs/runs/run-service.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { createGoOnWith } from '../../runs/runs/waits/go-on-with.ts'
import { createJobService } from '../../runs/jobs/job-service.ts'
import { createJobStore } from '../../runs/jobs/job-store.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Resources } from './node-resources.ts'
import { createExecution } from './run-execution.ts'

export interface CommonOptions {
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

export type Common = Awaited<ReturnType<typeof createCommon>>

/** What several groups need: runs as they are started, read and stopped, and who may ask. */
export async function createCommon(options: CommonOptions) {
  const { config, readKeys, database, logger, resources, metrics, networks, lookEveryMs } = options
  const execution = await createExecution({ config, database, resources, metrics, readKeys })
  const { now, describe, runs, waits, library, platform, flows, execute, holds } = execution
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
  metrics.gauge('runs_active', 'Runs under way in this process, or followed by it', () => runner.active)
  if (web) {
    metrics.gauge('queue_depth', 'Runs that wait for a worker', () => web.depth())
    const help = 'Messages in Redis that could not be read and were left out, by all processes'
    metrics.gauge('redis_messages_dropped', help, () => web.dropped())
  }
  const retention = createRetentionStore(database)
  const uploads = datedUploads()
  const sessions = createNamedSessions(database)
  const readText = createReadText({
    loadNode: (name) => resources.catalogue.loadNode(name),
    context: platform.context,
  })
  const streams = createEventStreams({ networks })
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
  const cancelRun = createCancelRun({ runs, runner, now })
  const goOnWith = createGoOnWith({ waits, runner, allowMore: execution.limits.allow, now })
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
  const outbox = createOutbox({
    store: createDeliveryStore(database),
    onFault: (error) => logger.warn({ err: error }, 'deliveries cannot be looked after right now'),
    everyMs: lookEveryMs,
  })

  /** When files were sent is known of chats without a word, too: they go when those would. */
  function datedUploads(): UploadStore {
    const files = createUploadStore(resources.blobs)
    return {
      ...files,
      async save(place, file) {
        await retention.noteUpload(place, now())
        await files.save(place, file)
      },
    }
  }

  return {
    ...options,
    execution,
    runner,
    hasWorkers: web !== undefined,
    retention,
    uploads,
    sessions,
    readText,
    gates: createFlowGates(library),
    streams,
    eventIds: createEventIds(readKeys),
    caps,
    limiter: web?.limiter ?? createRateLimiter(),
    reckoning,
    speech,
    spoken: createSpokenAnswers(speech),
    cancelRun,
    goOnWith,
    predictions,
    outbox,
    runService: createRunService(runs),
    jobs: createJobService({ store: createJobStore(database), runs, cancelRun }),
    check: async () => web?.check(),
    async close() {
      await outbox.stop()
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
}: Pick<CommonOptions, 'config' | 'database' | 'logger'> & { runs: RunStore }) {
  if (!config.redisUrl) return undefined
  const { createWebSide } = await import('../../runs/queue/web-side.ts')
  return createWebSide({ redisUrl: config.redisUrl, config, ...rest })
}

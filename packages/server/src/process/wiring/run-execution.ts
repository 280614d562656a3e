import { createUploadStore } from '../../parts/files/upload-store.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { createHistoryStore } from '../../runs/chat-messages/history-store.ts'
import { createMessageStore } from '../../runs/chat-messages/message-store.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { productVersion } from '../../ground/product.ts'
import { createComparing } from './comparing.ts'
import { createDryReplaying } from './dry-replaying.ts'
import { createRunTest } from '../../improving/test-sets/run-test.ts'
import { createImprovingParts } from './improving-parts.ts'
import { createKnowledgeParts } from './knowledge-parts.ts'
import type { Resources } from './node-resources.ts'
import { createPriceBook } from '../../money/prices/price-book.ts'
import { createPriceStore } from '../../money/prices/price-store.ts'
import { createKeptDays, type KeptDaysDependencies } from '../../runs/retention/kept-days.ts'
import { createRecording } from '../../runs/recordings/recording.ts'
import { createLimits } from '../../money/limits/limits.ts'
import { createLimitStore } from '../../money/limits/limit-store.ts'
import { createFitOf } from '../../money/limits/models-in-flows.ts'
import { createFlowAccess } from '../../runs/runs/ask-flow.ts'
import { createExecuteRun, type ExecuteRun } from '../../runs/runs/execute-run.ts'
import { createAnsweringFlows } from '../../flows/flows/answering-flows.ts'
import { createFlowHeadStore, headRevision } from '../../flows/flows/flow-head-store.ts'
import { createFlowLibrary } from '../../flows/flows/flow-library.ts'
import { holdRuns } from '../../runs/runs/held-runs.ts'
import { createKeepLater } from '../../runs/runs/keep-later.ts'
import { createWork } from '../../runs/runs/kinds/index.ts'
import { livenessOf } from '../../ground/config/liveness.ts'
import type { Platform } from '../../runs/runs/node-context.ts'
import { createRunJournal } from '../../runs/runs/run-journal.ts'
import { createRunStore } from '../../runs/runs/run-store.ts'
import { createReviewLinks } from '../../runs/runs/waits/review-links.ts'
import { createWaitStore } from '../../runs/runs/waits/wait-store.ts'
import { createSuggestFollowUps } from '../../runs/runs/suggest-follow-ups.ts'

export interface ExecutionOptions {
  database: Database
  resources: Pick<Resources, 'catalogue' | 'blobs' | 'effects' | 'secrets' | 'credential' | 'credentials'>
  metrics: Pick<Metrics, 'run'>
  config: Pick<Config, 'telemetryEndpoint' | 'leaseMs' | 'publicUrl' | 'port' | 'extraNodes'> &
    KeptDaysDependencies['config']
  readKeys: ReadKeys
}

/** What it takes to do a run, wherever that happens: in the web process or in a worker. */
export async function createExecution({ database, resources, metrics, config, readKeys }: ExecutionOptions) {
  const { catalogue, blobs, effects, secrets, credential } = resources
  const now = (): Date => new Date()
  const describe = (name: string) => catalogue.describe(name)
  const messages = createMessageStore(database)
  const runs = createRunStore(database, livenessOf(config.leaseMs))
  const waits = createWaitStore(database)
  const links = createReviewLinks({ readKeys, config, now })
  const platform: Platform = {
    context: {
      ...effects,
      history: createHistoryStore(messages, createUploadStore(blobs)),
      // What searches stores is made of this very platform.
      knowledge: { ...effects.knowledge, search: (...asked) => knowledge.forNodes.search(...asked) },
    },
    async credential(id, use) {
      const values = await credential(id, use)
      secrets.remember(values)
      return values
    },
    hideSecrets: secrets.hide,
  }
  const library = createFlowLibrary({
    store: createFlowHeadStore(database),
    catalogue,
    headRevision: headRevision(database),
  })
  const flows = createFlowAccess({ library, platform, describe })
  const knowledge = createKnowledgeParts({ database, resources, platform, flows, now })
  const suggestFollowUps = createSuggestFollowUps({ library, platform, flows })
  const onUnkept = (error: unknown): void => effects.logger.warn({ err: error }, 'runs cannot be kept right now')
  const journal = createRunJournal({
    append: (rows) => runs.append(rows),
    checkpoint: (run, row) => runs.checkpoint(run, row),
    onFault: onUnkept,
  })
  const keptDays = await createKeptDays({
    records: effects.records,
    config,
    onFault: (error) => effects.logger.warn({ err: error }, 'for how long data is stored cannot be read right now'),
  })
  const recording = createRecording({
    isOn: () => keptDays.of('recordings') > 0,
    hide: secrets.hide,
    onFault: (error) => effects.logger.warn({ err: error }, 'a call could not be recorded'),
  })
  const prices = createPriceBook(createPriceStore(database))
  const limits = createLimits({
    store: createLimitStore(database),
    fitOf: createFitOf(createAnsweringFlows(database), describe),
    prices,
    now: Date.now,
    onFault: (error) => effects.logger.warn({ err: error }, 'what a call cost could not be noted'),
  })
  const keepLater = createKeepLater({ onGivenUp: onUnkept })
  const improving = createImprovingParts({
    database,
    catalogue,
    runs,
    waits,
    library,
    platform,
    flows,
    prices,
    limits,
    describe,
    now,
  })
  const { extraNodes } = config
  const dryReplaying = createDryReplaying({ database, extraNodes, improving, platform, waits })
  const executeRun = createExecuteRun({
    work: createWork({
      library,
      platform,
      flows,
      secrets,
      recording,
      limits,
      toldBefore: waits,
      links,
      loadKnowledge: knowledge.loadKnowledge,
      replayDry: dryReplaying.replayDry,
      runTest: createRunTest({ store: improving.tests, library, runCase: improving.runCase }),
      ...createComparing({ database, catalogue, improving, library, platform, flows, prices, limits }),
    }),
    platform,
    store: runs,
    journal,
    keepLater,
    suggestFollowUps,
    hideSecrets: secrets.hide,
    now,
  })
  const telemetry = await createTelemetry(config)
  const measured: ExecuteRun = async (job, how) => {
    if (telemetry) {
      const recorder = telemetry.recordRun(job)
      how.log.watch((event) => recorder.add(event))
    }
    const outcome = await executeRun(job, how)
    metrics.run(outcome)
    return outcome
  }
  const { execute, holds } = holdRuns(measured, { keepLater })
  const close = async (): Promise<void> => {
    keptDays.close()
    journal.close()
    keepLater.close()
    dryReplaying.close()
    await telemetry?.close()
  }
  return {
    now,
    describe,
    messages,
    runs,
    waits,
    links,
    platform,
    library,
    flows,
    knowledge,
    improving,
    prices,
    limits,
    keptDays,
    execute,
    holds,
    close,
  }
}

/** The exporter costs a megabyte and some start-up time: only who asked for it pays. */
async function createTelemetry({ telemetryEndpoint: endpoint }: Pick<Config, 'telemetryEndpoint'>) {
  if (endpoint === undefined) return undefined
  const telemetry = await import('../telemetry/telemetry.ts')
  return telemetry.createTelemetry({ endpoint, version: productVersion })
}

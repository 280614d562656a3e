import { createUploadStore } from './attachments/upload-store.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createHistoryStore } from './chat-messages/history-store.ts'
import { createMessageStore } from './chat-messages/message-store.ts'
import { createKnownSecrets } from './credentials/known-secrets.ts'
import type { Metrics } from './metrics/metrics.ts'
import { productVersion } from './product.ts'
import type { Resources } from './resources.ts'
import { createFlowAccess } from './runs/ask-flow.ts'
import { createExecuteRun, type ExecuteRun } from './runs/execute-run.ts'
import { createFlowHeadStore } from './runs/flow-head-store.ts'
import { createFlowLibrary } from './runs/flow-library.ts'
import type { Platform } from './runs/node-context.ts'
import { createRunStore } from './runs/run-store.ts'
import { createSuggestFollowUps } from './runs/suggest-follow-ups.ts'
import type { SpanRecorder } from './telemetry/span-recorder.ts'

export interface ExecutionOptions {
  database: Database
  resources: Pick<Resources, 'catalogue' | 'blobs' | 'effects' | 'credential'>
  metrics: Pick<Metrics, 'run'>
  config: Pick<Config, 'telemetryEndpoint'>
}

/** What it takes to do a run, wherever that happens: in the web process or in a worker. */
export async function createExecution({ database, resources, metrics, config }: ExecutionOptions) {
  const { catalogue, blobs, effects, credential } = resources
  const now = (): Date => new Date()
  const describe = (name: string) => catalogue.describe(name)
  const messages = createMessageStore(database)
  const runs = createRunStore(database)
  const secrets = createKnownSecrets()
  const platform: Platform = {
    context: { ...effects, history: createHistoryStore(messages, createUploadStore(blobs)) },
    async credential(id, use) {
      const values = await credential(id, use)
      secrets.remember(values)
      return values
    },
  }
  const library = createFlowLibrary({
    store: createFlowHeadStore(database),
    catalogue,
    databaseRevision: database.revision,
  })
  const flows = createFlowAccess({ library, platform })
  const suggestFollowUps = createSuggestFollowUps({ library, platform, flows })
  const executeRun = createExecuteRun({
    library,
    platform,
    flows,
    store: runs,
    suggestFollowUps,
    hideSecrets: secrets.hideIn,
    now,
  })
  const telemetry = await createTelemetry(config)
  const execute: ExecuteRun = async (job, how) => {
    const outcome = await executeRun(job, telemetry ? recorded(how, telemetry.recordRun(job)) : how)
    metrics.run(outcome)
    return outcome
  }
  const close = async (): Promise<void> => telemetry?.close()
  return { now, describe, messages, runs, platform, library, flows, execute, close }
}

/** The exporter costs a megabyte and some start-up time: only who asked for it pays. */
async function createTelemetry({ telemetryEndpoint: endpoint }: Pick<Config, 'telemetryEndpoint'>) {
  if (endpoint === undefined) return undefined
  const telemetry = await import('./telemetry/telemetry.ts')
  return telemetry.createTelemetry({ endpoint, version: productVersion })
}

type Way = Parameters<ExecuteRun>[1]

function recorded(how: Way, recorder: SpanRecorder): Way {
  return {
    ...how,
    emit(event) {
      recorder.add(event)
      how.emit(event)
    },
  }
}

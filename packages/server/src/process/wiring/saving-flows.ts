import type { Logger } from 'pino'
import { createChatflowService } from '../../flows/chatflows/chatflow-service.ts'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import { createRelease } from '../../flows/chatflows/release.ts'
import type { FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import type { DryProcess } from '../../improving/dry-replays/dry-replay.ts'
import { createDryReplayService } from '../../improving/dry-replays/dry-replay-service.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import { createFlowHeadStore } from '../../flows/flows/flow-head-store.ts'
import { createPriceStore } from '../../money/prices/price-store.ts'
import { createValueStore } from '../../runs/recordings/value-store.ts'
import { toTurn } from '../../improving/test-sets/case-turn.ts'
import { createTestSetStore } from '../../improving/test-sets/test-set-store.ts'
import type { Execution } from './run-execution.ts'

export interface SavingOptions {
  config: Pick<Config, 'recordings' | 'extraNodes'>
  database: Database
  logger: Logger
  intake: Pick<FlowIntake, 'store' | 'index'>
  execution: Pick<Execution, 'library' | 'platform' | 'waits' | 'now'>
}

/** Flows as they are saved, and what each save does to recorded answers. */
export function createSaving({ config, database, logger, intake, execution }: SavingOptions) {
  const { library, platform, waits, now } = execution
  const store = createDryReplayStore(database)
  const flowStore = createChatflowStore(database)
  const heads = createFlowHeadStore(database)
  const values = createValueStore(database)
  const tests = createTestSetStore(database)
  const { files, knowledge, records, sandbox, customTools } = platform.context
  const process: DryProcess = {
    head: (id) => heads.head(id),
    deployed: () => heads.deployed(),
    names: () => heads.names(),
    graph: (id) => heads.graph(id),
    pinnedGraph: (pinned) => heads.pinnedGraph(pinned),
    partsRevision: () => heads.partsRevision(),
    recordedRun: (runId) => store.recordedRun(runId),
    values: (chat, hashes) => values.load(chat, hashes),
    earlier: (first, runId) => waits.earlier(first, runId),
    testTurns: async (caseId) => (await tests.turns(caseId)).map(toTurn),
    openFile: (reference) => files.open(reference),
    record: (namespace, key) => records.get(namespace, key),
    records: (namespace) => records.list(namespace),
    knowledge: () => knowledge.list(),
    tools: () => customTools.list(),
    tool: (id) => customTools.get(id),
    runCode: (asked) => sandbox.run(asked),
  }
  const dryReplays = createDryReplayService({
    store,
    process,
    head: (id) => library.head(id),
    flowData: (id, version) => heads.pinnedGraph({ id, version }),
    recordedCases: async (id, limit) =>
      (await tests.recordedCases(id, limit)).map(({ id: caseId, set_id: setId, name }) => ({ setId, caseId, name })),
    prices: () => createPriceStore(database).list(),
    extraNodes: config.extraNodes,
    isRecording: config.recordings.days > 0,
    onProved: createRelease(flowStore),
    onFault: (error) => logger.warn({ err: error }, 'what a save changes could not be found out'),
    now,
  })
  const chatflows = createChatflowService({
    store: flowStore,
    storeFlow: intake.store,
    index: intake.index,
    onSaved: (id, version) => dryReplays.saved(id, version),
  })
  return { chatflows, dryReplays }
}

import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import { createRelease } from '../../flows/chatflows/release.ts'
import { createFlowHeadStore } from '../../flows/flows/flow-head-store.ts'
import type { Database } from '../../ground/db/database.ts'
import { createDryThreads, type DryProcess } from '../../improving/dry-replays/dry-replay.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import { createReplayDry } from '../../improving/dry-replays/replay-dry.ts'
import { toTurn } from '../../improving/test-sets/case-turn.ts'
import { createPriceStore } from '../../money/prices/price-store.ts'
import type { ImprovingParts, Parts } from './improving-parts.ts'

export interface DryReplayingOptions extends Pick<Parts, 'platform' | 'waits'> {
  database: Database
  extraNodes: readonly string[]
  improving: Pick<ImprovingParts, 'values' | 'tests'>
}

/** How recorded answers are replayed with what was saved, wherever that happens. */
export function createDryReplaying({ database, extraNodes, improving, platform, waits }: DryReplayingOptions) {
  const { values, tests } = improving
  const store = createDryReplayStore(database)
  const heads = createFlowHeadStore(database)
  const { files, knowledge, records, sandbox, customTools } = platform.context
  const from: DryProcess = {
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
  const threads = createDryThreads({ from, extraNodes })
  const replayDry = createReplayDry({
    store,
    threads,
    flowData: (id, version) => heads.pinnedGraph({ id, version }),
    recordedCases: async (id, limit) =>
      (await tests.recordedCases(id, limit)).map(({ id: caseId, set_id: setId, name }) => ({ setId, caseId, name })),
    prices: () => createPriceStore(database).list(),
    onProved: createRelease(createChatflowStore(database)),
  })
  return { replayDry, close: () => threads.close() }
}

import { parseFlowData, type Describe } from '@chatwright/core'
import { compile } from '@chatwright/engine'
import { loadCatalogue, type Catalogue } from '@chatwright/nodes'
import { parentPort, workerData } from 'node:worker_threads'
import type { FlowHeadStore } from '../../flows/flows/flow-head-store.ts'
import { createFlowLibrary } from '../../flows/flows/flow-library.ts'
import { createPriceBook } from '../../money/prices/price-book.ts'
import { createFlowAccess } from '../../runs/runs/ask-flow.ts'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import { executionOf } from '../../runs/runs/run-job.ts'
import { createEffects } from '../../runs/runs/node-context.ts'
import { foreseeCalls } from '../replays/foreseen-calls.ts'
import { guardEffects } from '../replays/guarded-effects.ts'
import { callsIn } from '../replays/recorded-calls.ts'
import { fromFile, writeFile } from '../replays/recorded-run.ts'
import { createReplayService } from '../replays/replay-service.ts'
import { labelsOf, runRecorded } from '../replays/run-recorded.ts'
import { createRunCase, type CaseRunDependencies } from '../test-sets/run-case.ts'
import { dryPlatform } from './dry-platform.ts'
import type { DryProcess, DrySaid, DryTask } from './dry-replay.ts'
import { readRecorded } from './read-recorded.ts'
import { dryVerdict, testVerdict } from './dry-verdict.ts'
import { askProcess } from './thread-bridge.ts'

/** The thread that replays recorded answers with changed flows, one after the other: it asks nobody, and holds no secret. */
if (parentPort) {
  const port = parentPort
  const catalogue = loadCatalogue({ folders: workerData as readonly string[] })
  const from = askProcess(port, (task) => {
    // What fails here ends the thread, and the process hears why.
    void catalogue.then((loaded) =>
      replayAll(task as DryTask, { from, catalogue: loaded, say: (said) => port.postMessage(said, []) }),
    )
  }) as DryProcess
}

interface Surroundings {
  from: DryProcess
  catalogue: Catalogue
  say(said: DrySaid): void
}

async function replayAll(task: DryTask, { from, catalogue, say }: Surroundings): Promise<void> {
  const { flowId, flowName, flowData, version, cases, runIds, most, prices: rows } = task
  const flow = parseFlowData(flowData)
  const plan = await compile(flow, catalogue, { want: 'chat' })
  const platform = dryPlatform(from)
  const library = createFlowLibrary({ store: readOnly(from), catalogue })
  const flows = createFlowAccess({ library, platform, describe: (name) => catalogue.describe(name) })
  const effects = createEffects(platform, { flow: { id: flowId, name: flowName }, flows })
  const prices = createPriceBook({ list: async () => rows })
  await prices.refresh()
  const labelOf = labelsOf(flow)
  const nodes = new Set(flow.nodes.map(({ id }) => id))
  const read = readRecorded(from)
  let found = 0
  for (const runId of runIds) {
    if (found >= most) break
    const recorded = await read(runId)
    if (!recorded) continue
    found += 1
    const calls = callsIn(recorded.events)
    const foreseen = foreseeCalls(calls, { values: recorded.values, prices, labelOf })
    const { told, replayed } = await runRecorded(recorded, {
      plan,
      guarded: guardEffects(effects),
      calls,
      foreseen,
      labelOf,
      hide: platform.hideSecrets,
    })
    const verdict = dryVerdict(recorded.events, {
      told,
      replayed,
      calls,
      nodes,
      plan: foreseen.plan(replayed.stopped !== undefined),
    })
    say({
      runId,
      question: recorded.job.message.slice(0, 200),
      executionId: isBySteps(recorded.job) ? executionOf(recorded.job) : null,
      ...verdict,
    })
  }
  if (cases.length > 0) {
    const replays = createReplayService({ library, prices, catalogue, platform, flows })
    const describe: Describe = (name) => catalogue.describe(name)
    const recorded: CaseRunDependencies['recorded'] = { read: fromFile, toFile: (run) => writeFile(run, describe) }
    const runCase = createRunCase({ replays, recorded, now: () => new Date() })
    const saved = await library.prepare(await library.head(flowId), version)
    for (const head of cases) {
      const turns = await from.testTurns(head.caseId)
      const { result } = await runCase(turns, saved)
      say({ ...head, ...testVerdict(turns, result) })
    }
  }
  say('done')
}

/** What a nested flow began with is kept already. */
function readOnly(from: DryProcess): FlowHeadStore {
  return {
    head: (id) => from.head(id),
    deployed: () => from.deployed(),
    names: () => from.names(),
    graph: (id) => from.graph(id),
    pinnedGraph: (pinned) => from.pinnedGraph(pinned),
    partsRevision: () => from.partsRevision(),
    keepGraph: async () => undefined,
  }
}

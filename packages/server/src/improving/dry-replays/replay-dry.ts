import { setTimeout as pause } from 'node:timers/promises'
import type { PriceRow } from '../../money/prices/price-store.ts'
import type { DryReplayJob } from '../../runs/runs/kinds/dry-replay.ts'
import type { Work } from '../../runs/runs/kinds/job-kind.ts'
import { withRunEvents } from '../../runs/runs/kinds/with-run-events.ts'
import type { DryThreads, DryTold, TestCaseHead } from './dry-replay.ts'
import type { DryReplayStore } from './dry-replay-store.ts'
import { isProved, reportOf } from './dry-report.ts'

export interface ReplayDryDependencies {
  store: Pick<DryReplayStore, 'find' | 'answers'>
  threads: Pick<DryThreads, 'replay'>
  flowData(flowId: string, version: number): Promise<string | undefined>
  /** Tests of a flow of which everything was recorded, the newest so many. */
  recordedCases(flowId: string, limit: number): Promise<TestCaseHead[]>
  prices(): Promise<PriceRow[]>
  /** Everything recorded was proved unchanged, and no test ends worse than it was recorded. */
  onProved(flowId: string, version: number): Promise<void>
}

const MOST_ANSWERS = 200
/** Some of the newest may not be recorded. */
const LOOKED_AT = 400
const MOST_TESTS = 100
/** A replay that is dropped takes its thread with it, and the next one waits for another: of saves that follow each other the last one gets it. */
const QUIET_MS = 300

/** Replays recorded answers with what was saved. Whoever takes it up again begins anew. */
export function createReplayDry(dependencies: ReplayDryDependencies): Work<DryReplayJob, 'chat'> {
  const { store, threads, flowData, recordedCases, prices, onProved } = dependencies

  const replay = async (
    { flowId, flowName, flowVersion: version }: DryReplayJob,
    signal: AbortSignal,
  ): Promise<DryTold> => {
    const nothing = { items: [], tests: [] }
    const text = await flowData(flowId, version)
    if (text === undefined) return nothing
    const cases = await recordedCases(flowId, MOST_TESTS)
    const runIds = await store.answers(flowId, LOOKED_AT)
    if (runIds.length + cases.length === 0) return nothing
    const task = {
      flowId,
      flowName,
      flowData: text,
      version,
      cases,
      runIds,
      most: MOST_ANSWERS,
      prices: await prices(),
    }
    return threads.replay(task, signal)
  }

  return (job, { signal, log, clock }) =>
    withRunEvents(job.runId, { signal, log, clock }, async () => {
      const { runId, flowId, flowVersion } = job
      await pause(QUIET_MS, undefined, { signal, ref: false })
      // A newer version was saved, or the same is replayed again.
      if ((await store.find(flowId))?.run_id !== runId) return 'cancelled'
      const told = await replay(job, signal)
      signal.throwIfAborted()
      log.append({ type: 'json', value: reportOf(told) })
      if (isProved(told)) await onProved(flowId, flowVersion)
      return 'done'
    })
}

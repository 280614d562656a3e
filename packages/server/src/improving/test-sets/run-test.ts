import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { answerValue } from '../../runs/runs/kinds/answer-value.ts'
import type { Work } from '../../runs/runs/kinds/job-kind.ts'
import type { TestJob } from '../../runs/runs/kinds/test.ts'
import { withRunEvents } from '../../runs/runs/kinds/with-run-events.ts'
import { toTurn } from './case-turn.ts'
import type { RunCase } from './run-case.ts'
import type { TestSetStore } from './test-set-store.ts'

export interface RunTestDependencies {
  store: Pick<TestSetStore, 'turns' | 'keepResult'>
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  runCase: RunCase
}

/** Runs a case and keeps what it came to with it. */
export function createRunTest({ store, library, runCase }: RunTestDependencies): Work<TestJob, 'chat'> {
  return (job, options) =>
    withRunEvents(job.runId, options, async () => {
      const { flowId, flowVersion, caseId, isAsking } = job
      const { signal, log } = options
      const answer = await answerValue(async () => {
        const turns = await store.turns(caseId)
        const flow = await library.prepare(await library.head(flowId), flowVersion)
        const { result, recordings } = await runCase(turns.map(toTurn), flow, { isAsking, signal })
        signal.throwIfAborted()
        await store.keepResult(caseId, {
          turns,
          verdict: result.verdict,
          result: JSON.stringify(result),
          recordings: new Map([...recordings].map(([seq, file]) => [seq, JSON.stringify(file)])),
        })
        return null
      })
      log.append(answer)
      return 'done'
    })
}

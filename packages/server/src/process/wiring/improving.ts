import type { Handler } from '../../door/http/handle.ts'
import { createCallService } from '../../improving/replays/call-service.ts'
import { recordingRoutes } from '../../improving/replays/recording-routes.ts'
import { createRunFlows } from '../../improving/replays/run-flow.ts'
import { createKeepRun } from '../../improving/test-sets/keep-run.ts'
import { testSetRoutes } from '../../improving/test-sets/test-set-routes.ts'
import { createTestSetService, type TestSetService } from '../../improving/test-sets/test-set-service.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import type { Execution } from './run-execution.ts'

export interface Improving {
  handlers: Handler[]
  tests: TestSetService
}

/** What was recorded, run again: to look at, to change, and as tests. */
export function createImproving({
  execution,
  runner,
}: {
  execution: Pick<Execution, 'runs' | 'library' | 'describe' | 'now' | 'improving' | 'keptDays'>
  runner: Pick<Runner, 'start'>
}): Improving {
  const { runs, library, describe, now, improving, keptDays } = execution
  const { values, recorded, replays, tests: store } = improving
  const keepRun = createKeepRun({ store, recorded })
  const tests = createTestSetService({ store, library, runner, keepRun, now })
  return {
    tests,
    handlers: [
      ...recordingRoutes({
        calls: createCallService({ runs, values, days: () => keptDays.of('recordings'), now }),
        recorded,
        replays,
        flows: createRunFlows({ runs, library, describe }),
      }),
      ...testSetRoutes(tests),
    ],
  }
}

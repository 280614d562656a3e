import type { Catalogue } from '@chatwright/engine'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Handler } from '../http/handle.ts'
import { createValueStore } from '../recordings/value-store.ts'
import { createCallService } from '../replays/call-service.ts'
import { createRecordedRuns, type RecordedRuns } from '../replays/recorded-run.ts'
import { recordingRoutes } from '../replays/recording-routes.ts'
import { createReplayService } from '../replays/replay-service.ts'
import { createRunFlows } from '../replays/run-flow.ts'
import { createSpendStore } from '../spend/spend-store.ts'
import { createCountTests, type CountTests } from '../spend/test-spend.ts'
import { createKeepRun } from '../test-sets/keep-run.ts'
import { createRunCase, type RunCase } from '../test-sets/run-case.ts'
import { testSetRoutes } from '../test-sets/test-set-routes.ts'
import { createTestSetService, type TestSetService } from '../test-sets/test-set-service.ts'
import { createTestSetStore } from '../test-sets/test-set-store.ts'
import type { Execution } from './run-execution.ts'

export interface Improving {
  handlers: Handler[]
  tests: TestSetService
  runCase: RunCase
  recorded: RecordedRuns
  countTests: CountTests
}

/** What was recorded, run again: to look at, to change, and as tests. */
export function createImproving({
  config,
  database,
  catalogue,
  execution,
}: {
  config: Pick<Config, 'recordings'>
  database: Database
  catalogue: Catalogue
  execution: Pick<
    Execution,
    'runs' | 'waits' | 'library' | 'platform' | 'flows' | 'prices' | 'limits' | 'describe' | 'now'
  >
}): Improving {
  const { runs, waits, library, platform, flows, prices, limits, describe, now } = execution
  const values = createValueStore(database)
  const recorded = createRecordedRuns({ runs, values, library, toldBefore: waits, hide: platform.hideSecrets })
  const countTests = createCountTests({ store: createSpendStore(database), prices, now })
  const replays = createReplayService({ library, catalogue, platform, flows, prices, limits, onAsked: countTests })
  const store = createTestSetStore(database)
  const runCase = createRunCase({ replays, recorded, now })
  const tests = createTestSetService({
    store,
    library,
    keepRun: createKeepRun({ store, recorded }),
    runCase,
    now,
  })
  return {
    tests,
    runCase,
    recorded,
    countTests,
    handlers: [
      ...recordingRoutes({
        calls: createCallService({ runs, values, days: config.recordings.days, now }),
        recorded,
        replays,
        flows: createRunFlows({ runs, library, describe }),
      }),
      ...testSetRoutes(tests),
    ],
  }
}

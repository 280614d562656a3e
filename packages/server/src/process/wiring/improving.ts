import type { Catalogue } from '@chatwright/engine'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Handler } from '../../door/http/handle.ts'
import { createValueStore } from '../../runs/recordings/value-store.ts'
import { createCallService } from '../../improving/replays/call-service.ts'
import { createRecordedRuns, type RecordedRuns } from '../../improving/replays/recorded-run.ts'
import { recordingRoutes } from '../../improving/replays/recording-routes.ts'
import { createReplayService } from '../../improving/replays/replay-service.ts'
import { createRunFlows } from '../../improving/replays/run-flow.ts'
import { createSpendStore } from '../../money/spend/spend-store.ts'
import { createCountTests, type CountTests } from '../../money/spend/test-spend.ts'
import { createKeepRun } from '../../improving/test-sets/keep-run.ts'
import { createRunCase, type RunCase } from '../../improving/test-sets/run-case.ts'
import { testSetRoutes } from '../../improving/test-sets/test-set-routes.ts'
import { createTestSetService, type TestSetService } from '../../improving/test-sets/test-set-service.ts'
import { createTestSetStore } from '../../improving/test-sets/test-set-store.ts'
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
  const recorded = createRecordedRuns({
    runs,
    values,
    library,
    toldBefore: waits,
    hide: platform.hideSecrets,
    describe,
  })
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

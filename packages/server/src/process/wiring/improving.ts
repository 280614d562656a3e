import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import { inboxRoutes } from '../../improving/inbox/inbox-routes.ts'
import { createInboxService } from '../../improving/inbox/inbox-service.ts'
import { createInboxStore } from '../../improving/inbox/inbox-store.ts'
import { createCallService } from '../../improving/replays/call-service.ts'
import { recordingRoutes } from '../../improving/replays/recording-routes.ts'
import { createRunFlows } from '../../improving/replays/run-flow.ts'
import { createKeepRun } from '../../improving/test-sets/keep-run.ts'
import { testSetRoutes } from '../../improving/test-sets/test-set-routes.ts'
import { createTestSetService } from '../../improving/test-sets/test-set-service.ts'
import type { Common } from './common.ts'
import { createComparisonHandlers } from './comparing.ts'
import type { Group } from './group.ts'

/** What was recorded, run again: to look at, to change, as tests and in comparisons; and the answers that want a look. */
export function createImproving({ database, execution, runner }: Common): Group {
  const { runs, library, describe, now, improving, keptDays } = execution
  const { values, recorded, replays, tests: store } = improving
  const keepRun = createKeepRun({ store, recorded })
  const tests = createTestSetService({ store, library, runner, keepRun, now })
  return {
    handlers: [
      ...recordingRoutes({
        calls: createCallService({ runs, values, days: () => keptDays.of('recordings'), now }),
        recorded,
        replays,
        flows: createRunFlows({ runs, library, describe }),
      }),
      ...testSetRoutes(tests),
      ...createComparisonHandlers({ database, execution, runner, tests }),
      ...inboxRoutes(
        createInboxService({ store: createInboxStore(database), storesIn: createFlowUsage(database).storesIn, now }),
      ),
    ],
  }
}

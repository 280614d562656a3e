import type { Describe, NodeContext } from '@chatwright/core'
import type { Catalogue } from '@chatwright/engine'
import type { Database } from '../../ground/db/database.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { Limits } from '../../money/limits/limits.ts'
import type { PriceBook } from '../../money/prices/price-book.ts'
import type { Platform } from '../../runs/runs/node-context.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { WaitStore } from '../../runs/runs/waits/wait-store.ts'
import { createValueStore } from '../../runs/recordings/value-store.ts'
import { createRecordedRuns } from '../../improving/replays/recorded-run.ts'
import { createReplayService } from '../../improving/replays/replay-service.ts'
import { createSpendStore } from '../../runs/spend/spend-store.ts'
import { createCountTests } from '../../runs/spend/test-spend.ts'
import { createRunCase } from '../../improving/test-sets/run-case.ts'
import { createTestSetStore } from '../../improving/test-sets/test-set-store.ts'

/** Of what runs flows. */
export interface Parts {
  runs: RunStore
  waits: WaitStore
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  prices: PriceBook
  limits: Limits
  describe: Describe
  now: () => Date
}

export type ImprovingParts = ReturnType<typeof createImprovingParts>

/** What it takes to run again what was recorded, wherever that happens. */
export function createImprovingParts({
  database,
  catalogue,
  ...parts
}: Parts & { database: Database; catalogue: Catalogue }) {
  const { runs, waits, library, platform, flows, prices, limits, describe, now } = parts
  const values = createValueStore(database)
  const hide = platform.hideSecrets
  const recorded = createRecordedRuns({ runs, values, library, toldBefore: waits, hide, describe })
  const countTests = createCountTests({ store: createSpendStore(database), prices, now })
  const replays = createReplayService({ library, catalogue, platform, flows, prices, limits, onAsked: countTests })
  return {
    values,
    recorded,
    countTests,
    tests: createTestSetStore(database),
    replays,
    runCase: createRunCase({ replays, recorded, now }),
  }
}

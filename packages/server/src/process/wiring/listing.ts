import type { Database } from '../../ground/db/database.ts'
import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import { createExecutionStore } from '../../runs/executions/execution-store.ts'
import { indexRuns } from '../../runs/listing/index-runs.ts'
import { listingRoutes } from '../../runs/listing/listing-routes.ts'
import { createListingService } from '../../runs/listing/listing-service.ts'
import { createListingStore } from '../../runs/listing/listing-store.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { WaitService } from '../../runs/runs/waits/wait-service.ts'

/** So much of what has ended is indexed before a search; the rest is on its way. */
const CAUGHT_UP = 200

/** The list of every run of every flow. */
export function createListing({
  database,
  waits,
  now,
}: {
  database: Database
  waits: Pick<WaitService, 'list'>
  now: () => Date
}): Handler[] {
  const executions = createExecutionStore(database)
  return listingRoutes(
    createListingService({
      store: createListingStore(database),
      db: database.query,
      catchUp: () => indexRuns(database, { most: CAUGHT_UP }),
      totals: (ids) => executions.totals(ids),
      countWaits: async ({ flowId }) =>
        (await waits.list({ limit: 1, ...(flowId !== undefined && { chatflowId: flowId }) })).total,
      storesIn: (ids) => createFlowUsage(database).storesIn(ids),
      now,
    }),
  )
}

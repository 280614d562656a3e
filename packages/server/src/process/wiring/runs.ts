import { livenessOf } from '../../ground/config/liveness.ts'
import { executionRoutes } from '../../runs/executions/execution-routes.ts'
import { maskSecrets } from '../../runs/executions/mask-secrets.ts'
import { keepPruning } from '../../runs/executions/prune-executions.ts'
import { jobRoutes } from '../../runs/jobs/job-routes.ts'
import { keepIndexingRuns } from '../../runs/listing/index-runs.ts'
import { keepRecordingsWithin } from '../../runs/recordings/keep-within.ts'
import { forgetOldEvents } from '../../runs/runs/forget-old-events.ts'
import { upgradeOldRuns } from '../../runs/runs/old-runs.ts'
import { runRoutes } from '../../runs/runs/run-routes.ts'
import { createCancelWait } from '../../runs/runs/waits/cancel-wait.ts'
import { waitRoutes } from '../../runs/runs/waits/wait-routes.ts'
import { createWaitService } from '../../runs/runs/waits/wait-service.ts'
import { keepWaking } from '../../runs/runs/waits/wake-waits.ts'
import { endAbandonedRuns } from './abandoned-runs.ts'
import type { Asking } from './asking.ts'
import type { Common } from './common.ts'
import { createExecutions } from './executions.ts'
import type { Group } from './group.ts'
import { createListing } from './listing.ts'

/** Runs as they are looked at and decided on, and what becomes of those that wait, were left behind or are old. */
export async function createRuns(common: Common, { mayUseLink }: Pick<Asking, 'mayUseLink'>): Promise<Group> {
  const { config, database, logger, execution, runner, goOnWith, cancelRun, lookEveryMs } = common
  const { runs, waits, links, describe, keptDays, holds, now } = execution
  const waitDays = (): number => keptDays.of('waits')
  const cancelWait = createCancelWait({ waits, cancelRun, now })
  const stopWaking = keepWaking({
    waits,
    runner,
    cancelWait,
    waitDays,
    now,
    onFault: (error) => logger.warn({ err: error }, 'runs that wait cannot be looked after right now'),
    everyMs: lookEveryMs,
  })
  // With workers, a run left behind is found by its lease and goes on elsewhere.
  const stopLooking = common.hasWorkers
    ? undefined
    : await endAbandonedRuns({ runs, logger, now, holds, kind: database.kind, ...livenessOf(config.leaseMs) })
  const upgrading = new AbortController()
  upgradeOldRuns(database, upgrading.signal).catch((error: unknown) =>
    logger.warn({ err: error }, 'older runs could not be upgraded; the next start tries again'),
  )
  const stopForgetting = forgetOldEvents(database, {
    days: () => keptDays.read('traces'),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old traces could not be deleted'),
  })
  const stopForgettingRecordings = keepRecordingsWithin(database, {
    days: () => keptDays.read('recordings'),
    bytes: config.recordings.bytes,
    now,
    onFault: (error) => logger.warn({ err: error }, 'old recordings could not be deleted'),
  })
  const stopPruning = keepPruning(database, {
    kept: async () => ({ ...config.executions, days: await keptDays.read('executions') }),
    now,
    onFault: (error) => logger.warn({ err: error }, 'old executions could not be deleted'),
  })
  const stopIndexing = keepIndexingRuns(database, (error) =>
    logger.warn({ err: error }, 'the words of runs cannot be indexed right now'),
  )
  const waitService = createWaitService({ waits, goOnWith, cancelWait, links, mayUseLink, waitDays })
  return {
    handlers: [
      ...jobRoutes({ jobs: common.jobs, streams: common.streams }),
      ...runRoutes({ runs: common.runService, mask: maskSecrets }),
      ...executionRoutes(createExecutions({ database, describe, runner })),
      ...waitRoutes(waitService),
      ...createListing({ database, waits: waitService, now }),
    ],
    close() {
      upgrading.abort()
      stopLooking?.()
      stopForgetting()
      stopIndexing()
      stopForgettingRecordings()
      stopPruning()
      stopWaking()
    },
  }
}

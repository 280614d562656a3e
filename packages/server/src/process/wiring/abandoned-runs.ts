import type { Logger } from 'pino'
import type { Database } from '../../ground/db/database.ts'
import { giveUpAbandoned } from '../../runs/runs/give-up.ts'
import type { Holds } from '../../runs/runs/held-runs.ts'
import { createHoldersFirst, type MayJudge } from '../../runs/runs/holders-first.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { every } from '../../ground/every.ts'

/** SQLite has one process, so all that runs at its start is left behind; on PostgreSQL others may be alive, now and later. */
export async function endAbandonedRuns({
  runs,
  logger,
  now,
  kind,
  holds,
  leaseMs,
  lookEveryMs,
}: {
  runs: RunStore
  logger: Logger
  now: () => Date
  kind: Database['kind']
  holds: Holds
  leaseMs: number
  lookEveryMs: number
}): Promise<() => void> {
  const look = async (mayJudge: MayJudge): Promise<void> => {
    const abandoned = await giveUpAbandoned(runs, { at: now(), isOnlyProcess: kind === 'sqlite', holds, mayJudge })
    if (abandoned > 0) logger.warn({ abandoned }, 'runs of a process that is gone were ended as interrupted')
  }
  if (kind === 'sqlite') {
    await look(() => true)
    return () => undefined
  }
  const mayJudge = createHoldersFirst({ leaseMs })
  const onFault = (error: unknown): void => logger.warn({ err: error }, 'runs left behind cannot be looked for')
  return every(lookEveryMs, () => look(mayJudge), { onFault })
}

import type { ExecuteRun } from './execute-run.ts'
import type { KeepLater } from './keep-later.ts'

/** Whether this process does a run, or has an end of it that is still to be stored: whatever its lease says, it is not left behind. */
export type Holds = (runId: string) => boolean

export function holdRuns(
  execute: ExecuteRun,
  { keepLater }: { keepLater: Pick<KeepLater, 'has'> },
): { execute: ExecuteRun; holds: Holds } {
  const underWay = new Set<string>()
  return {
    async execute(job, how) {
      underWay.add(job.runId)
      try {
        return await execute(job, how)
      } finally {
        underWay.delete(job.runId)
      }
    },
    holds: (runId) => underWay.has(runId) || keepLater.has(runId),
  }
}

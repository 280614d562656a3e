import { AppError, getRun, listRuns, type RunSummary } from '@chatwright/contract'
import { isOperator, reaches, type Caller } from '../../door/http/caller.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { RunService } from './run-service.ts'

export interface RunRoutesOptions {
  runs: RunService
  /** Takes out of a run what only the owner may read. */
  mask: (value: unknown) => unknown
}

export const runRoutes = ({ runs, mask }: RunRoutesOptions): Handler[] => {
  const shownTo = <Shown extends RunSummary>(caller: Caller, run: Shown): Shown =>
    isOperator(caller) ? run : (mask(run) as Shown)
  return [
    handle(listRuns, async ({ query, caller }) => {
      // A flow that a key is not for has no runs for it.
      if (!reaches(caller, query.chatflowId)) return { items: [], nextCursor: null }
      const { items, nextCursor } = await runs.list(query)
      return { items: items.map((run) => shownTo(caller, run)), nextCursor }
    }),
    handle(getRun, async ({ params, caller }) => {
      const run = await runs.get(params.id)
      if (!reaches(caller, run.chatflowId)) throw new AppError('run-not-found', { id: params.id })
      return shownTo(caller, run)
    }),
  ]
}

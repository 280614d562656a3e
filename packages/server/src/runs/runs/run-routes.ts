import { AppError, getRun, listRuns, type RunSummary } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import { may, personOf, reaches } from '../../door/askers/may.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { RunService } from './run-service.ts'

export interface RunRoutesOptions {
  runs: RunService
  /** Takes out of a run what only the owner may read. */
  mask: (value: unknown) => unknown
}

export const runRoutes = ({ runs, mask }: RunRoutesOptions): Handler[] => {
  const shownTo = <Shown extends RunSummary>(asker: Asker, run: Shown): Shown =>
    may(asker, 'run.reveal') ? run : hidesContent(asker) ? withoutContent(run) : (mask(run) as Shown)
  return [
    handle(listRuns, async ({ query, asker }) => {
      // A flow that a key is not for has no runs for it.
      if (!reaches(asker, query.chatflowId)) return { items: [], nextCursor: null }
      const { items, nextCursor } = await runs.list(query)
      return { items: items.map((run) => shownTo(asker, run)), nextCursor }
    }),
    handle(getRun, async ({ params, asker }) => {
      const run = await runs.get(params.id)
      if (!reaches(asker, run.chatflowId)) throw new AppError('run-not-found', { id: params.id })
      return { ...shownTo(asker, run), ...(hidesContent(asker) && { events: [] }) }
    }),
  ]
}

/** With a key, `run.read` is for traces; for a person, it is for the list alone. */
function hidesContent(asker: Asker): boolean {
  return personOf(asker) !== undefined && !may(asker, 'run.reveal')
}

/** The id of a chat goes, too: with it, one can go on with the chat. */
function withoutContent<Shown extends RunSummary>(run: Shown): Shown {
  return { ...run, chatId: '', sessionId: '', question: '', answer: null, fault: null }
}

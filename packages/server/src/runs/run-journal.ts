import type { RunEvent } from '@chatwright/core'
import { toEventRow, type EventRow } from './event-rows.ts'
import type { RunLog } from './run-log.ts'

/** Keeps the events of runs as they happen: what a reader saw half a second ago survives whatever dies. */
export interface RunJournal {
  /** `kept` events of the log are stored already. */
  open(run: { runId: string; fence: number; log: Pick<RunLog, 'events'>; kept?: number | undefined }): JournalledRun
  close(): void
}

export interface JournalledRun {
  /** Ends the journal of this run: what is not kept yet, with its last event, goes along with its end. */
  finish(last: RunEvent): Promise<EventRow>
}

/** The rows of one run, written only by whoever still holds it. */
export interface HeldRow extends EventRow {
  runId: string
  fence: number
}

export interface JournalDependencies {
  append: (rows: readonly HeldRow[]) => Promise<void>
  /** The database is away or full; what was not kept is tried again. */
  onFault: (error: unknown) => void
  everyMs?: number
}

const EVERY_MS = 500

interface OpenRun {
  runId: string
  fence: number
  log: Pick<RunLog, 'events'>
  kept: number
}

/** One commit for all runs under way, each half second; an answer that takes less is written once, with its end. */
export function createRunJournal({ append, onFault, everyMs = EVERY_MS }: JournalDependencies): RunJournal {
  const runs = new Set<OpenRun>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    const waiting = [...runs]
      .filter(({ log, kept }) => log.events.length > kept)
      .map((run) => ({
        run,
        upTo: run.log.events.length,
        row: { runId: run.runId, fence: run.fence, ...toEventRow(run.log.events, run.kept) },
      }))
    if (waiting.length === 0) return
    await append(waiting.map(({ row }) => row))
    for (const { run, upTo } of waiting) run.kept = upTo
  }
  const tick = (): void => {
    flushing ??= flush()
      .catch(onFault)
      .finally(() => (flushing = undefined))
  }

  return {
    open({ runId, fence, log, kept = 0 }) {
      const run: OpenRun = { runId, fence, log, kept }
      runs.add(run)
      timer ??= setInterval(tick, everyMs).unref()
      return {
        async finish(last) {
          runs.delete(run)
          if (runs.size === 0) {
            clearInterval(timer)
            timer = undefined
          }
          // A flush under way has taken some of them; only then is it known which are left.
          if (flushing) await flushing
          return toEventRow(run.log.events, run.kept, last)
        },
      }
    },
    close: () => clearInterval(timer),
  }
}

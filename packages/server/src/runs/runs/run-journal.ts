import type { RunEvent } from '@chatwright/core'
import { toEventRow, type EventRow } from './event-rows.ts'
import type { AskedText } from '../questions/repeated-texts.ts'
import type { RunLog } from './run-log.ts'

/** What the journal knows of a log. */
type JournalledLog = Pick<RunLog, 'events' | 'record'>

/** Keeps the events of runs as they happen: what a reader saw half a second ago survives whatever dies. */
export interface RunJournal {
  /** `kept` events of the log are stored already. */
  open(run: {
    runId: string
    fence: number
    log: JournalledLog
    kept?: number | undefined
    asked?: readonly AskedText[] | undefined
  }): JournalledRun
  close(): void
}

export interface JournalledRun {
  /** Keeps at once what was told so far. False when another has taken the run over. */
  keep(): Promise<boolean>
  /** Ends the journal of this run without an end: whoever takes it up goes on from what this keeps. */
  leave(): Promise<EventRow | undefined>
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
  /** Keeps a row, where there is one, and that its run got further. */
  checkpoint: (run: Pick<HeldRow, 'runId' | 'fence'>, row: EventRow | undefined) => Promise<boolean>
  /** The database is away or full; what was not kept is tried again. */
  onFault: (error: unknown) => void
  everyMs?: number
}

const EVERY_MS = 500

interface OpenRun {
  runId: string
  fence: number
  log: JournalledLog
  kept: number
  asked: readonly AskedText[] | undefined
  /** Steps that run side by side keep what they told one after another. */
  keeping: Promise<void>
  /** What is being kept by itself is left out of the commit for all. */
  isKeeping: boolean
}

/** One commit for all runs under way, each half second; an answer that takes less is written once, with its end. */
export function createRunJournal({ append, checkpoint, onFault, everyMs = EVERY_MS }: JournalDependencies): RunJournal {
  const runs = new Set<OpenRun>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    for (const { log } of runs) log.record?.settle()
    const waiting = [...runs]
      .filter(({ log, kept, isKeeping }) => log.events.length > kept && !isKeeping)
      .map((run) => ({
        run,
        upTo: run.log.events.length,
        row: { runId: run.runId, fence: run.fence, ...rowOf(run) },
      }))
    if (waiting.length === 0) return
    await append(waiting.map(({ row }) => row))
    for (const { run, upTo, row } of waiting) {
      run.kept = upTo
      run.log.record?.values?.forget(row.values ?? [])
    }
  }
  const tick = (): void => {
    flushing ??= flush()
      .catch(onFault)
      .finally(() => (flushing = undefined))
  }

  const close = async (run: OpenRun): Promise<void> => {
    runs.delete(run)
    if (runs.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    // A flush under way has taken some of its events; only then is it known which are left.
    if (flushing) await flushing
    await run.keeping
  }

  return {
    open({ runId, fence, log, kept = 0, asked }) {
      const run: OpenRun = { runId, fence, log, kept, asked, keeping: Promise.resolve(), isKeeping: false }
      runs.add(run)
      const keepNow = async (): Promise<boolean> => {
        run.isKeeping = true
        try {
          // It may have taken some of these events.
          if (flushing) await flushing
          log.record?.settle()
          const upTo = log.events.length
          // A flush may have kept all of it: an empty row would stand where the next event belongs.
          const row = upTo > run.kept ? rowOf(run) : undefined
          const isHeld = await checkpoint({ runId, fence }, row)
          run.kept = upTo
          log.record?.values?.forget(row?.values ?? [])
          return isHeld
        } finally {
          run.isKeeping = false
        }
      }
      timer ??= setInterval(tick, everyMs).unref()
      return {
        keep() {
          const kept = run.keeping.then(keepNow)
          run.keeping = kept.then(
            () => undefined,
            () => undefined,
          )
          return kept
        },
        async leave() {
          await close(run)
          log.record?.settle()
          return log.events.length > run.kept ? rowOf(run) : undefined
        },
        async finish(last) {
          await close(run)
          return rowOf(run, last)
        },
      }
    },
    close: () => clearInterval(timer),
  }
}

/** Events with the values that they name: one is not kept without the other. */
function rowOf({ log: { events, record }, kept, asked }: OpenRun, last?: RunEvent): EventRow {
  const row = toEventRow(events, kept, { last, asked })
  const waiting = record?.values?.waiting()
  if (waiting && waiting.length > 0) row.values = waiting
  return row
}

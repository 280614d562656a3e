import { outcomeOf, requireEnded, type RunEvent } from '@chatwright/core'
import { readJob } from '../../runs/runs/job.ts'
import type { RunReader } from '../../runs/runs/run-log.ts'
import type { RunRow, RunStore } from '../../runs/runs/run-store.ts'
import type { RunHandle } from '../../runs/runs/runner.ts'
import { withEnd } from '../../runs/runs/with-end.ts'

export type StoredEvents = Pick<RunStore, 'events' | 'nextEvents'>

/** A run that ended, told again from what was kept: the same events under the same numbers, as fast as the reader takes them. */
export function storedRun(row: Pick<RunRow, 'request'>, store: StoredEvents): RunHandle {
  const job = readJob(row.request)
  const { runId } = job
  let telling: Promise<unknown> = Promise.resolve()
  return {
    job,
    isStored: true,
    get outcome() {
      return store.events(runId).then(async (events) => {
        await telling
        return requireEnded(outcomeOf(withEnd(runId, events)))
      })
    },
    read(reader, afterSeq = 0) {
      const leaving = new AbortController()
      telling = Promise.all([telling, tell({ runId, store, reader, afterSeq, signal: leaving.signal })])
      return () => leaving.abort()
    },
  }
}

interface Telling {
  runId: string
  store: StoredEvents
  reader: RunReader
  afterSeq: number
  signal: AbortSignal
}

async function tell({ runId, store, reader, afterSeq, signal }: Telling): Promise<void> {
  let heard = 0
  let last: RunEvent | undefined
  const say = (event: RunEvent): unknown => {
    last = event
    heard += 1
    return heard > afterSeq && !signal.aborted ? reader(event, heard) : undefined
  }
  /** All that was kept together is written before the reader is waited for: meanwhile nothing else of the run is held. */
  const sayNext = async (): Promise<{ taken: unknown } | undefined> => {
    const kept = await store.nextEvents(runId, heard)
    let taken: unknown
    for (const event of kept?.events ?? []) taken = say(event) ?? taken
    return kept && { taken }
  }
  try {
    for (let said = await sayNext(); said; said = await sayNext()) {
      await said.taken
      if (signal.aborted) return
    }
    if (last?.type === 'run-end') return
    for (const end of withEnd(runId, await store.events(runId)).slice(heard)) await say(end)
  } catch {
    await say({ type: 'run-end', runId, at: Date.now(), status: 'interrupted', durationMs: 0, fault: UNREADABLE })
  }
}

const UNREADABLE = {
  code: 'database-away',
  message: "The database isn't responding, so the rest of this answer couldn't be read.",
  hint: 'Reload the page in a moment.',
} as const

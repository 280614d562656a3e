import { outcomeOf, requireEnded, type EndedOutcome } from '@chatwright/core'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from './job.ts'
import { goesOn } from './kinds/index.ts'
import { lookPauses } from './look-pauses.ts'
import type { QueuedRunStore } from './queued-run-store.ts'
import { createRunLog, type RunLog } from './run-log.ts'
import type { RunStore } from './run-store.ts'
import type { RunHandle } from './runner.ts'
import { SUGGESTING_MS } from './suggest-follow-ups.ts'
import { withEnd } from './with-end.ts'

/** Runs that need no reader, followed through what is kept of them: they wait, or are done in the background or elsewhere. */
export interface KeptRuns {
  /** One that has not ended yet. */
  find(runId: string): Promise<RunHandle | undefined>
  close(): void
}

export interface KeptRunsDependencies {
  store: Pick<RunStore, 'ended' | 'eventsAfter'>
  queued: Pick<QueuedRunStore, 'findJob'>
}

/** As often as what is told is kept. */
const LOOK_EVERY_MS = 500

export function createKeptRuns({ store, queued }: KeptRunsDependencies): KeptRuns {
  const followed = new Map<string, RunHandle>()
  const closing = new AbortController()

  /** True when nothing more will be told of it. */
  const hearMore = async (runId: string, log: RunLog): Promise<boolean> => {
    // First: what is kept with the end is read after it.
    const hasEnded = (await store.ended([runId])).has(runId)
    const more = await store.eventsAfter(runId, log.events.length)
    for (const { event } of more) log.append(event)
    return hasEnded && more.length === 0
  }

  const hear = async (runId: string, log: RunLog): Promise<EndedOutcome> => {
    let endedAt: number | undefined
    const pauses = lookPauses(LOOK_EVERY_MS)
    for (;;) {
      // Where the database is away, it is asked again.
      const isAll = await hearMore(runId, log).catch(() => false)
      if (log.isOver) return requireEnded(outcomeOf(log.events))
      const { status } = outcomeOf(log.events)
      if (isAll) endedAt ??= performance.now()
      // Deleted, or whoever did it was gone before its last word.
      if (isAll && (status === 'running' || performance.now() - (endedAt ?? 0) > SUGGESTING_MS)) {
        for (const end of withEnd(runId, log.events).slice(log.events.length)) log.append(end)
      } else await pause(pauses.next().value, undefined, { signal: closing.signal, ref: false })
    }
  }

  const follow = (job: Job): RunHandle => {
    const { runId } = job
    const log = createRunLog()
    const outcome = hear(runId, log).finally(() => followed.delete(runId))
    // Whoever waits for it hears that the process ends; often nobody does.
    outcome.catch(() => undefined)
    const handle: RunHandle = {
      job,
      outcome,
      // It is heard from the start: what this reader knows already comes again.
      read: (reader, afterSeq = 0) =>
        log.read((event, seq) => {
          if (seq > afterSeq || event.type === 'run-end') return reader(event, seq)
        }),
    }
    followed.set(runId, handle)
    return handle
  }

  return {
    async find(runId) {
      const found = followed.get(runId) ?? (await queued.findJob(runId))
      if (!found || 'read' in found) return found
      const isUnderWay = found.status === 'queued' || found.status === 'running'
      return isUnderWay && goesOn(found.job) ? (followed.get(runId) ?? follow(found.job)) : undefined
    },
    close: () => closing.abort(),
  }
}

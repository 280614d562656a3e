import type { RunEvent } from '@chatwright/core'
import type { Redis } from 'ioredis'
import type { RunReader } from '../runs/run-channel.ts'
import type { RunJob } from '../runs/run-job.ts'
import { createOutcomeCollector, type RunOutcome } from '../runs/run-outcome.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { RunHandle, Runner } from '../runs/runner.ts'
import type { QueuedRunStore } from './queued-run-store.ts'
import type { RunFollowers } from './run-followers.ts'
import { runKeys } from './run-keys.ts'
import type { RunQueue } from './run-queue.ts'

/** With the time a worker allows for a flushed Redis, a run outlives its last reader by about 30 s. */
const PRESENCE_SECONDS = 18
const PRESENCE_EVERY_MS = 5000
const DRAIN_MS = 25_000

export interface QueueRunnerDependencies {
  client: Redis
  queue: RunQueue
  followers: RunFollowers
  store: Pick<RunStore, 'begin'>
  queued: Pick<QueuedRunStore, 'findJob'>
  now: () => Date
  onFault: (error: unknown) => void
}

interface FollowedRun extends RunHandle {
  readonly readers: Set<RunReader>
  isOver: boolean
  stop(): void
}

/** Hands runs to workers and follows them through Redis. The database knows every run before the queue does. */
export function createQueueRunner(dependencies: QueueRunnerDependencies): Runner {
  const { client, queue, followers, store, queued, now, onFault } = dependencies
  const runs = new Map<string, FollowedRun>()

  const showPresence = (runIds: readonly string[]): void => {
    if (runIds.length === 0) return
    const pipeline = client.pipeline()
    for (const runId of runIds) pipeline.set(runKeys.presence(runId), '1', 'EX', PRESENCE_SECONDS)
    pipeline.exec().catch(onFault)
  }
  const presence = setInterval(
    () => showPresence([...runs.values()].filter((run) => run.readers.size > 0).map((run) => run.job.runId)),
    PRESENCE_EVERY_MS,
  )
  presence.unref()

  const cancel = (message: object): Promise<number> => client.publish(runKeys.cancel, JSON.stringify(message))

  const track = (job: RunJob): FollowedRun => {
    const log: RunEvent[] = []
    const collector = createOutcomeCollector()
    const readers = new Set<RunReader>()
    let settle = (_outcome: RunOutcome): void => {}
    const outcome = new Promise<RunOutcome>((resolve) => (settle = resolve))
    const stop = followers.follow(job.runId, (event, seq) => {
      log.push(event)
      collector.add(event)
      for (const reader of readers) reader(event, seq)
      if (event.type !== 'run-end') return
      run.isOver = true
      settle(collector.outcome(event))
      forgetUnread()
    })
    const forgetUnread = (): void => {
      if (readers.size > 0) return
      stop()
      runs.delete(job.runId)
    }
    const run: FollowedRun = {
      job,
      outcome,
      readers,
      isOver: false,
      stop,
      read(reader, afterSeq = 0) {
        if (readers.size === 0 && !run.isOver) showPresence([job.runId])
        for (let index = afterSeq; index < log.length; index += 1) {
          const event = log[index]
          if (event) reader(event, index + 1)
        }
        // The log of a run found elsewhere fills from the start: what this reader has heard already comes again.
        const unheard: RunReader = (event, seq) => {
          if (seq > afterSeq) reader(event, seq)
        }
        readers.add(unheard)
        return () => {
          if (!readers.delete(unheard) || readers.size > 0) return
          // A resumable run outlives its reader until its presence fades; any other ends with it.
          if (!run.isOver && !job.isResumable) cancel({ runId: job.runId }).catch(onFault)
          forgetUnread()
        }
      },
    }
    runs.set(job.runId, run)
    return run
  }

  return {
    async start(job) {
      await queue.checkRoom()
      await store.begin(job, { at: now() })
      const run = track(job)
      showPresence([job.runId])
      // The database has it: if Redis fails right here, the run is found there and queued again.
      queue.add({ runId: job.runId, flowId: job.flowId, notice: 'first' }).catch(onFault)
      return run
    },

    async find(runId) {
      const known = runs.get(runId)
      if (known) return known
      const found = await queued.findJob(runId)
      if (!found) return undefined
      const isReadable =
        found.status === 'queued' || found.status === 'running' || (await client.exists(runKeys.events(runId))) === 1
      return isReadable ? (runs.get(runId) ?? track(found.job)) : undefined
    },

    async cancel({ flowId, chatId }) {
      await cancel({ flowId, chatId })
      return [...runs.values()].filter(
        (run) => !run.isOver && run.job.flowId === flowId && run.job.session.chatId === chatId,
      ).length
    },

    get active() {
      return [...runs.values()].filter((run) => !run.isOver).length
    },

    async drain() {
      // Runs go on in their workers; only what is read here is waited for.
      const read = [...runs.values()].filter((run) => run.readers.size > 0 && !run.isOver)
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_MS)))
      await Promise.race([Promise.allSettled(read.map((run) => run.outcome)), patience])
      clearTimeout(timer)
    },

    async close() {
      clearInterval(presence)
      for (const run of runs.values()) run.stop()
      runs.clear()
    },
  }
}

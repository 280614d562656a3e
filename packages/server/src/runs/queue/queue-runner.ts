import { randomUUID } from 'node:crypto'
import { outcomeOf, requireEnded, type EndedOutcome } from '@chatwright/core'
import type { Redis } from 'ioredis'
import { endWaiting, type EndWaitingDependencies } from '../runs/end-waiting.ts'
import type { Job } from '../runs/job.ts'
import { ruleOf, isAnswering } from '../runs/kinds/index.ts'
import { createRunLog, type RunReader } from '../runs/run-log.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { RunHandle, Runner } from '../runs/runner.ts'
import type { QueuedRunStore } from '../runs/queued-run-store.ts'
import { inTime, REDIS_LIMIT_MS } from './in-time.ts'
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
  /** For work nobody reads. */
  background: RunQueue
  followers: RunFollowers
  store: Pick<RunStore, 'begin'> & EndWaitingDependencies['store']
  queued: Pick<QueuedRunStore, 'findJob'> & EndWaitingDependencies['queued']
  now: () => Date
  onFault: (error: unknown) => void
  /** How long somebody who asks waits for Redis. */
  limitMs?: number
}

interface FollowedRun<Of extends Job = Job> extends RunHandle<Of> {
  isStopping: boolean
  readonly isRead: boolean
  readonly isOver: boolean
  stop(): void
}

/** Hands runs to workers and follows them through Redis. The database knows every run before the queue does. */
export function createQueueRunner(dependencies: QueueRunnerDependencies): Runner {
  const { client, queue, background, followers, store, queued, now, onFault, limitMs = REDIS_LIMIT_MS } = dependencies
  const runs = new Map<string, FollowedRun>()
  const processId = randomUUID()

  const showPresence = (runIds: readonly string[]): void => {
    if (runIds.length === 0) return
    const pipeline = client.pipeline()
    for (const runId of runIds) {
      pipeline.set(runKeys.presence(runId), '1', 'EX', PRESENCE_SECONDS)
      pipeline.sadd(runKeys.readers(runId), processId)
      pipeline.expire(runKeys.readers(runId), PRESENCE_SECONDS)
    }
    pipeline.exec().catch(onFault)
  }
  const presence = setInterval(
    () => showPresence([...runs.values()].filter((run) => run.isRead).map((run) => run.job.runId)),
    PRESENCE_EVERY_MS,
  )
  presence.unref()

  const cancel = (message: object): Promise<number> =>
    inTime(client.publish(runKeys.cancel, JSON.stringify(message)), limitMs)
  /** Whoever asks for it from now on finds out that it is being stopped; where another process reads it, it goes on. */
  const leave = async ({ runId, flowId, session: { chatId } }: Job): Promise<void> => {
    await client.srem(runKeys.readers(runId), processId)
    if ((await client.scard(runKeys.readers(runId))) > 0) return
    const isLeft = client.set(runKeys.left(runId), '1', 'EX', PRESENCE_SECONDS)
    await Promise.all([isLeft, cancel({ runId })])
    // What no worker has taken up nobody could stop: it would be answered for nobody.
    await endWaiting({ flowId, chatId, runId }, dependencies)
    await cancel({ runId })
  }
  const exists = async (key: string): Promise<boolean> => (await inTime(client.exists(key), limitMs)) === 1

  const track = <Of extends Job>(job: Of): FollowedRun<Of> => {
    let settle = (_outcome: EndedOutcome): void => {}
    const outcome = new Promise<EndedOutcome>((resolve) => (settle = resolve))
    const forget = (): void => {
      stop()
      runs.delete(job.runId)
    }
    let readers = 0
    const log = createRunLog({
      onLastReaderGone() {
        // A resumable run outlives its reader until its presence fades; any other ends with it.
        if (!log.isOver && ruleOf(job).unreadMs(job, 1) === 0) leave(job).catch(onFault)
        forget()
      },
    })
    const stop = followers.follow(job.runId, (event) => {
      log.append(event)
      if (event.type !== 'run-end') return
      settle(requireEnded(outcomeOf(log.events)))
      if (readers === 0) forget()
    })
    const run: FollowedRun<Of> = {
      job,
      isStopping: false,
      outcome,
      stop,
      get isRead() {
        return readers > 0
      },
      get isOver() {
        return log.isOver
      },
      read(reader, afterSeq = 0) {
        if (readers === 0 && !log.isOver) showPresence([job.runId])
        readers += 1
        // The log of a run found elsewhere fills from the start: what this reader has heard already comes again.
        const unheard: RunReader = (event, seq) => {
          if (seq > afterSeq || event.type === 'run-end') return reader(event, seq)
        }
        const leave = log.read(unheard)
        let hasLeft = false
        return () => {
          if (hasLeft) return
          hasLeft = true
          readers -= 1
          leave()
        }
      },
    }
    runs.set(job.runId, run)
    return run
  }

  return {
    usesPlans: false,

    async start(job) {
      await inTime(queue.checkRoom(), limitMs)
      await store.begin(job, { at: now() })
      const run = track(job)
      showPresence([job.runId])
      // The database has it: if Redis fails right here, the run is found there and queued again.
      queue.add({ runId: job.runId, flowId: job.flowId, notice: 'first' }).catch(onFault)
      return run
    },

    async enqueue(job, changes) {
      await inTime(background.checkRoom(), limitMs)
      const kept = isAnswering(job) ? { ...job, isInBackground: true as const } : job
      await store.begin(kept, { at: now(), changes })
      background.add({ runId: job.runId, flowId: job.flowId, notice: 'first' }).catch(onFault)
    },

    async stop(runId) {
      await cancel({ runId, isStopped: true })
    },

    async find(runId) {
      const known = runs.get(runId)
      if (known?.isRead) return known
      const found = await queued.findJob(runId)
      if (!found) return undefined
      const isReadable =
        found.status === 'queued' || found.status === 'running' || (await exists(runKeys.events(runId)))
      if (!isReadable) return undefined
      // One that no worker has taken yet has nobody who could have heard that it is to be stopped.
      const isStopping = found.status === 'running' && (await exists(runKeys.left(runId)))
      const run = runs.get(runId) ?? track(found.job)
      run.isStopping = isStopping
      return run
    },

    async cancel({ flowId, chatId }) {
      await cancel({ flowId, chatId })
      const ended = await endWaiting({ flowId, chatId }, dependencies)
      // Taken up meanwhile.
      if (ended.length > 0) await cancel({ flowId, chatId })
      const followed = [...runs.values()].filter(
        (run) => !run.isOver && run.job.flowId === flowId && run.job.session.chatId === chatId,
      )
      return new Set([...ended, ...followed.map(({ job }) => job.runId)]).size
    },

    get active() {
      return [...runs.values()].filter((run) => !run.isOver).length
    },

    async drain() {
      // Runs go on in their workers; only what is read here is waited for.
      const read = [...runs.values()].filter((run) => run.isRead && !run.isOver)
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

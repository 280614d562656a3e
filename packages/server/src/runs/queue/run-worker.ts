import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import type { AbortReason, ExecuteRun } from '../runs/execute-run.ts'
import { doTaken, type TakenJob } from '../runs/do-taken.ts'
import type { Holds } from '../runs/held-runs.ts'
import { goesOn } from '../runs/kinds/index.ts'
import type { Describe } from '../runs/kinds/job-kind.ts'
import { DEFAULT_LEASE_MS, livenessOf } from '../../ground/config/liveness.ts'
import { createRunLog, type RunLog } from '../runs/run-log.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { QueuedRunStore } from '../runs/queued-run-store.ts'
import { createParseMessage } from './redis-messages.ts'
import { claimFence, createRunEventWriter, readEvents } from './run-event-log.ts'
import { runKeys } from './run-keys.ts'
import { noteStarted, QUEUE_NAMES, type Lane } from './run-queue.ts'

export interface WorkerTimes {
  /** A worker silent for this long has lost its runs. */
  leaseMs: number
  /** How long runs may still take when the worker ends. */
  drainMs: number
}

const defaultTimes: WorkerTimes = { leaseMs: DEFAULT_LEASE_MS, drainMs: 25_000 }

/** Long enough for a reader to show itself again after Redis forgot everything. */
const UNREAD_MS = 12_000

export interface RunWorkerDependencies {
  /** For commands; the queue's blocking connection and the subscription are made from the other two. */
  client: Redis
  blocking: Redis
  subscriber: Redis
  concurrency: number
  /** How much background work it does beside that. */
  backgroundConcurrency: number
  execute: ExecuteRun
  holds: Holds
  store: Pick<RunStore, 'events' | 'finish'>
  queued: QueuedRunStore
  describe: Describe
  now: () => Date
  onFault: (error: unknown, runId?: string) => void
  times?: Partial<WorkerTimes>
}

export interface RunWorker {
  readonly active: number
  close(): Promise<void>
}

interface ActiveRun extends TakenJob {
  controller: AbortController
  log: RunLog
  /** When nobody was seen to wait for it, first. */
  unreadSince: number | undefined
}

/** Takes runs from the queue and does them, one lease each. */
export async function startRunWorker(dependencies: RunWorkerDependencies): Promise<RunWorker> {
  const { client, blocking, subscriber, holds, store, queued, now, onFault } = dependencies
  const { leaseMs, drainMs } = { ...defaultTimes, ...dependencies.times }
  const owner = randomUUID()
  const active = new Map<string, ActiveRun>()
  let isClosing = false
  const parseMessage = createParseMessage(client, onFault)
  const abort = (run: ActiveRun, reason: AbortReason): void => run.controller.abort(reason)

  const process = async (lane: Lane, runId: string, flowId: string): Promise<void> => {
    await noteStarted(client, lane, flowId)
    // A run that waits for others, and these, need no notice of each other while their worker lives.
    for (let next: string | undefined = runId; next !== undefined;) next = await perform(next)
  }

  /** Which run is to be done after it. */
  const perform = async (runId: string): Promise<string | undefined> => {
    // While the database was away its lease lapsed: it is still done here.
    if (holds(runId)) return undefined
    const taken = await queued.take(runId, { owner, at: now(), ms: leaseMs })
    // Somebody else has it, or it ended: either way it is not ours to do.
    if (!taken) return undefined
    const { fence } = taken
    const { isHeld, wasThere } = await claimFence(client, runId, fence)
    if (!isHeld) return undefined
    const { stored, sent, before } = await toldBefore(runId, fence)
    const log = createRunLog({ before })
    const run: ActiveRun = { ...taken, controller: new AbortController(), log, unreadSince: undefined }
    active.set(runId, run)
    const writer = createRunEventWriter(client, {
      runId,
      fence,
      log,
      sent,
      onFenced: () => abort(run, 'lease-lost'),
    })
    const { signal } = run.controller
    try {
      await doTaken(taken, { signal, log, kept: stored, isComplete: wasThere }, dependencies)
      await writer.flush()
      return isClosing ? undefined : log.next
    } finally {
      if (active.get(runId) === run) active.delete(runId)
    }
  }

  /** The database has all but the last half second of it; Redis, if it was not flushed, has that too. */
  const toldBefore = async (runId: string, fence: number) => {
    if (fence === 1) return { stored: 0, sent: 0, before: [] }
    const stored = await store.events(runId)
    const live = await readEvents(client, parseMessage, runId)
    const before = live.length > stored.length ? live.map(({ event }) => event) : stored
    return { stored: stored.length, sent: live.length, before }
  }

  const renewal = setInterval(() => {
    renewLeases().catch((error: unknown) => onFault(error))
  }, livenessOf(leaseMs).renewEveryMs)

  const renewLeases = async (): Promise<void> => {
    const runs = [...active.values()]
    if (runs.length === 0) return
    const held = await queued.renew(
      runs.map(({ job, fence }) => ({ runId: job.runId, fence })),
      leaseMs,
    )
    const waiting = await client.mget(runs.map(({ job }) => runKeys.presence(job.runId)))
    for (const [index, run] of runs.entries()) {
      if (!held.has(run.job.runId) && !run.log.isAnswered) abort(run, 'lease-lost')
      else if (waiting[index] !== null || goesOn(run.job)) run.unreadSince = undefined
      else {
        // Not by the clock on the wall: set forward, it would end what somebody reads.
        run.unreadSince ??= performance.now()
        if (performance.now() - run.unreadSince >= UNREAD_MS) abort(run, 'reader-gone')
      }
    }
  }

  subscriber.on('message', (_channel: string, message: string) => {
    const cancelled = parseMessage('cancel', message)
    if (!cancelled) return
    const { runId, isStopped, flowId, chatId } = cancelled
    for (const run of active.values()) {
      if (run.job.runId === runId) abort(run, isStopped ? 'stopped' : 'reader-gone')
      else if (run.job.flowId === flowId && run.job.session.chatId === chatId) abort(run, 'stopped')
    }
  })
  await subscriber.subscribe(runKeys.cancel)

  const startLane = (lane: Lane, concurrency: number): Worker => {
    const worker = new Worker<unknown>(
      QUEUE_NAMES[lane],
      async (job) => {
        const queuedRun = parseMessage('queue', { runId: job.name, ...Object(job.data) })
        if (!queuedRun) return
        const { runId, flowId } = queuedRun
        await process(lane, runId, flowId).catch((error: unknown) => onFault(error, runId))
      },
      // Lost runs are found by their lease in the database, which survives a flushed Redis; the queue need not look.
      { connection: blocking, concurrency, maxStalledCount: 0, lockDuration: 60_000 },
    )
    worker.on('error', (error) => onFault(error))
    return worker
  }
  const lanes = [
    startLane('answers', dependencies.concurrency),
    startLane('background', dependencies.backgroundConcurrency),
  ]

  return {
    get active() {
      return active.size
    },
    async close() {
      isClosing = true
      // Whatever goes on without a reader goes on elsewhere at once.
      for (const run of active.values()) if (goesOn(run.job)) abort(run, 'shutdown')
      const timer = setTimeout(() => {
        for (const run of active.values()) abort(run, 'shutdown')
      }, drainMs)
      await Promise.all(lanes.map((lane) => lane.close()))
      clearTimeout(timer)
      clearInterval(renewal)
    },
  }
}

import { Worker } from 'bullmq'
import { givesKind, type NodeDescription, type RunEvent, type RunFault } from '@chatwright/core'
import type { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import type { AbortReason, ExecuteRun } from '../runs/execute-run.ts'
import type { RunJob } from '../runs/run-job.ts'
import { giveUp } from '../runs/give-up.ts'
import { createRunLog } from '../runs/run-log.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { QueuedRunStore } from './queued-run-store.ts'
import { claimFence, createRunEventWriter, readEvents } from './run-event-log.ts'
import { runKeys } from './run-keys.ts'
import { noteStarted, QUEUE_NAME } from './run-queue.ts'

export interface WorkerTimes {
  /** A worker silent for this long has lost its runs. */
  leaseMs: number
  /** How long runs may still take when the worker ends. */
  drainMs: number
}

const defaultTimes: WorkerTimes = { leaseMs: 15_000, drainMs: 25_000 }

/** Long enough for a reader to show itself again after Redis forgot everything. */
const UNREAD_MS = 12_000

/** A run that ended this many workers ends itself. */
const MAX_ATTEMPTS = 2
const POISONOUS: RunFault = {
  code: 'internal',
  message: 'This question ended the worker that answered it, twice.',
  hint: 'Look at the trace for the last node that ran, and at the worker’s log.',
}

export interface RunWorkerDependencies {
  /** For commands; the queue's blocking connection and the subscription are made from the other two. */
  client: Redis
  blocking: Redis
  subscriber: Redis
  concurrency: number
  execute: ExecuteRun
  store: Pick<RunStore, 'events' | 'finish'>
  queued: QueuedRunStore
  describe: (nodeName: string) => NodeDescription | undefined
  now: () => Date
  onFault: (error: unknown, runId?: string) => void
  times?: Partial<WorkerTimes>
}

export interface RunWorker {
  readonly active: number
  close(): Promise<void>
}

interface ActiveRun {
  job: RunJob
  fence: number
  controller: AbortController
  /** When nobody was seen to wait for it, first. */
  unreadSince: number | undefined
}

/** Takes runs from the queue and does them, one lease each. */
export async function startRunWorker(dependencies: RunWorkerDependencies): Promise<RunWorker> {
  const { client, blocking, subscriber, execute, store, queued, describe, now, onFault } = dependencies
  const { leaseMs, drainMs } = { ...defaultTimes, ...dependencies.times }
  const owner = randomUUID()
  const active = new Map<string, ActiveRun>()
  const leaseUntil = (): Date => new Date(now().getTime() + leaseMs)
  const abort = (run: ActiveRun, reason: AbortReason | 'lease-lost'): void => run.controller.abort(reason)

  const process = async (runId: string, flowId: string): Promise<void> => {
    await noteStarted(client, flowId)
    const taken = await queued.take(runId, { owner, at: now(), until: leaseUntil() })
    // Somebody else has it, or it ended: either way it is not ours to do.
    if (!taken) return
    const { isHeld, wasThere } = await claimFence(client, runId, taken.fence)
    if (!isHeld) return
    const { stored, sent, before } = await toldBefore(runId, taken.attempt)
    const run: ActiveRun = {
      job: taken.job,
      fence: taken.fence,
      controller: new AbortController(),
      unreadSince: undefined,
    }
    active.set(runId, run)
    const log = createRunLog({ before })
    const writer = createRunEventWriter(client, {
      runId,
      fence: taken.fence,
      log,
      sent,
      onFenced: () => abort(run, 'lease-lost'),
    })
    const left = { job: taken.job, fence: taken.fence, events: before, kept: stored }
    try {
      const mayRepeat = taken.attempt === 1 || (wasThere && !before.some((event) => hasLeft(event, describe)))
      if (taken.attempt > MAX_ATTEMPTS) {
        log.append((await giveUp(left, { store, at: now(), fault: POISONOUS })).end)
      } else if (mayRepeat) {
        const { signal } = run.controller
        await execute(taken.job, { signal, startedAt: now(), fence: taken.fence, log, kept: stored })
      } else log.append((await giveUp(left, { store, at: now() })).end)
      await writer.flush()
    } finally {
      active.delete(runId)
    }
  }

  /** The database has all but the last half second of it; Redis, if it was not flushed, has that too. */
  const toldBefore = async (runId: string, attempt: number) => {
    if (attempt === 1) return { stored: 0, sent: 0, before: [] }
    const stored = await store.events(runId)
    const live = await readEvents(client, runId)
    const before = live.length > stored.length ? live.map(({ event }) => event) : stored
    return { stored: stored.length, sent: live.length, before }
  }

  const renewal = setInterval(() => {
    renewLeases().catch((error: unknown) => onFault(error))
  }, leaseMs / 3)

  const renewLeases = async (): Promise<void> => {
    const runs = [...active.values()]
    if (runs.length === 0) return
    const held = await queued.renew(
      runs.map(({ job, fence }) => ({ runId: job.runId, fence })),
      leaseUntil(),
    )
    const waiting = await client.mget(runs.map(({ job }) => runKeys.presence(job.runId)))
    for (const [index, run] of runs.entries()) {
      if (!held.has(run.job.runId)) abort(run, 'lease-lost')
      else if (waiting[index] !== null) run.unreadSince = undefined
      else {
        run.unreadSince ??= now().getTime()
        if (now().getTime() - run.unreadSince >= UNREAD_MS) abort(run, 'reader-gone')
      }
    }
  }

  subscriber.on('message', (_channel: string, message: string) => {
    const { runId, flowId, chatId } = JSON.parse(message) as { runId?: string; flowId?: string; chatId?: string }
    for (const run of active.values()) {
      if (run.job.runId === runId) abort(run, 'reader-gone')
      else if (run.job.flowId === flowId && run.job.session.chatId === chatId) abort(run, 'stopped')
    }
  })
  await subscriber.subscribe(runKeys.cancel)

  const worker = new Worker<{ flowId: string }>(
    QUEUE_NAME,
    async (job) => {
      await process(job.name, job.data.flowId).catch((error: unknown) => onFault(error, job.name))
    },
    // Lost runs are found by their lease in the database, which survives a flushed Redis; the queue need not look.
    { connection: blocking, concurrency: dependencies.concurrency, maxStalledCount: 0, lockDuration: 60_000 },
  )
  worker.on('error', (error) => onFault(error))

  return {
    get active() {
      return active.size
    },
    async close() {
      const timer = setTimeout(() => {
        for (const run of active.values()) abort(run, 'shutdown')
      }, drainMs)
      await worker.close()
      clearTimeout(timer)
      clearInterval(renewal)
    },
  }
}

/** Whether an event shows that somebody outside has noticed: words were sent, or a tool was called. */
function hasLeft(event: RunEvent, describe: (nodeName: string) => NodeDescription | undefined): boolean {
  switch (event.type) {
    case 'token':
    case 'thinking':
    case 'called-tools':
    case 'used-tools':
    case 'artifacts':
    case 'json':
      return true
    case 'node-start':
      return givesTool(describe(event.name))
    default:
      return false
  }
}

/** A node that is not known any more may have been a tool. */
function givesTool(node: NodeDescription | undefined): boolean {
  return node === undefined || givesKind(node, 'tool')
}

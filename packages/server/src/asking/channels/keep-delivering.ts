import { setTimeout as pause } from 'node:timers/promises'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import type { Deliver } from './deliver.ts'
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts'
import type { Destination } from './send-parts.ts'

export interface Delivering {
  /** Looks at once: something came, or a run ended. */
  nudge(): void
  /** Looks at once for the answers of what waited for a person: one was decided. */
  follow(): void
  /** Takes nothing more, and gives what is under way a while. */
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** Of what is begun and of what is sent, each. */
const AT_ONCE = 20
/** One channel whose vendor is slow leaves room for the others. */
const PER_CHANNEL = 5
/** Enough for a message that leaves. Whatever takes longer is begun anew by the next process. */
const DRAIN_MS = 5000
/** What waits for a person is looked at less often. */
const FOLLOW_EVERY = 2
const MOST_FOLLOWED = 500

/** Deals with what came to channels. Any number of processes may look: each takes something else. */
export function keepDelivering({
  store,
  deliver,
  onFault,
  everyMs = EVERY_MS,
}: {
  store: Pick<DeliveryStore, 'takeKept' | 'takeAnswered' | 'follow'>
  deliver: () => Deliver
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}): Delivering {
  let isWanted = false
  let isStopped = false
  let isToFollow = true
  let ticks = 0
  let looking: Promise<void> | undefined

  // As soon as one is done there is a place, and perhaps somebody's turn.
  const kept = createLane({ take: store.takeKept, work: (row) => deliver().begin(row), onFault, onDone: () => nudge() })
  const answered = createLane({
    take: store.takeAnswered,
    work: (row) => deliver().answer(row),
    onFault,
    onDone: () => nudge(),
  })

  const look = async (): Promise<void> => {
    const follows = isToFollow
    isToFollow = false
    if (follows) await store.follow(MOST_FOLLOWED)
    const hasKept = await kept.fill()
    const hasAnswered = await answered.fill()
    // What is left may be of channels that were not looked at yet.
    isWanted ||= hasKept || hasAnswered
  }

  const nudge = (): void => {
    if (isStopped) return
    isWanted = true
    if (looking) return
    isWanted = false
    looking = look()
      .catch(onFault)
      .finally(() => {
        looking = undefined
        if (isWanted) nudge()
      })
  }
  const timer = setInterval(() => {
    ticks += 1
    isToFollow ||= ticks % FOLLOW_EVERY === 0
    nudge()
  }, everyMs)
  timer.unref()
  return {
    nudge,
    follow() {
      isToFollow = true
      nudge()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      const patience = new AbortController()
      const drained = Promise.resolve(looking).then(() => Promise.all([kept.drain(), answered.drain()]))
      await Promise.race([drained, pause(DRAIN_MS, undefined, { signal: patience.signal }).catch(() => undefined)])
      patience.abort()
    },
  }
}

/** A number of places. What takes long holds its own and nothing else. */
function createLane({
  take,
  work,
  onFault,
  onDone,
}: {
  take: DeliveryStore['takeKept']
  work: (row: DeliveryRow) => Promise<void>
  onFault: (error: unknown) => void
  onDone: () => void
}) {
  const underWay = new Map<Promise<void>, string>()
  const busy = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>()
    for (const channelId of underWay.values()) counts.set(channelId, (counts.get(channelId) ?? 0) + 1)
    return counts
  }
  return {
    /** Whether there was something to take. */
    async fill(): Promise<boolean> {
      const limit = AT_ONCE - underWay.size
      if (limit === 0) return false
      const rows = await take({ limit, perChannel: PER_CHANNEL, busy: busy() })
      for (const row of rows) {
        const done: Promise<void> = work(row)
          .catch(onFault)
          .finally(() => {
            underWay.delete(done)
            onDone()
          })
        underWay.set(done, row.channel_id)
      }
      return rows.length > 0
    },
    drain: () => Promise.all(underWay.keys()),
  }
}

/** For longer nobody believes that somebody is writing. */
const LONGEST_TYPING_MS = 300_000

/**
 * Reads a run for whoever waits in a channel, so that it is not stopped as one that nobody reads, and shows meanwhile that somebody is
 * writing. That fails quietly: the answer is what counts.
 */
export function followRun(
  run: AnswerHandle,
  { kind, access, place }: Destination,
  { onRest, onFault }: { onRest: () => void; onFault: (error: unknown) => void },
): void {
  const leave = run.read(() => undefined)
  const show = (): void => {
    kind.showTyping(access, place).catch(() => undefined)
  }
  show()
  const typing = setInterval(show, kind.typingMs)
  typing.unref()
  const tooLong = setTimeout(() => clearInterval(typing), LONGEST_TYPING_MS)
  tooLong.unref()
  run.outcome.catch(onFault).finally(() => {
    clearInterval(typing)
    clearTimeout(tooLong)
    leave()
    onRest()
  })
}

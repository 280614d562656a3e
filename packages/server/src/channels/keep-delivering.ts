import type { AnswerHandle } from '../runs/runner.ts'
import type { Deliver } from './deliver.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { Destination } from './send-parts.ts'

export interface Delivering {
  /** Looks at once: something came, or a run ended. */
  nudge(): void
  stop(): void
}

const EVERY_MS = 1000
const AT_ONCE = 10
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
  everyMs?: number
}): Delivering {
  let isLooking = false
  let isWanted = false
  let isStopped = false
  let looks = 0

  const look = async (): Promise<void> => {
    const { begin, answer } = deliver()
    if (looks++ % FOLLOW_EVERY === 0) await store.follow(MOST_FOLLOWED)
    const kept = await store.takeKept(AT_ONCE)
    const answered = await store.takeAnswered(AT_ONCE)
    await Promise.all([...kept.map(begin), ...answered.map(answer)])
    isWanted ||= kept.length === AT_ONCE || answered.length === AT_ONCE
  }

  const nudge = (): void => {
    if (isStopped) return
    isWanted = true
    if (isLooking) return
    isLooking = true
    isWanted = false
    look()
      .catch(onFault)
      .finally(() => {
        isLooking = false
        if (isWanted) nudge()
      })
  }
  const timer = setInterval(nudge, everyMs)
  timer.unref()
  return {
    nudge,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
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

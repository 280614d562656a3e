import type { RunEvent } from '@chatwright/core'
import type { Redis } from 'ioredis'
import type { Liveness } from '../../ground/config/liveness.ts'
import type { RunReader } from '../runs/run-log.ts'
import { SUGGESTING_MS } from '../runs/suggest-follow-ups.ts'
import { withEnd } from '../runs/with-end.ts'
import type { NumberedEvent, ParseMessage } from './redis-messages.ts'
import { readEvents } from './run-event-log.ts'
import { runKeys } from './run-keys.ts'

export interface RunFollowers {
  /** Tells a reader every event of a run after a number, each once, in order, until the returned function is called. */
  follow(runId: string, reader: RunReader, after?: number): () => void
  close(): void
}

interface Followed {
  followers: Set<Follower>
  isCatchingUp: boolean
  /** Something came that what is being read may not hold. */
  mustReadAgain: boolean
  /** Nothing was heard since the last look. */
  isQuiet: boolean
  /** Since when its answer is known to be kept, where its last word is not. */
  answeredAt?: number
}

/** Of these runs, those that have ended, with everything that was told of them: nothing where a run was deleted. */
export type FindEnded = (runIds: readonly string[]) => Promise<ReadonlyMap<string, readonly RunEvent[]>>

interface Follower {
  reader: RunReader
  last: number
}

/**
 * One subscription for all runs this process follows. Messages are a hint, the stream says more, the database has the last
 * word: a gap, a new connection or a quiet while makes it read the stream again from where each follower stands, and a run
 * that ended unheard, because Redis forgot it, is told from the database.
 */
export function createRunFollowers({
  commands,
  subscriber,
  parseMessage,
  findEnded,
  liveness,
  onFault,
}: {
  commands: Redis
  subscriber: Redis
  parseMessage: ParseMessage
  findEnded: FindEnded
  liveness: Pick<Liveness, 'lookEveryMs'>
  onFault: (error: unknown) => void
}): RunFollowers {
  const runs = new Map<string, Followed>()

  const tell = (followed: Followed, events: readonly NumberedEvent[]): boolean => {
    let isComplete = true
    for (const follower of followed.followers) {
      for (const { event, seq } of events) {
        if (seq <= follower.last) continue
        if (seq > follower.last + 1) {
          isComplete = false
          break
        }
        // What nobody could be told is as good as silence: else an end that the database knows was never looked for.
        followed.isQuiet = false
        follower.last = seq
        follower.reader(event, seq)
      }
    }
    return isComplete
  }

  const catchUp = async (runId: string, followed: Followed): Promise<void> => {
    followed.mustReadAgain = true
    if (followed.isCatchingUp) return
    followed.isCatchingUp = true
    try {
      while (followed.mustReadAgain) {
        followed.mustReadAgain = false
        const from = Math.min(...[...followed.followers].map((follower) => follower.last))
        if (Number.isFinite(from)) tell(followed, await readEvents(commands, parseMessage, runId, from))
      }
    } finally {
      followed.isCatchingUp = false
    }
  }

  const check = (runId: string, followed: Followed): void => {
    catchUp(runId, followed).catch(onFault)
  }

  subscriber.on('message', (channel: string, message: string) => {
    const runId = channel.slice(runKeys.channel('').length)
    const followed = runs.get(runId)
    if (!followed) return
    const events = parseMessage('events', message)
    if (!events || !tell(followed, events)) check(runId, followed)
  })
  subscriber.on('ready', () => {
    for (const [runId, followed] of runs) check(runId, followed)
  })
  const lookForEnded = async (): Promise<void> => {
    const quiet = [...runs].filter(([, { isQuiet }]) => isQuiet).map(([runId]) => runId)
    for (const [, followed] of runs) followed.isQuiet = true
    if (quiet.length === 0) return
    for (const [runId, events] of await findEnded(quiet)) {
      const followed = runs.get(runId)
      if (followed && !isSuggesting(followed, events.at(-1))) tellEnd(followed, withEnd(runId, events))
    }
  }
  const timer = setInterval(() => {
    for (const [runId, followed] of runs) check(runId, followed)
    lookForEnded().catch(onFault)
  }, liveness.lookEveryMs)
  timer.unref()

  return {
    follow(runId, reader, after = 0) {
      let followed = runs.get(runId)
      if (!followed) {
        followed = { followers: new Set(), isCatchingUp: false, mustReadAgain: false, isQuiet: false }
        runs.set(runId, followed)
      }
      const entry = followed
      const follower: Follower = { reader, last: after }
      entry.followers.add(follower)
      // Subscribe first: what is published after is heard, what came before is read.
      subscriber.subscribe(runKeys.channel(runId)).then(() => check(runId, entry), onFault)
      return () => {
        entry.followers.delete(follower)
        if (entry.followers.size > 0 || runs.get(runId) !== entry) return
        runs.delete(runId)
        subscriber.unsubscribe(runKeys.channel(runId)).catch(onFault)
      }
    },
    close() {
      clearInterval(timer)
      runs.clear()
    },
  }
}

/** What could be asked next is being thought of; a worker that is gone does not come to its end. */
function isSuggesting(followed: Followed, last: RunEvent | undefined): boolean {
  if (last?.type !== 'answered') return false
  followed.answeredAt ??= performance.now()
  return performance.now() - followed.answeredAt < SUGGESTING_MS
}

/** The end comes after whatever a follower has heard, also where less of it was kept than was told. */
function tellEnd(followed: Followed, events: readonly RunEvent[]): void {
  for (const follower of followed.followers) {
    const rest = events.slice(follower.last)
    for (const event of rest.length > 0 ? rest : events.slice(-1)) {
      follower.last += 1
      follower.reader(event, follower.last)
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { every } from '../../ground/every.ts'
import { LEASE_MS, type DeliveryKind, type DeliveryRow, type DeliveryStore, type Full } from './delivery-store.ts'

/** What is done with deliveries of a kind. */
export interface DeliveryHandler {
  /** How many are dealt with at once, in each state. */
  atOnce: number
  /** Of them at most so many of one subject: a slow one leaves room for the others. */
  perSubject: number
  /** Splits what was taken into what is dealt with together; without it, each is dealt with by itself. */
  gather?(rows: readonly DeliveryRow[]): Promise<DeliveryRow[][]>
  /** Deals with it and lets it go. What is not let go is taken again when its time is over. */
  deliver(rows: readonly DeliveryRow[]): Promise<void>
  /** Is given a while when the server stops. */
  isDrained?: boolean
}

export interface Outbox {
  /** From now on it deals with this kind, too. */
  handle(kind: DeliveryKind, handler: DeliveryHandler): void
  /** Looks at once: something became due. */
  nudge(): void
  /** Looks at once for what waited for a person: somebody decided. */
  follow(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** What waits for a person is looked at less often. */
const FOLLOW_EVERY = 2
/** Enough for a message that leaves. Whatever takes longer is taken again by the next process. */
const DRAIN_MS = 5000

interface UnderWay {
  rows: readonly DeliveryRow[]
  isDrained: boolean
}

/** Deals with what is due. Any number of processes may look: each takes something else. What one leaves behind the next one takes. */
export function createOutbox({
  store,
  onFault,
  everyMs = EVERY_MS,
}: {
  store: Pick<DeliveryStore, 'due' | 'take' | 'hold'>
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}): Outbox {
  const handlers = new Map<DeliveryKind, DeliveryHandler>()
  const underWay = new Map<Promise<void>, UnderWay>()
  let isWanted = false
  let isStopped = false
  let isToFollow = true
  let ticks = 0
  let looking: Promise<void> | undefined

  const begin = (handler: DeliveryHandler, rows: readonly DeliveryRow[]): void => {
    const done: Promise<void> = handler
      .deliver(rows)
      .catch(onFault)
      .finally(() => {
        underWay.delete(done)
        // There is a place, and perhaps it is the turn of another.
        nudge()
      })
    underWay.set(done, { rows, isDrained: handler.isDrained ?? false })
  }

  const look = async (): Promise<void> => {
    const isFollowing = isToFollow
    isToFollow = false
    const places = countPlaces(handlers, underWay.values())
    const due = await store.due({ full: places.full(), isFollowing })
    const ids = due.filter((one) => places.occupy(one)).map(({ id }) => id)
    if (ids.length === 0 || isStopped) return
    const taken = await store.take(ids)
    for (const [kind, handler] of handlers) {
      const rows = taken.filter((row) => row.kind === kind)
      if (rows.length === 0) continue
      try {
        const groups = (await handler.gather?.(rows)) ?? rows.map((row) => [row])
        for (const group of groups) begin(handler, group)
      } catch (error) {
        onFault(error)
      }
    }
    // What is left may be of subjects that were not looked at yet.
    isWanted ||= taken.length > 0
  }

  const nudge = (): void => {
    if (isStopped || handlers.size === 0) return
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

  const stopLooking = every(
    everyMs,
    async () => {
      ticks += 1
      isToFollow ||= ticks % FOLLOW_EVERY === 0
      nudge()
    },
    { onFault },
  )
  const stopHolding = every(
    LEASE_MS / 3,
    async () => {
      const rows = [...underWay.values()].flatMap((one) => one.rows)
      if (rows.length > 0) await store.hold(rows)
    },
    { onFault },
  )
  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    nudge,
    follow() {
      isToFollow = true
      nudge()
    },
    async stop() {
      isStopped = true
      stopLooking()
      const patience = new AbortController()
      const drained = Promise.resolve(looking).then(() =>
        Promise.all([...underWay].flatMap(([done, { isDrained }]) => (isDrained ? [done] : []))),
      )
      await Promise.race([drained, pause(DRAIN_MS, undefined, { signal: patience.signal }).catch(() => undefined)])
      patience.abort()
      stopHolding()
    },
  }
}

/** Each kind has its places, apart for each state: what is to start never waits for what is to be sent. */
function countPlaces(handlers: ReadonlyMap<DeliveryKind, DeliveryHandler>, underWay: Iterable<UnderWay>) {
  const lanes = new Map<
    string,
    Pick<DeliveryRow, 'kind' | 'state'> & { count: number; subjects: Map<string, number> }
  >()
  const add = ({ kind, state, subject_id: subject }: Pick<DeliveryRow, 'kind' | 'state' | 'subject_id'>): void => {
    const name = `${kind} ${state}`
    const lane = lanes.get(name) ?? { kind, state, count: 0, subjects: new Map<string, number>() }
    lane.count += 1
    lane.subjects.set(subject, (lane.subjects.get(subject) ?? 0) + 1)
    lanes.set(name, lane)
  }
  for (const { rows } of underWay) if (rows[0]) add(rows[0])
  return {
    full: (): Full[] =>
      [...lanes.values()].flatMap(({ kind, state, count, subjects }): Full[] => {
        const { atOnce = 0, perSubject = 0 } = handlers.get(kind) ?? {}
        if (count >= atOnce) return [{ kind, state, subjects: 'all' }]
        const busy = [...subjects].filter(([, some]) => some >= perSubject).map(([id]) => id)
        return busy.length === 0 ? [] : [{ kind, state, subjects: busy }]
      }),
    /** Whether there was a place for it, which it has now. */
    occupy(one: Pick<DeliveryRow, 'kind' | 'state' | 'subject_id'>): boolean {
      const { atOnce = 0, perSubject = 0 } = handlers.get(one.kind) ?? {}
      const lane = lanes.get(`${one.kind} ${one.state}`)
      if ((lane?.count ?? 0) >= atOnce || (lane?.subjects.get(one.subject_id) ?? 0) >= perSubject) return false
      add(one)
      return true
    },
  }
}

import { afterEach, expect, test, vi } from 'vitest'
import { newDeliveryRow } from './delivery-log.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { createOutbox, type DeliveryHandler } from './outbox.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Place = Pick<DeliveryRow, 'kind' | 'state' | 'subject_id'>

/** What is due, and what is under way until the test ends it. */
function setUp({ everyMs = 3_600_000, ...handler }: Partial<DeliveryHandler> & { everyMs?: number } = {}) {
  const due: DeliveryRow[] = []
  const looks: boolean[] = []
  const held: string[] = []
  const begun = new Map<string, (error?: Error) => void>()
  const faults: unknown[] = []
  const outbox = createOutbox({
    store: {
      async due({ full, isFollowing }) {
        looks.push(isFollowing)
        const isFull = ({ kind, state, subject_id: subject }: Place): boolean =>
          full.some(
            (of) => of.kind === kind && of.state === state && (of.subjects === 'all' || of.subjects.includes(subject)),
          )
        return due.filter((row) => !isFull(row))
      },
      async take(ids) {
        return ids.flatMap((id) =>
          due.splice(
            due.findIndex((row) => row.id === id),
            1,
          ),
        )
      },
      async hold(rows) {
        held.push(...rows.map(({ id }) => id))
      },
    },
    onFault: (error) => faults.push(error),
    everyMs,
  })
  stops.push(async () => {
    for (const end of begun.values()) end()
    await outbox.stop()
  })
  const deliver = (rows: readonly DeliveryRow[]) =>
    new Promise<void>((resolve, reject) =>
      begun.set(rows.map(({ id }) => id).join(' '), (error) => (error ? reject(error) : resolve())),
    )
  for (const kind of ['webhook', 'channel', 'notice'] as const)
    outbox.handle(kind, { atOnce: 20, perSubject: 5, deliver, ...handler })
  const come = (place: Place, ...ids: string[]): void => {
    for (const id of ids)
      due.push(newDeliveryRow({ ...place, id, chatflow_id: 'f', created_date: '2026-11-01T00:00:00.000Z' }))
    outbox.nudge()
  }
  return { outbox, due, looks, held, begun, faults, come }
}

const at = (subject: string, kind: DeliveryRow['kind'] = 'channel', state: DeliveryRow['state'] = 'kept'): Place => ({
  kind,
  state,
  subject_id: subject,
})
const names = (count: number, name: string): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`)

test('a slow subject takes its share of the places, and leaves the others to the rest', async () => {
  const { begun, come } = setUp()
  come(at('slow'), ...names(30, 'slow'))
  await vi.waitFor(() => expect([...begun.keys()]).toEqual(names(5, 'slow')))
  come(at('other'), 'first')
  await vi.waitFor(() => expect(begun.has('first')).toBe(true))
  begun.get('slow3')?.()
  await vi.waitFor(() => expect(begun.has('slow5')).toBe(true))
  expect(begun.has('slow6')).toBe(false)
  for (const channel of ['b', 'c', 'd', 'e']) come(at(channel), ...names(5, channel))
  await vi.waitFor(() => expect(begun.size).toBe(21))
  begun.get('first')?.()
  await vi.waitFor(() => expect(begun.size).toBe(22))
})

test('each kind has places of its own, apart for what is to start and what is to be sent', async () => {
  const { begun, come } = setUp({ atOnce: 2, perSubject: 2 })
  come(at('a'), 'a0', 'a1', 'a2')
  come(at('a', 'channel', 'running'), 'r0', 'r1', 'r2')
  come(at('w', 'webhook', 'started'), 'w0', 'w1', 'w2')
  await vi.waitFor(() => expect([...begun.keys()].toSorted()).toEqual(['a0', 'a1', 'r0', 'r1', 'w0', 'w1']))
})

test('what fails is reported once, and the rest goes out', async () => {
  const { begun, faults, come } = setUp({ perSubject: 1 })
  come(at('a'), 'first', 'second')
  await vi.waitFor(() => expect(begun.has('first')).toBe(true))
  begun.get('first')?.(new Error('No luck'))
  await vi.waitFor(() => expect(begun.has('second')).toBe(true))
  expect(faults).toEqual([new Error('No luck')])
})

test('what goes together is dealt with together, and takes one place', async () => {
  const { begun, come } = setUp({ atOnce: 1, gather: async (rows) => [[...rows]], perSubject: 3 })
  come(at('a', 'notice', 'due'), 'one')
  await vi.waitFor(() => expect([...begun.keys()]).toEqual(['one']))
  come(at('a', 'notice', 'due'), 'two')
  begun.get('one')?.()
  await vi.waitFor(() => expect(begun.has('two')).toBe(true))
})

test('one kind that cannot be gathered holds up no other', async () => {
  const { outbox, begun, faults, come } = setUp()
  const broken = { atOnce: 1, perSubject: 1, deliver: async () => undefined }
  outbox.handle('webhook', { ...broken, gather: () => Promise.reject(new Error('No luck')) })
  come(at('w', 'webhook', 'started'), 'w')
  come(at('a'), 'a')
  await vi.waitFor(() => expect(begun.has('a')).toBe(true))
  expect(faults).toEqual([new Error('No luck')])
})

test('what came later is found at the next look, and at once where that is wanted, even in the middle of a look', async () => {
  const { outbox, due, begun, come } = setUp({ everyMs: 5 })
  due.push(newDeliveryRow({ ...at('a'), id: 'late', chatflow_id: 'f', created_date: '' }))
  await vi.waitFor(() => expect(begun.has('late')).toBe(true))
  await outbox.stop()
  const wanted = setUp()
  wanted.come(at('a'), 'one')
  wanted.come(at('b'), 'two')
  await vi.waitFor(() => expect([...wanted.begun.keys()].toSorted()).toEqual(['one', 'two']))
  come(at('a'), 'after')
  expect(due).toHaveLength(1)
})

test('nothing due costs one look for all kinds, and what waits for a person is asked about in every other', async () => {
  const { looks } = setUp({ everyMs: 5 })
  await vi.waitFor(() => expect(looks.length).toBeGreaterThan(5))
  expect(looks.slice(0, 6)).toEqual([true, true, false, true, false, true])
})

test('stopped, it takes nothing more, and gives what has to be finished a while', async () => {
  const { outbox, begun, come } = setUp({ isDrained: true })
  come(at('a'), 'one')
  await vi.waitFor(() => expect(begun.has('one')).toBe(true))
  let isStopped = false
  const stopped = outbox.stop().then(() => (isStopped = true))
  come(at('a'), 'two')
  await new Promise(setImmediate)
  expect([isStopped, begun.has('two')]).toEqual([false, false])
  begun.get('one')?.()
  await stopped
})

test('whoever deals with something for long holds it', async () => {
  vi.useFakeTimers()
  try {
    const { begun, held, come } = setUp()
    come(at('a'), 'one')
    await vi.waitFor(() => expect(begun.has('one')).toBe(true))
    await vi.advanceTimersByTimeAsync(25_000)
    expect(held).toEqual(['one', 'one'])
    begun.get('one')?.()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(held).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

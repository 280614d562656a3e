import { expect, test, vi } from 'vitest'
import type { DeliveryRow } from './delivery-store.ts'
import { keepDelivering } from './keep-delivering.ts'
import type { Room } from './take-due.ts'

/** What waits, and who is at it until a test lets them end. */
function setUp() {
  const waiting: DeliveryRow[] = []
  const begun = new Map<string, () => void>()
  const takeKept = async ({ limit, perChannel, busy = new Map() }: Room): Promise<DeliveryRow[]> => {
    const counts = new Map(busy)
    const taken = waiting.filter(({ channel_id: id }) => {
      const count = (counts.get(id) ?? 0) + 1
      if (count > perChannel) return false
      counts.set(id, count)
      return true
    })
    return taken.slice(0, limit).map((row) => waiting.splice(waiting.indexOf(row), 1)[0] ?? row)
  }
  const delivering = keepDelivering({
    store: { takeKept, takeAnswered: async () => [], follow: async () => undefined },
    deliver: () => ({
      begin: (row) => new Promise((resolve) => begun.set(row.id, resolve)),
      answer: async () => undefined,
    }),
    onFault: (error) => {
      throw error
    },
  })
  const come = (channelId: string, ...ids: string[]): void => {
    for (const id of ids) waiting.push({ id, channel_id: channelId } as DeliveryRow)
    delivering.nudge()
  }
  return { delivering, begun, come }
}

const names = (count: number, name: string): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`)

test('what takes long holds up nobody else, and one channel does not take all places', async () => {
  const { delivering, begun, come } = setUp()
  come('slow', ...names(30, 'slow'))
  await vi.waitFor(() => expect([...begun.keys()]).toEqual(names(5, 'slow')))
  come('other', 'first')
  await vi.waitFor(() => expect(begun.has('first')).toBe(true))
  begun.get('slow3')?.()
  await vi.waitFor(() => expect(begun.has('slow5')).toBe(true))
  expect(begun.has('slow6')).toBe(false)
  for (const channel of ['b', 'c', 'd', 'e']) come(channel, ...names(5, channel))
  await vi.waitFor(() => expect(begun.size).toBe(21))
  begun.get('first')?.()
  await vi.waitFor(() => expect(begun.size).toBe(22))
  for (const end of begun.values()) end()
  await delivering.stop()
})

test('stopped, it takes nothing more and lets what is under way end', async () => {
  const { delivering, begun, come } = setUp()
  come('a', 'one')
  await vi.waitFor(() => expect(begun.has('one')).toBe(true))
  let isStopped = false
  const stopped = delivering.stop().then(() => (isStopped = true))
  come('a', 'two')
  await new Promise(setImmediate)
  expect([isStopped, begun.has('two')]).toEqual([false, false])
  begun.get('one')?.()
  await stopped
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPriceBook } from '../prices/price-book.ts'
import { createLimits, type Limits } from './limits.ts'

const RUN = { runId: 'run', flowId: 'flow', session: { chatId: 'chat', sessionId: 'chat' } }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Limits of which it is only asked how often they can be used. */
function countReads(list: () => Promise<[]> = async () => []) {
  let reads = 0
  const store = { list: () => ((reads += 1), list()) }
  const prices = createPriceBook({ list: async () => [] })
  const limits = createLimits({ store, prices, now: Date.now } as unknown as Parameters<typeof createLimits>[0])
  const begin = (): ReturnType<Limits['gate']> => limits.gate(RUN, undefined)
  return { begin, reads: () => reads }
}

test('what another process limits is known within a second, also where the clock is set back', async () => {
  const { begin, reads } = countReads()
  await begin()
  await begin()
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(0)
  await begin()
  expect(reads()).toBe(2)
})

test('no run begins without limits because they could not be read', async () => {
  let isAway = true
  const { begin, reads } = countReads(async () => {
    if (isAway) throw new Error('away')
    return []
  })
  await expect(begin()).rejects.toThrow('away')
  await expect(begin()).rejects.toThrow('away')
  isAway = false
  await begin()
  expect(reads()).toBe(3)
})

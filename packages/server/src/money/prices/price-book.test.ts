import { afterEach, expect, test, vi } from 'vitest'
import { createPriceBook } from './price-book.ts'
import type { PriceRow } from './price-store.ts'

const MODEL = 'a-model-of-nobody'
const usage = { inputTokens: 1_000_000, outputTokens: 0 }
const priceOf = (input: number): PriceRow => ({
  model: MODEL,
  since: '1970-01-01',
  input,
  output: 0,
  cached_input: input,
  unit: null,
})

afterEach(() => {
  vi.useRealTimers()
})

test('a price that this process set is known at once, one that another set within five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  let rows: PriceRow[] = []
  const prices = createPriceBook({ list: async () => rows })
  await prices.refresh()
  expect(prices.cost(MODEL, usage)).toBeUndefined()
  rows = [priceOf(1)]
  await prices.refresh()
  expect(prices.cost(MODEL, usage)).toBeUndefined()
  await prices.changed()
  expect(prices.cost(MODEL, usage)).toBe(1_000_000)
  rows = [priceOf(2)]
  vi.advanceTimersByTime(5000)
  // Whatever becomes of the clock on the wall meanwhile.
  vi.setSystemTime(0)
  await prices.refresh()
  expect(prices.cost(MODEL, usage)).toBe(2_000_000)
})

test('whoever comes while prices are read waits for them, and an older list never takes the place of a newer one', async () => {
  const answers: ((rows: PriceRow[]) => void)[] = []
  const prices = createPriceBook({ list: () => new Promise((resolve) => answers.push(resolve)) }, () => 0)
  const [first, beside, changed] = [prices.refresh(), prices.refresh(), prices.changed()]
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.([priceOf(1)])
  await Promise.all([first, beside])
  expect(prices.cost(MODEL, usage)).toBe(1_000_000)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.([priceOf(2)])
  await changed
  expect(prices.cost(MODEL, usage)).toBe(2_000_000)
})

test('prices that could not be read are read again', async () => {
  let isAway = true
  const list = async (): Promise<PriceRow[]> => {
    if (isAway) throw new Error('away')
    return [priceOf(1)]
  }
  const prices = createPriceBook({ list }, () => 0)
  await expect(prices.refresh()).rejects.toThrow('away')
  isAway = false
  await prices.refresh()
  expect(prices.cost(MODEL, usage)).toBe(1_000_000)
})

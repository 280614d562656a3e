import { expect, test } from 'vitest'
import type { PriceBook } from '../../money/prices/price-book.ts'
import type { PriceStore } from '../../money/prices/price-store.ts'
import { createSpendService } from './spend-service.ts'
import type { SpendStore } from './spend-store.ts'

test('the days of one answer follow each other, although the year ends while it is written', async () => {
  let time = Date.parse('2001-12-31T23:59:59.000Z')
  const now = () => new Date((time += 200))
  const asked: string[] = []
  const sums: SpendStore['sums'] = async (_, { from }) => {
    asked.push(from)
    return []
  }
  const store = {
    sums,
    unpriced: async () => [],
    callCosts: async () => new Map(),
    names: async () => ({ flows: new Map(), keys: new Map() }),
  } as Partial<SpendStore> as SpendStore
  const prices = { refresh: async () => undefined } as Partial<PriceBook> as PriceBook
  const { spend } = createSpendService({ store, prices, now, priceStore: {} as PriceStore })
  const { days } = await spend({ days: 7 })
  const last = ['25', '26', '27', '28', '29', '30', '31'].map((day) => `2001-12-${day}`)
  expect(days.map(({ day }) => day)).toEqual(last)
  expect(new Set(asked)).toEqual(new Set([last[0]]))
})

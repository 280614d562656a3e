import { expect, test } from 'vitest'
import { costStep, costWithin, noteCost, type CallCosts } from './call-costs.ts'

const costsOf = (costs: readonly number[]): CallCosts => {
  const noted: CallCosts = new Map()
  for (const cost of costs) noteCost(noted, cost)
  return noted
}

test('small costs are kept as they are, large ones within two hundredths', () => {
  for (let micro = 0; micro < 100; micro += 1) expect(costStep(micro)).toBe(micro)
  for (let micro = 100; micro < 5_000_000; micro = Math.ceil(micro * 1.013)) {
    expect(Math.abs(costStep(micro) - micro) / micro, String(micro)).toBeLessThanOrEqual(0.015)
    expect(costStep(costStep(micro))).toBe(costStep(micro))
  }
})

test('of a thousand costs, few are kept', () => {
  const all = costsOf(Array.from({ length: 1000 }, (_, index) => 1000 + index * 9))
  expect(all.size).toBeLessThan(130)
  expect([...all.values()].reduce((sum, count) => sum + count, 0)).toBe(1000)
})

test('half of the calls cost the median at most, and 19 of 20 the other', () => {
  const costs = costsOf([...Array.from({ length: 19 }, (_, index) => index + 1), 1_000_000])
  expect(costWithin(costs, 0.5)).toBe(10)
  expect(costWithin(costs, 0.95)).toBe(19)
  expect(costWithin(costs, 0.96)).toBe(costStep(1_000_000))
  expect(costWithin(costsOf([7]), 0.5)).toBe(7)
  expect(costWithin(costsOf([7]), 0.95)).toBe(7)
  expect(costWithin(new Map(), 0.5)).toBeNull()
})

test('what costs nothing is a cost too', () => {
  expect(costWithin(costsOf([0, 0, 0, 5]), 0.5)).toBe(0)
})

import { expect, test } from 'vitest'
import { createHeadCache } from './head-cache.ts'

test('reads once until the database changes', async () => {
  let revision = 1
  let reads = 0
  const cache = createHeadCache<number>(() => revision)
  const get = () => cache.get('a', async () => ++reads)
  expect([await get(), await get()]).toEqual([1, 1])
  revision = 2
  expect(await get()).toBe(2)
})

test('a change while reading is not kept', async () => {
  let revision = 1
  let reads = 0
  const cache = createHeadCache<number>(() => revision)
  await cache.get('a', async () => {
    revision = 2
    return ++reads
  })
  expect(await cache.get('a', async () => ++reads)).toBe(2)
})

test('keeps nothing where changes are not told', async () => {
  let reads = 0
  const cache = createHeadCache<number>(undefined)
  await cache.get('a', async () => ++reads)
  expect(await cache.get('a', async () => ++reads)).toBe(2)
})

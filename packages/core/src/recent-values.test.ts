import { expect, test } from 'vitest'

import { RecentValues } from './recent-values.ts'

const kept = (values: RecentValues<number>) => ['a', 'b', 'c'].filter((key) => values.get(key) !== undefined)

function filled(...keys: string[]): RecentValues<number> {
  const values = new RecentValues<number>(2)
  for (const [index, key] of keys.entries()) values.set(key, index)
  return values
}

test('what was used last stays', () => {
  const values = filled('a', 'b')
  values.get('a')
  values.set('c', 3)
  expect(kept(values)).toEqual(['a', 'c'])
})

test('a value given anew is the newest, and counts once', () => {
  const values = filled('a', 'b', 'a', 'c')
  expect(kept(values)).toEqual(['a', 'c'])
  expect(values.get('a')).toBe(2)
})

test('what was taken out is gone, and comes back as the newest', () => {
  const values = filled('a', 'b')
  values.delete('b')
  expect(kept(values)).toEqual(['a'])
  values.set('b', 4)
  values.get('a')
  values.set('c', 5)
  expect(kept(values)).toEqual(['a', 'c'])
  values.clear()
  expect(kept(values)).toEqual([])
})

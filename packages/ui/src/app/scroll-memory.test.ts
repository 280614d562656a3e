import { expect, test } from 'vitest'

import { createScrollMemory, entryOf } from './scroll-memory.ts'

function storage(text: string | null = null) {
  const kept = { text }
  return {
    kept,
    getItem: () => kept.text,
    setItem: (_: string, value: string) => {
      kept.text = value
    },
  }
}

test('[ROUTE-6] a place is found again, after a reload of the tab too', () => {
  const tab = storage()
  const memory = createScrollMemory(tab)
  memory.keep('a', 700)
  memory.keep('b', 0)
  memory.keep('a', 900)
  expect([memory.placeOf('a'), memory.placeOf('b'), memory.placeOf('c')]).toEqual([900, 0, undefined])
  memory.store()
  expect(createScrollMemory(tab).placeOf('a')).toBe(900)
})

test('the oldest places are let go, and a spoiled memory is no memory', () => {
  const memory = createScrollMemory(storage())
  for (let index = 0; index < 60; index += 1) memory.keep(`key ${index}`, index)
  expect([memory.placeOf('key 9'), memory.placeOf('key 10')]).toEqual([undefined, 10])
  for (const text of ['{', '{"a":1}', '[["a"]]', '[["a","b"],["c",3]]']) {
    expect(createScrollMemory(storage(text)).placeOf('a')).toBeUndefined()
  }
})

test('two screens come to by their address, one after the other, have places of their own', () => {
  const memory = createScrollMemory(storage())
  memory.keep(entryOf({ key: 'default', pathname: '/executions' }), 700)
  expect(memory.placeOf(entryOf({ key: 'default', pathname: '/tools' }))).toBeUndefined()
  expect(memory.placeOf(entryOf({ key: 'default', pathname: '/executions' }))).toBe(700)
})

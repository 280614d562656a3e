import { expect, test } from 'vitest'
import { delegate } from './delegate.ts'

class Counter {
  #count = 0
  label = 'counter'
  add(): number {
    this.#count += 1
    return this.#count
  }
  get count(): number {
    return this.#count
  }
  reset(): void {
    this.#count = 0
  }
}

class LoudCounter extends Counter {
  override add(): number {
    return super.add() + 100
  }
}

test('a stand-in for an instance reaches its private fields, and only what was replaced differs', () => {
  const counter = new LoudCounter()
  let resets = 0
  const standIn = delegate<LoudCounter>(counter, { reset: () => void (resets += 1) })
  expect([standIn.add(), standIn.add(), standIn.count, standIn.label]).toEqual([101, 102, 2, 'counter'])
  standIn.reset()
  expect([resets, standIn.count, counter.count]).toEqual([1, 2, 2])
  expect(Object.keys(standIn).sort()).toEqual(['add', 'count', 'label', 'reset'])
})

test('a stand-in for plain data is a copy', () => {
  const plain = { kind: 'tool', call: () => 'before' }
  const standIn = delegate(plain, { call: () => 'after' })
  expect([standIn.kind, standIn.call(), plain.call()]).toEqual(['tool', 'after', 'before'])
})

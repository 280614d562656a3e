import { expect, test } from 'vitest'

import { createFrameBatcher } from './frame-batcher.ts'

test('what arrives between two frames is shown once', () => {
  const screen = new FakeScreen()
  let flushes = 0
  const batcher = createFrameBatcher(() => (flushes += 1), screen)
  for (let token = 0; token < 50; token += 1) batcher.request()
  screen.paint()
  expect(flushes).toBe(1)
  screen.paint()
  expect(flushes).toBe(1)
})

test('a second of 100 tokens costs at most one flush a frame', () => {
  const screen = new FakeScreen()
  let flushes = 0
  const batcher = createFrameBatcher(() => (flushes += 1), screen)
  for (let token = 0; token < 100; token += 1) {
    batcher.request()
    screen.paint(10)
  }
  expect(flushes).toBeLessThanOrEqual(100)
  expect(flushes).toBeGreaterThan(20)
})

test('slow drawing is followed by a rest as long as it took', () => {
  const screen = new FakeScreen()
  const times: number[] = []
  const batcher = createFrameBatcher(() => {
    times.push(screen.time)
    screen.time += 80
  }, screen)
  for (let frame = 0; frame < 40; frame += 1) {
    batcher.request()
    screen.paint()
  }
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150)
})

test('the last word can be flushed at once, and is not flushed again', () => {
  const screen = new FakeScreen()
  let flushes = 0
  const batcher = createFrameBatcher(() => (flushes += 1), screen)
  batcher.request()
  batcher.flush()
  screen.paint()
  expect(flushes).toBe(1)
  batcher.request()
  batcher.cancel()
  screen.paint()
  expect(flushes).toBe(1)
})

class FakeScreen {
  time = 1000
  #callbacks: (() => void)[] = []

  nextFrame(callback: () => void): () => void {
    this.#callbacks.push(callback)
    return () => {
      this.#callbacks = this.#callbacks.filter((other) => other !== callback)
    }
  }

  now(): number {
    return this.time
  }

  paint(milliseconds = 16): void {
    this.time += milliseconds
    const due = this.#callbacks
    this.#callbacks = []
    for (const callback of due) callback()
  }
}

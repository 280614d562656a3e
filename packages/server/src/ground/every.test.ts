import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every } from './every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work is done again and again, never twice at once, and a fault ends nothing', async () => {
  const faults: unknown[] = []
  const ends: ((error?: Error) => void)[] = []
  const work = () =>
    new Promise<void>((resolve, reject) => void ends.push((error) => (error ? reject(error) : resolve())))
  const stop = every(100, work, { onFault: (error) => void faults.push(error) })
  await vi.advanceTimersByTimeAsync(99)
  expect(ends).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(301)
  expect(ends).toHaveLength(1)
  ends[0]?.(new Error('lost'))
  await vi.advanceTimersByTimeAsync(100)
  expect([ends.length, faults]).toEqual([2, [new Error('lost')]])
  stop()
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(2)
})

test('it begins at once or after a while of its own, and what is under way hears that it is over', async () => {
  const signals: AbortSignal[] = []
  const work = async (signal: AbortSignal) => void signals.push(signal)
  const onFault = () => {}
  const stopNow = every(1000, work, { onFault, firstMs: 0 })
  expect(signals).toHaveLength(1)
  stopNow()
  expect(signals[0]?.aborted).toBe(true)
  const stopLater = every(1000, work, { onFault, firstMs: 10 })
  await vi.advanceTimersByTimeAsync(10)
  expect(signals).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(990)
  expect(signals).toHaveLength(3)
  stopLater()
})

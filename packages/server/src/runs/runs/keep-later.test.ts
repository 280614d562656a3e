import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeepLater } from './keep-later.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
/** Long enough for several tries. */
const wait = () => vi.advanceTimersByTimeAsync(10)

/** As drivers say it. */
const fault = (code: string) => Object.assign(new Error(code), { code })

function keeping() {
  const givenUp: unknown[] = []
  const keepLater = createKeepLater({ onGivenUp: (error) => givenUp.push((error as Error).message), everyMs: 1 })
  return { keepLater, givenUp }
}

test('what the database refuses for good keeps nothing else from being stored', async () => {
  const { keepLater, givenUp } = keeping()
  const stored: string[] = []
  let isAway = true
  keepLater.add('refused', async () => {
    throw fault(isAway ? 'EHOSTUNREACH' : 'SQLITE_CONSTRAINT_FOREIGNKEY')
  })
  keepLater.add('fine', async () => stored.push('fine'))
  await wait()
  expect([givenUp, stored]).toEqual([[], []])
  isAway = false
  await wait()
  expect(stored).toEqual(['fine'])
  expect([givenUp, keepLater.has('refused'), keepLater.has('fine')]).toEqual([
    ['SQLITE_CONSTRAINT_FOREIGNKEY'],
    false,
    false,
  ])
})

test('what comes while another is stored waits for its turn, and the oldest of too many is the one that is given up', async () => {
  const { keepLater, givenUp } = keeping()
  const stored: number[] = []
  let goOn = (): void => undefined
  const isStored = new Promise<void>((resolve) => (goOn = resolve))
  let tries = 0
  keepLater.add('0', async () => {
    tries += 1
    await isStored
    stored.push(0)
  })
  await wait()
  expect(tries).toBe(1)
  keepLater.add('1', async () => stored.push(1))
  await wait()
  expect([tries, stored]).toEqual([1, []])
  for (let at = 2; at <= 500; at += 1) keepLater.add(String(at), async () => stored.push(at))
  expect(givenUp).toEqual(['More than 500 answers wait to be stored'])
  goOn()
  await wait()
  expect([tries, new Set(stored).size]).toEqual([1, 501])
})

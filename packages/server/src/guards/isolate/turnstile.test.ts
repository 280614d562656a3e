import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('so many go through at once, the others in the order they came', async () => {
  const turnstile = createTurnstile(1)
  const order: string[] = []
  const leave = await turnstile.enter()
  const waiting = ['a', 'b'].map(async (name) => {
    const leaveToo = await turnstile.enter()
    order.push(name)
    leaveToo()
  })
  expect(order).toEqual([])
  leave()
  await Promise.all(waiting)
  expect(order).toEqual(['a', 'b'])
})

test('whoever comes to a line that is too long is told to come again, and one who leaves it makes room', async () => {
  const turnstile = createTurnstile(1, { longestLine: 1 })
  await turnstile.enter()
  const leaving = new AbortController()
  const waiting = turnstile.enter(leaving.signal)
  await expect(turnstile.enter()).rejects.toMatchObject({ isRetryable: true, hint: 'Try again in a moment.' })
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  const next = turnstile.enter(AbortSignal.timeout(50))
  await expect(next).rejects.toMatchObject({ name: 'TimeoutError' })
})

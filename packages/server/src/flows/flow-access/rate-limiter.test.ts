import { expect, test } from 'vitest'
import { countedAs, createRateLimiter, mostOf, type LimitedWork, type RateLimiter } from './rate-limiter.ts'

type Flow = Parameters<RateLimiter['count']>[0]

const flowWith = (rateLimit: unknown, id = 'flow') => ({ id, settings: { rateLimit } }) as Flow
const limited = flowWith({ max: 2, durationSeconds: 10, message: 'Slowly.' })

function limiterAt(start = 0) {
  const clock = { now: start }
  const limiter = createRateLimiter(() => clock.now)
  const passes = (flow: Flow, address = '203.0.113.7', about?: LimitedWork) =>
    limiter.count(flow, address, about).then(
      () => true,
      () => false,
    )
  return { clock, limiter, passes }
}

test('a flow without a limit counts nothing', async () => {
  const { passes } = limiterAt()
  for (let i = 0; i < 100; i += 1) expect(await passes(flowWith(undefined))).toBe(true)
})

test('so many in so long, for each address, flow and kind of work by itself', async () => {
  const { passes } = limiterAt()
  expect([await passes(limited), await passes(limited), await passes(limited)]).toEqual([true, true, false])
  expect(await passes(limited, '203.0.113.8')).toBe(true)
  expect(await passes(flowWith({ max: 2, durationSeconds: 10 }, 'other'))).toBe(true)
  expect(await passes(limited, '203.0.113.7', 'leads')).toBe(true)
  expect(await passes(limited, '203.0.113.7', 'questions')).toBe(false)
})

test('whoever comes too often is told when to come back, in the words of the owner', async () => {
  const { clock, limiter, passes } = limiterAt(1000)
  await passes(limited)
  await passes(limited)
  clock.now = 4500
  await expect(limiter.count(limited, '203.0.113.7')).rejects.toMatchObject({
    code: 'too-many-requests',
    details: { retryAfterSeconds: 7 },
    message: 'Slowly.',
  })
  clock.now = 10_999
  await expect(limiter.count(limited, '203.0.113.7')).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } })
  clock.now = 11_000
  expect(await passes(limited)).toBe(true)
})

test('whose time is over makes room before whose is not', async () => {
  const { clock, passes } = limiterAt()
  const [long, short] = [flowWith({ max: 1, durationSeconds: 1000 }, 'long'), flowWith({ max: 1, durationSeconds: 10 })]
  expect(await passes(long)).toBe(true)
  for (let i = 0; i < 49_999; i += 1) await passes(short, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
  clock.now = 10_000
  expect(await passes(short, 'one more')).toBe(true)
  expect(await passes(long)).toBe(false)
})

test('an answer may be rated four times, whatever else may be done once', () => {
  expect(mostOf('feedback', { max: 3 })).toBe(12)
  for (const about of ['questions', 'leads', 'attachments'] as const) expect(mostOf(about, { max: 3 })).toBe(3)
  expect(countedAs('flow', 'leads', '::ffff:203.0.113.7')).toBe('flow:leads:203.0.113.7')
})

test('a flood of addresses takes bounded memory: those whose time is over go, then the oldest', async () => {
  const { clock, passes } = limiterAt()
  const once = flowWith({ max: 1, durationSeconds: 10 })
  const address = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
  expect([await passes(once, 'first'), await passes(once, 'second')]).toEqual([true, true])
  for (let i = 0; i < 49_998; i += 1) await passes(once, address(i))
  expect([await passes(once, 'first'), await passes(once, 'second')]).toEqual([false, false])
  await passes(once, 'one more')
  // The first was forgotten for it, and coming back it took the place of the second.
  expect([await passes(once, 'first'), await passes(once, 'second')]).toEqual([true, true])
  clock.now = 10_000
  expect(await passes(once, 'one more')).toBe(true)
})

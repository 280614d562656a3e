import { expect, test } from 'vitest'
import { createRateLimiter, type RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { connectRedis } from '../../runs/queue/redis-connection.ts'
import { createSharedRateLimiter } from '../../runs/queue/shared-rate-limiter.ts'
import { redisProgram, startRedis } from '../../../testing/own-redis.ts'
import { createFailureLimiter } from './failure-limiter.ts'
import { networkOf } from './network-of.ts'

const inOneNetwork = [
  '2001:db8:1:2::1',
  '2001:db8:1:2::',
  '2001:db8:1:2:ffff:ffff:ffff:ffff',
  '2001:0DB8:0001:0002::9',
  '2001:db8:1:2::192.0.2.1',
  '[2001:db8:1:2::5]',
]
const oneAddress = ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:FFFF:203.0.113.7']

test('an IPv6 network is one caller, however its addresses are written', () => {
  expect(new Set(inOneNetwork.map(networkOf)).size).toBe(1)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'))
})

test('an IPv4 address is one caller, also where it is written as an IPv6 one', () => {
  expect(new Set(oneAddress.map(networkOf))).toEqual(new Set(['203.0.113.7']))
  expect(networkOf('::ffff:203.0.113.8')).toBe('203.0.113.8')
})

test('what is no address counts for itself', () => {
  expect(networkOf('unknown')).toBe('unknown')
})

const rateLimit = { max: 3, durationSeconds: 60, message: undefined }
const flow = { id: 'flow', settings: { rateLimit } } as unknown as Parameters<RateLimiter['count']>[0]

/** How many of twelve addresses in one network a limit of three lets through, and whether the next network still passes. */
async function letThrough(count: (address: string) => Promise<void>): Promise<[neighbours: number, stranger: boolean]> {
  const isPassed = (address: string) =>
    count(address).then(
      () => true,
      () => false,
    )
  let passed = 0
  for (let i = 0; i < 12; i += 1) if (await isPassed(`2001:db8:1:2::${i.toString(16)}`)) passed += 1
  return [passed, await isPassed('2001:db8:1:3::1')]
}

test('the limit of a flow counts a network as one', async () => {
  const limiter = createRateLimiter()
  expect(await letThrough((address) => limiter.count(flow, address))).toEqual([3, true])
})

test.runIf(redisProgram)('so does the one that all web processes share', async () => {
  const redis = await startRedis()
  const connection = connectRedis(redis.url, { onError: () => undefined })
  try {
    const limiter = createSharedRateLimiter(connection.client)
    expect(await letThrough((address) => limiter.count(flow, address))).toEqual([3, true])
  } finally {
    connection.close()
    await redis.stop()
  }
})

test('so does the limit on guesses', async () => {
  const limiter = createFailureLimiter()
  const guess = async (address: string) => {
    limiter.check(address)
    for (let i = 0; i < 7; i += 1) limiter.count(address)
  }
  expect(await letThrough(guess)).toEqual([3, true])
})

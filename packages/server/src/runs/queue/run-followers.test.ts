import type { RunEvent } from '@chatwright/core'
import type { Redis } from 'ioredis'
import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { livenessOf } from '../../ground/config/liveness.ts'
import { createParseMessage } from './redis-messages.ts'
import { createRunFollowers } from './run-followers.ts'
import { runKeys } from './run-keys.ts'

const word = (text: string): string => JSON.stringify({ type: 'token', text })

const parseMessage = createParseMessage({ hincrby: async () => 1 }, (error) => {
  throw error
})

afterEach(() => {
  vi.useRealTimers()
})

const subscription = () => Object.assign(new EventEmitter(), { subscribe: async () => 1, unsubscribe: async () => 1 })

test('what is published while the stream is read is read after it, at once', async () => {
  const reads: ((texts: string[]) => void)[] = []
  const commands = {
    xrange: (_key: string, from: string) =>
      new Promise((resolve) => {
        const first = Number.parseInt(from.slice(1), 10) + 1
        reads.push((texts) => resolve(texts.map((text, at) => [`${first + at}-0`, ['e', word(text)]])))
      }),
  }
  const subscriber = subscription()
  const heard: string[] = []
  const followers = createRunFollowers({
    commands: commands as unknown as Redis,
    subscriber: subscriber as unknown as Redis,
    parseMessage,
    findEnded: async () => new Map(),
    liveness: livenessOf(3_600_000),
    onFault: (error) => {
      throw error
    },
  })
  followers.follow('r', (event) => heard.push(event.type === 'token' ? event.text : event.type))
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  // The last there is of it: what is being read was asked for before.
  subscriber.emit('message', runKeys.channel('r'), `2\n${word('second')}`)
  reads[0]?.(['first'])
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.(['second'])
  await vi.waitFor(() => expect(heard).toEqual(['first', 'second']))
  followers.close()
})

const ANSWERED: RunEvent = { type: 'answered', at: 1, durationMs: 1 }

test.each([
  ['a worker that thinks of what to ask next', [ANSWERED], 15_000, 'done'],
  ['a turn that was asked anew', [], 0, 'cancelled'],
] as const)(
  'nobody hears twice, or waits for an end that will not come: %s',
  async (_what, last, patienceMs, status) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const kept: RunEvent[] = [{ type: 'token', text: 'whole' }, ...last]
    const { lookEveryMs } = livenessOf(15_000)
    const followers = createRunFollowers({
      commands: {
        xrange: async (_key: string, from: string) =>
          kept
            .map((event, at) => [`${at + 1}-0`, ['e', JSON.stringify(event)]] as const)
            .slice(Number.parseInt(from.slice(1), 10)),
      } as unknown as Redis,
      subscriber: subscription() as unknown as Redis,
      parseMessage,
      findEnded: async () => new Map([['r', kept]]),
      liveness: { lookEveryMs },
      onFault: (error) => {
        throw error
      },
    })
    const heard: RunEvent[] = []
    const leave = followers.follow('r', (event) => heard.push(event))
    await vi.advanceTimersByTimeAsync(patienceMs)
    expect(heard).toEqual(kept)
    await vi.advanceTimersByTimeAsync(4 * lookEveryMs)
    expect(heard.slice(0, kept.length + 1)).toEqual([...kept, expect.objectContaining({ type: 'run-end', status })])
    leave()
    followers.close()
  },
)

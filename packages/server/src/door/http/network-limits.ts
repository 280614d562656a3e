import { AppError } from '@chatwright/contract'
import type { FastifyReply } from 'fastify'
import type { Config } from '../../ground/config/config.ts'
import { createFailureLimiter } from './failure-limiter.ts'
import { isStranger } from './is-stranger.ts'
import { networkOf } from './network-of.ts'

/** What the strangers of one network may have at a time. Callers with a key or a login aren't counted. */
export interface NetworkLimits {
  /** Counts a public read. Throws where there were too many within the minute. */
  countRead(address: string): void
  /** Throws where a network has as many streams open as it may. */
  expectStream(reply: FastifyReply): void
  /** The same, and counts a stream until its connection closes. */
  enterStream(reply: FastifyReply): void
}

export function createNetworkLimits({
  streamsPerNetwork,
  readsPerNetwork,
}: Pick<Config, 'streamsPerNetwork' | 'readsPerNetwork'>): NetworkLimits {
  const reads = createFailureLimiter({ allowed: readsPerNetwork })
  const streams = new Map<string, number>()
  const expectStream = ({ request }: FastifyReply): void => {
    if (!isStranger(request) || (streams.get(networkOf(request.ip)) ?? 0) < streamsPerNetwork) return
    const message = `Your network already has ${streamsPerNetwork} open answers. Try again when one has finished.`
    throw new AppError('too-many-requests', { retryAfterSeconds: 5 }, { message })
  }
  return {
    countRead(address) {
      reads.check(address)
      reads.count(address)
    },
    expectStream,
    enterStream(reply) {
      expectStream(reply)
      const { request, raw } = reply
      if (!isStranger(request) || raw.destroyed) return
      const network = networkOf(request.ip)
      streams.set(network, (streams.get(network) ?? 0) + 1)
      raw.once('close', () => {
        const left = (streams.get(network) ?? 0) - 1
        if (left > 0) streams.set(network, left)
        else streams.delete(network)
      })
    },
  }
}

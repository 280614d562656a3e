import type { FastifyRequest } from 'fastify'
import { classifyAddress } from '../../guards/outbound/address-class.ts'
import { isInRange, readRange } from '../../guards/outbound/address-range.ts'
import { relayOf } from './relay-of.ts'

/** Whether an address lies in one of these networks. */
export type HoldsAddress = (address: string) => boolean

/** No list holds every address; what can't be read holds none. */
export function readNetworks(entries: readonly string[] | null): HoldsAddress {
  if (entries === null || entries.length === 0) return () => true
  const ranges = entries.flatMap((entry) => readRange(entry) ?? [])
  return (address) => ranges.some((range) => isInRange(address, range))
}

/**
 * Whether a request was made on the machine that the server runs on. What came through a proxy there was not: it may be anybody's,
 * whatever address it has.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress } = request.socket
  return remoteAddress !== undefined && classifyAddress(remoteAddress) === 'loopback' && relayOf(request) === undefined
}

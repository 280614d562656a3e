import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

/** How many bytes may be held in memory at the same time. */
export interface ByteBounds {
  /** For all callers together. */
  all: number
  /** For those who showed neither a key nor a password: the rest stays open to those who did. */
  strangers: number
  /** For the strangers of one network. */
  network: number
}

/** What one request holds of a budget. */
export interface ByteShare {
  /** Takes more bytes. False where they'd be too much beside those of others: one request alone always gets them. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
  /** Gives everything back. */
  leave(): void
}

export interface ByteBudget {
  enter(request: FastifyRequest): ByteShare
}

export interface ByteBudgetOptions {
  isStranger(request: FastifyRequest): boolean
  bounds: ByteBounds
}

/** Requests that hold no more than this aren't counted: together they're little for all connections there may be. */
export const UNCOUNTED_BYTES = 16 * 1024

/**
 * Bounds what requests hold in memory together, on the way in and on the way out: each may be within its limit, and a hundred
 * of them would still end the process.
 */
export function createByteBudget({ isStranger, bounds }: ByteBudgetOptions): ByteBudget {
  const all: Pot = { held: 0, most: bounds.all }
  const strangers: Pot = { held: 0, most: bounds.strangers }
  const networks = new Map<string, Pot & { requests: number }>()

  /** The sums a request counts in; left when it is over. */
  const join = (request: FastifyRequest): { pots: Pot[]; leave(): void } => {
    if (!isStranger(request)) return { pots: [all], leave: () => undefined }
    const name = networkOf(request.ip)
    const network = networks.get(name) ?? { held: 0, most: bounds.network, requests: 0 }
    networks.set(name, network)
    network.requests += 1
    return {
      pots: [all, strangers, network],
      leave() {
        network.requests -= 1
        // A request that holds nothing yet counts too: a sum that starts over would leave it out.
        if (network.requests === 0) networks.delete(name)
      },
    }
  }

  return {
    enter(request) {
      const { pots, leave } = join(request)
      let own = 0
      let hasLeft = false
      const add = (bytes: number): void => {
        own += bytes
        for (const pot of pots) pot.held += bytes
      }
      return {
        take(bytes) {
          if (hasLeft) return true
          if (pots.some(({ held, most }) => held + bytes > most && held > own)) return false
          add(bytes)
          return true
        },
        giveBack(bytes) {
          if (!hasLeft) add(-bytes)
        },
        leave() {
          if (hasLeft) return
          add(-own)
          hasLeft = true
          leave()
        },
      }
    },
  }
}

interface Pot {
  held: number
  most: number
}

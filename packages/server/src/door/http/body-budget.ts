import { AppError } from '@chatwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CountedBody } from './counted-body.ts'
import { networkOf } from './network-of.ts'

/** Bodies that say they are no longer than this are not counted: together they are little for all connections there may be. */
const SMALL_BYTES = 16 * 1024

interface Bounds {
  /** Held for all callers together. */
  all: number
  /** Held for those who showed neither a key nor a password: the rest stays open to those who did. */
  strangers: number
  /** Held for the strangers of one network. */
  network: number
}

const MB = 1024 ** 2
const BOUNDS: Bounds = { all: 512 * MB, strangers: 256 * MB, network: 128 * MB }

interface BudgetOptions {
  isStranger(request: FastifyRequest): boolean
  bounds?: Bounds
}

/**
 * Bounds the bodies that are held in memory at the same time: each may be within its limit, and a hundred of them
 * together would still end the process. What arrives is counted, whatever a header says. One alone always passes.
 */
export function installBodyBudget(app: FastifyInstance, { isStranger, bounds = BOUNDS }: BudgetOptions): void {
  const all: Pot = { held: 0 }
  const strangers: Pot = { held: 0 }
  const networks = new Map<string, Pot & { bodies: number }>()

  /** The sums a body counts in, each with its bound; left when it is over. */
  const enter = (request: FastifyRequest): { pots: [pot: Pot, most: number][]; leave(): void } => {
    if (!isStranger(request)) return { pots: [[all, bounds.all]], leave: () => undefined }
    const name = networkOf(request.ip)
    const network = networks.get(name) ?? { held: 0, bodies: 0 }
    networks.set(name, network)
    network.bodies += 1
    return {
      pots: [
        [all, bounds.all],
        [strangers, bounds.strangers],
        [network, bounds.network],
      ],
      leave() {
        network.bodies -= 1
        // Also a body of which nothing came yet counts here: beside a sum begun anew it would count for nothing.
        if (network.bodies === 0) networks.delete(name)
      },
    }
  }

  // With a callback: a promise for every small question would cost more than the check.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > SMALL_BYTES)) {
      done()
      return
    }
    const { pots, leave } = enter(request)
    let own = 0
    let isOver = false
    const body = new CountedBody((bytes) => {
      if (isOver) return undefined
      if (pots.some(([pot, most]) => pot.held + bytes > most && pot.held > own)) return tooMuch()
      own += bytes
      for (const [pot] of pots) pot.held += bytes
      return undefined
    })
    reply.raw.once('close', () => {
      isOver = true
      for (const [pot] of pots) pot.held -= own
      leave()
    })
    payload.once('error', (error: Error) => body.destroy(error))
    done(null, payload.pipe(body))
  })
}

interface Pot {
  held: number
}

function tooMuch(): AppError {
  const message = 'The server is taking in as much as it can. Try again in a moment.'
  return new AppError('overloaded', undefined, { message })
}

import { AppError } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'

/** Bodies smaller than this are not counted. */
const SMALL_BYTES = 1024 ** 2
const MOST_BYTES = 512 * 1024 ** 2

/**
 * Bounds the large bodies that are held in memory at the same time: each may be within its limit, and a hundred of them
 * together would still end the process. One alone always passes.
 */
export function installBodyBudget(app: FastifyInstance, { bodyLimit, mostBytes = MOST_BYTES }: BudgetOptions): void {
  let held = 0
  // With a callback: a promise for every small question would cost more than the check.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { 'content-length': length, 'content-type': type = '' } = request.headers
    // A form that does not say how long it is may be as long as is allowed; many clients send small JSON that way.
    const unknown = type.startsWith('multipart/') && request.headers['transfer-encoding'] !== undefined ? bodyLimit : 0
    const bytes = length === undefined ? unknown : Number(length)
    if (!(bytes > SMALL_BYTES)) {
      done()
      return
    }
    if (held > 0 && held + bytes > mostBytes) {
      const message = 'The server is taking in as much as it can. Try again in a moment.'
      done(new AppError('overloaded', undefined, { message }))
      return
    }
    held += bytes
    reply.raw.once('close', () => {
      held -= bytes
    })
    done()
  })
}

interface BudgetOptions {
  bodyLimit: number
  mostBytes?: number
}

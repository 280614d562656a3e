import { AppError } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import { createByteBudget, UNCOUNTED_BYTES, type ByteBounds, type ByteBudgetOptions } from './byte-budget.ts'
import { CountedBody } from './counted-body.ts'

const MB = 1024 ** 2
const BOUNDS: ByteBounds = { all: 512 * MB, strangers: 256 * MB, network: 128 * MB }

/** Bounds the bodies that are held in memory at the same time. What arrives is counted, whatever a header says. */
export function installBodyBudget(
  app: FastifyInstance,
  { isStranger, bounds = BOUNDS }: Pick<ByteBudgetOptions, 'isStranger'> & { bounds?: ByteBounds },
): void {
  const budget = createByteBudget({ isStranger, bounds })
  // With a callback: a promise for every small question would cost more than the check.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > UNCOUNTED_BYTES)) {
      done()
      return
    }
    const share = budget.enter(request)
    const body = new CountedBody((bytes) => (share.take(bytes) ? undefined : tooMuch()))
    reply.raw.once('close', () => share.leave())
    payload.once('error', (error: Error) => body.destroy(error))
    done(null, payload.pipe(body))
  })
}

function tooMuch(): AppError {
  const message = 'The server is receiving as much as it can. Try again in a moment.'
  return new AppError('overloaded', undefined, { message })
}

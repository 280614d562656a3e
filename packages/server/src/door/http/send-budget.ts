import { AppError } from '@chatwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createByteBudget, UNCOUNTED_BYTES, type ByteBounds, type ByteBudgetOptions } from './byte-budget.ts'
import { PacedAnswer, PIECE_BYTES } from './paced-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** An answer that is written bit by bit, counted as all others are. */
    pace(reply: FastifyReply): PacedAnswer
  }
}

const MB = 1024 ** 2
const BOUNDS: ByteBounds = { all: 256 * MB, strangers: 128 * MB, network: 32 * MB }
/** A reader who takes nothing for so long is not reading. */
const DRAIN_MS = 30_000

/** Bounds what waits to be sent at the same time: who reads nothing could have the server keep any number of long answers. */
export function installSendBudget(
  app: FastifyInstance,
  {
    isStranger,
    bounds = BOUNDS,
    drainMs = DRAIN_MS,
  }: Pick<ByteBudgetOptions, 'isStranger'> & { bounds?: ByteBounds; drainMs?: number },
): void {
  const budget = createByteBudget({ isStranger, bounds })
  app.decorate(
    'pace',
    ({ request, raw }: FastifyReply) => new PacedAnswer(raw, { enter: () => budget.enter(request), drainMs }),
  )
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) endUnread(reply.raw, drainMs)
    if (!(typeof payload === 'string' || payload instanceof Uint8Array) || payload.length <= UNCOUNTED_BYTES) {
      done()
      return
    }
    const bytes =
      typeof payload === 'string'
        ? Buffer.from(payload)
        : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
    const share = budget.enter(request)
    reply.raw.once('close', () => share.leave())
    if (!share.take(bytes.length)) {
      done(tooMuch())
      return
    }
    endUnread(reply.raw, drainMs)
    reply.header('content-length', bytes.length)
    done(null, bytes.length <= PIECE_BYTES ? bytes : Readable.from(piecesOf(bytes), { objectMode: false }))
  })
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** How often it is looked whether a reader took anything. */
const LOOKS = 3

/** Ends a connection that has something to send and gets rid of none of it. */
function endUnread(raw: ServerResponse, drainMs: number): void {
  let looks = 0
  const timer = setInterval(() => {
    looks = raw.writableLength > 0 ? looks + 1 : 0
    if (looks >= LOOKS) raw.destroy()
  }, drainMs / LOOKS)
  timer.unref()
  raw.on('drain', () => (looks = 0))
  raw.once('close', () => clearInterval(timer))
}

function tooMuch(): AppError {
  const message = 'The server is sending as much as it can. Try again in a moment.'
  return new AppError('overloaded', undefined, { message })
}

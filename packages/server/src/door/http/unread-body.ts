import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_MS = 2000

/**
 * What a client still sends after its refusal is thrown away for a moment, so that it can read why: a connection closed
 * at once is cut before that. One that goes on sending is closed.
 */
export function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, LINGER_MS).unref()
    raw.once('end', () => clearTimeout(timer))
  })
}

import type { FastifyReply } from 'fastify'

/**
 * Hears that whoever asked is gone, also where they left before anybody listened: while a recording was heard, or a question was
 * kept. Returns how to stop.
 */
export function whenGone({ raw }: Pick<FastifyReply, 'raw'>, listener: () => void): () => void {
  if (raw.destroyed) listener()
  else raw.once('close', listener)
  return () => raw.off('close', listener)
}

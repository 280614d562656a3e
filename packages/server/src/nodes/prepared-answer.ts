import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** An answer that never changes while the server runs: written, packed and digested once. */
export interface PreparedAnswer {
  send(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function prepareJson(value: unknown): PreparedAnswer {
  const plain = Buffer.from(JSON.stringify(value))
  const packed = gzipSync(plain)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return {
    async send(request, reply) {
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' })
      const known = request.headers['if-none-match']
      if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)) {
        await reply.status(304).send()
        return
      }
      const takesPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      if (takesPacked) reply.header('content-encoding', 'gzip')
      await reply.type('application/json; charset=utf-8').send(takesPacked ? packed : plain)
    },
  }
}

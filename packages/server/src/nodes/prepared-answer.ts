import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** An answer that never changes while the server runs: written, packed and digested once, when it is first asked for. */
export interface PreparedAnswer {
  send(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function prepareJson(value: unknown): PreparedAnswer {
  let prepared: ReturnType<typeof pack> | undefined
  return {
    async send(request, reply) {
      const { plain, packed, tag } = (prepared ??= pack(value))
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

function pack(value: unknown): { plain: Buffer; packed: Buffer; tag: string } {
  const plain = Buffer.from(JSON.stringify(value))
  const digest = createHash('sha256').update(plain).digest('base64url')
  return { plain, packed: gzipSync(plain), tag: `"${digest.slice(0, 22)}"` }
}

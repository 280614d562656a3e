import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer that never changes while the server runs: written and digested once, packed once for each way to unpack it. */
export interface PreparedAnswer {
  send(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

interface Written {
  plain: Buffer
  tag: string
  packed: Map<string, Promise<Buffer>>
}

const packWell = promisify(brotliCompress)

/**
 * The better one first: 15 ms more, once, for a catalogue that is a seventh smaller on every first visit. Beside the
 * server's thread, where it would take longer than many answers.
 */
const PACKERS: Readonly<Record<string, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => packWell(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}

export function prepareJson(value: unknown): PreparedAnswer {
  return prepareAnswer(() => JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
}

export function prepareAnswer(
  write: () => string | Promise<string>,
  headers: Readonly<Record<string, string>>,
): PreparedAnswer {
  let written: Promise<Written> | undefined
  return {
    async send(request, reply) {
      written ??= digest(write)
      // What fails may not fail the next time.
      const { plain, tag, packed } = await written.catch((error: unknown) => {
        written = undefined
        throw error
      })
      reply.headers({ ...headers, etag: tag, vary: 'Accept-Encoding' })
      const known = request.headers['if-none-match']
      if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)) {
        await reply.status(304).send()
        return
      }
      const accepted = new Set(request.headers['accept-encoding']?.match(/\b(?:br|gzip)\b/g))
      const encoding = Object.keys(PACKERS).find((each) => accepted.has(each))
      if (encoding === undefined) {
        await reply.send(plain)
        return
      }
      const body = packed.get(encoding) ?? PACKERS[encoding]?.(plain)
      if (body) packed.set(encoding, body)
      await reply.header('content-encoding', encoding).send(await body)
    },
  }
}

async function digest(write: () => string | Promise<string>): Promise<Written> {
  const plain = Buffer.from(await write())
  const sum = createHash('sha256').update(plain).digest('base64url')
  return { plain, tag: `"${sum.slice(0, 22)}"`, packed: new Map() }
}

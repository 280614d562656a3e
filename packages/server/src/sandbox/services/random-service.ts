import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'

const MAX_RANDOM_BYTES = 65_536
const Random = z.union([z.object({ uuid: z.literal(true) }), z.object({ length: z.number().int().nonnegative() })])
const Hash = z.object({ algorithm: z.string(), key: z.string().optional(), data: z.string() })
const algorithms = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'])

export const random = (payload: unknown): string => {
  const wish = Random.parse(payload)
  if ('uuid' in wish) return randomUUID()
  if (wish.length > MAX_RANDOM_BYTES) throw new RangeError(`At most ${MAX_RANDOM_BYTES} random bytes at once`)
  return randomBytes(wish.length).toString('latin1')
}

export const hash = (payload: unknown): string => {
  const { algorithm, key, data } = Hash.parse(payload)
  const name = algorithm.toLowerCase().replace('-', '')
  if (!algorithms.has(name)) throw new TypeError(`There is no hash "${algorithm}" here: ${[...algorithms].join(', ')}.`)
  const made = key === undefined ? createHash(name) : createHmac(name, Buffer.from(key, 'latin1'))
  return made.update(data, 'latin1').digest().toString('latin1')
}

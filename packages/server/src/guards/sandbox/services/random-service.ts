import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { fieldsOf, optional, textOf, unusable } from './read.ts'

const MAX_RANDOM_BYTES = 65_536
const algorithms = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'])

export const random = (payload: unknown): string => {
  const { uuid, length } = fieldsOf(payload)
  if (uuid === true) return randomUUID()
  if (typeof length !== 'number') throw unusable()
  if (length > MAX_RANDOM_BYTES) throw new RangeError(`At most ${MAX_RANDOM_BYTES} random bytes at once`)
  return randomBytes(length).toString('latin1')
}

export const hash = (payload: unknown): string => {
  const fields = fieldsOf(payload)
  const algorithm = textOf(fields['algorithm'])
  const key = optional(fields['key'], textOf)
  const name = algorithm.toLowerCase().replace('-', '')
  if (!algorithms.has(name)) throw new TypeError(`There is no hash "${algorithm}" here: ${[...algorithms].join(', ')}.`)
  const made = key === undefined ? createHash(name) : createHmac(name, Buffer.from(key, 'latin1'))
  return made.update(textOf(fields['data']), 'latin1').digest().toString('latin1')
}

import { webcrypto } from 'node:crypto'
import { types } from 'node:util'
import { fieldsOf, listOf, oneOf, textOf, unusable } from './read.ts'

export const subtleMethods = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'generateKey',
  'importKey',
  'exportKey',
  'deriveBits',
  'deriveKey',
  'wrapKey',
  'unwrapKey',
] as const

const MAX_ARGUMENTS = 8
const MAX_BITS = 8 * 1024 ** 2
const MAX_MODULUS_BITS = 4096
const MAX_KEYS = 1000

/** `crypto.subtle` for one job. Keys stay here and are named by numbers. */
export function createSubtleService(): (payload: unknown) => Promise<unknown> {
  const keys: webcrypto.CryptoKey[] = []

  const open = (packed: unknown, name?: string): unknown => {
    const value = fieldsOf(packed)
    if ('bytes' in value) return Buffer.from(textOf(value['bytes']), 'latin1')
    if ('key' in value) {
      const key = keys[Number(value['key'])]
      if (!key) throw new TypeError('There is no such key')
      return key
    }
    if ('list' in value) return listOf(value['list'], (each) => open(each))
    if ('fields' in value) {
      const fields = Object.entries(fieldsOf(value['fields']))
      return Object.fromEntries(fields.map(([field, each]) => [field, open(each, field)]))
    }
    const { plain } = value
    if (typeof plain === 'object' && plain !== null) throw unusable()
    refuseHuge(plain, name)
    return plain
  }
  const wrap = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString('latin1') }
    if (types.isCryptoKey(value)) {
      if (keys.length >= MAX_KEYS) throw new RangeError(`Code may make ${MAX_KEYS} keys at most`)
      const { type, extractable, usages } = value
      return { key: keys.push(value) - 1, type, extractable, usages, algorithm: readable(value.algorithm) }
    }
    if (isPair(value)) return { pair: [wrap(value.publicKey), wrap(value.privateKey)] }
    return { plain: value }
  }

  return async (payload) => {
    const fields = fieldsOf(payload)
    const method = oneOf(fields['method'], subtleMethods)
    const args = listOf(fields['args'], (each) => each).slice(0, MAX_ARGUMENTS)
    const work = webcrypto.subtle[method].bind(webcrypto.subtle) as (...values: unknown[]) => Promise<unknown>
    return wrap(await work(...args.map((each) => open(each, method === 'deriveBits' ? 'length' : undefined))))
  }
}

/** A few digits could otherwise ask for gigabytes, or for hours. */
function refuseHuge(value: unknown, name: string | undefined): void {
  if (typeof value !== 'number') return
  if (name === 'length' && value > MAX_BITS) throw new RangeError('At most 1 MB can be derived at once')
  if (name === 'modulusLength' && value > MAX_MODULUS_BITS) throw new RangeError('Keys have 4096 bits at most here')
}

function readable(algorithm: object): unknown {
  return JSON.parse(
    JSON.stringify(algorithm, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    ),
  )
}

function isPair(value: unknown): value is webcrypto.CryptoKeyPair {
  return typeof value === 'object' && value !== null && 'publicKey' in value && 'privateKey' in value
}

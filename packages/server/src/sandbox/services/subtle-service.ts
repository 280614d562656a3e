import { webcrypto } from 'node:crypto'
import { types } from 'node:util'
import { z } from 'zod'

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

type Packed =
  | { bytes: string }
  | { key: number }
  | { list: Packed[] }
  | { fields: Record<string, Packed> }
  | { plain?: string | number | boolean | null | undefined }

const Packed: z.ZodType<Packed> = z.lazy(() =>
  z.union([
    z.object({ bytes: z.string() }),
    z.object({ key: z.number() }),
    z.object({ list: z.array(Packed) }),
    z.object({ fields: z.record(z.string(), Packed) }),
    z.object({ plain: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional() }),
  ]),
)
const Call = z.object({ method: z.enum(subtleMethods), args: z.array(Packed).max(8) })

const MAX_BITS = 8 * 1024 ** 2
const MAX_MODULUS_BITS = 4096
const MAX_KEYS = 1000

/** `crypto.subtle` for one job. Keys stay here and are named by numbers. */
export function createSubtleService(): (payload: unknown) => Promise<unknown> {
  const keys: webcrypto.CryptoKey[] = []

  const open = (value: Packed, name?: string): unknown => {
    if ('bytes' in value) return Buffer.from(value.bytes, 'latin1')
    if ('key' in value) {
      const key = keys[value.key]
      if (!key) throw new TypeError('There is no such key')
      return key
    }
    if ('list' in value) return value.list.map((each) => open(each))
    if ('fields' in value) {
      return Object.fromEntries(Object.entries(value.fields).map(([field, each]) => [field, open(each, field)]))
    }
    refuseHuge(value.plain, name)
    return value.plain
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
    const { method, args } = Call.parse(payload)
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

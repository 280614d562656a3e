export const crypto = String.raw`
'use strict';
({ ask, call, part }) => {
  const { isBytes, toBinary, fromBinary } = part('bytes')
  let numberOf

  class CryptoKey {
    #number
    constructor(given) {
      if (given?.given !== secret) throw new TypeError('Illegal constructor')
      this.#number = given.key
      const { type, extractable, algorithm, usages } = given
      Object.assign(this, { type, extractable, algorithm: revive(algorithm), usages })
    }
    static { numberOf = (key) => key.#number }
    get [Symbol.toStringTag]() { return 'CryptoKey' }
  }
  const secret = Symbol()

  const pack = (value) => {
    if (isBytes(value)) return { bytes: toBinary(value) }
    if (value instanceof CryptoKey) return { key: numberOf(value) }
    if (Array.isArray(value)) return { list: value.map(pack) }
    if (typeof value === 'object' && value !== null) {
      return { fields: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pack(each)])) }
    }
    return { plain: value }
  }
  const unpack = (value) => {
    if ('bytes' in value) return fromBinary(value.bytes).buffer
    if ('key' in value) return new CryptoKey({ ...value, given: secret })
    if ('pair' in value) return { publicKey: unpack(value.pair[0]), privateKey: unpack(value.pair[1]) }
    return value.plain
  }
  const revive = (algorithm) => algorithm?.publicExponent
    ? { ...algorithm, publicExponent: fromBinary(algorithm.publicExponent) } : algorithm

  const subtle = {}
  for (const method of call('subtle-methods', null)) {
    Object.defineProperty(subtle, method, {
      value: async (...values) => unpack(await ask('subtle', { method, args: values.map(pack) })),
      writable: true, configurable: true, enumerable: true,
    })
  }
  const randomUUID = () => call('random', { uuid: true })
  const getRandomValues = (target) => {
    if (!ArrayBuffer.isView(target)) throw new TypeError('getRandomValues takes an array of whole numbers')
    new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
      .set(fromBinary(call('random', { length: target.byteLength })))
    return target
  }
  const crypto = { subtle, randomUUID, getRandomValues }

  // What code written for Node asks of its own module.
  const hashing = (setting) => {
    const { Buffer } = part('buffer')
    let whole = ''
    const hash = {
      update(data, encoding) { whole += toBinary(typeof data === 'string' ? Buffer.from(data, encoding) : data); return hash },
      digest(encoding) {
        const result = fromBinary(call('hash', { ...setting, data: whole }), Buffer)
        return encoding === undefined ? result : result.toString(encoding)
      },
    }
    return hash
  }
  const nodeCrypto = {
    webcrypto: crypto, subtle, randomUUID, getRandomValues,
    randomBytes: (length) => getRandomValues(part('buffer').Buffer.alloc(length)),
    randomInt: (low, high) => {
      const [least, most] = high === undefined ? [0, low] : [low, high]
      return least + Math.floor(Number(getRandomValues(new BigUint64Array(1))[0] >> 11n) / 2 ** 53 * (most - least))
    },
    createHash: (algorithm) => hashing({ algorithm: String(algorithm) }),
    createHmac: (algorithm, key) => hashing({
      algorithm: String(algorithm),
      key: toBinary(typeof key === 'string' ? part('buffer').Buffer.from(key) : key),
    }),
  }
  return { crypto, CryptoKey, nodeCrypto }
}
`

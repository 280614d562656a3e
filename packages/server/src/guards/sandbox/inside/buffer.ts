export const buffer = String.raw`
'use strict';
({ part, toBytes, toText }) => {
  const { toBinary, isBytes } = part('bytes')
  const known = {
    utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', ascii: 'ascii',
    latin1: 'latin1', binary: 'latin1', utf16le: 'utf16le', 'utf-16le': 'utf16le', ucs2: 'utf16le', 'ucs-2': 'utf16le',
  }
  const named = (encoding = 'utf8') => {
    const name = known[String(encoding).toLowerCase()]
    if (!name) throw new TypeError('Unknown encoding: ' + encoding)
    return name
  }

  class Buffer extends Uint8Array {
    static from(value, second, third) {
      if (typeof value === 'string') return new Buffer(toBytes({ from: named(second) }, value))
      if (value instanceof ArrayBuffer) return new Buffer(value, second, third)
      if (value?.type === 'Buffer' && Array.isArray(value.data)) return Buffer.from(value.data)
      if (typeof value !== 'object' || value === null) throw new TypeError('Buffer.from takes a text, bytes or an array')
      const list = Array.from(value)
      const made = new Buffer(list.length)
      made.set(list)
      return made
    }
    static alloc(size, fill, encoding) { return fill === undefined ? new Buffer(size) : new Buffer(size).fill(fill, encoding) }
    static allocUnsafe(size) { return new Buffer(size) }
    static isBuffer(value) { return value instanceof Buffer }
    static isEncoding(name) { return String(name).toLowerCase() in known }
    static byteLength(value, encoding) { return typeof value === 'string' ? Buffer.from(value, encoding).length : value.byteLength }
    static concat(list, total = list.reduce((sum, each) => sum + each.length, 0)) {
      const made = new Buffer(total)
      let at = 0
      for (const each of list) {
        if (at >= total) break
        made.set(each.subarray(0, total - at), at)
        at += each.length
      }
      return made
    }
    static compare(a, b) { return Buffer.from(a).compare(b) }

    toString(encoding, start = 0, end = this.length) { return toText({ to: named(encoding) }, this.subarray(start, end)) }
    toJSON() { return { type: 'Buffer', data: Array.from(this) } }
    slice(start, end) { return this.subarray(start, end) }
    equals(other) { return this.compare(other) === 0 }
    compare(other) {
      const length = Math.min(this.length, other.length)
      for (let at = 0; at < length; at++) if (this[at] !== other[at]) return this[at] < other[at] ? -1 : 1
      return Math.sign(this.length - other.length)
    }
    copy(target, to = 0, start = 0, end = this.length) {
      const piece = this.subarray(start, Math.min(end, start + target.length - to))
      target.set(piece, to)
      return piece.length
    }
    write(text, at = 0, length, encoding) {
      if (typeof at === 'string') return this.write(text, 0, undefined, at)
      if (typeof length === 'string') return this.write(text, at, undefined, length)
      return Buffer.from(text, encoding).copy(this, at, 0, length)
    }
    fill(value, at = 0, end = this.length, encoding) {
      if (typeof at === 'string') return this.fill(value, 0, this.length, at)
      if (typeof value === 'number') return super.fill(value, at, end)
      const piece = isBytes(value) ? value : Buffer.from(String(value), encoding)
      if (piece.length === 0) return super.fill(0, at, end)
      for (let place = at; place < end; place++) this[place] = piece[(place - at) % piece.length]
      return this
    }
    indexOf(value, from = 0, encoding) {
      if (typeof value === 'number') return super.indexOf(value & 255, from)
      return toBinary(this).indexOf(toBinary(typeof value === 'string' ? Buffer.from(value, encoding) : value), from)
    }
    includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0 }
  }

  const numbers = {
    UInt8: ['Uint8', 1], Int8: ['Int8', 1], UInt16: ['Uint16', 2], Int16: ['Int16', 2], UInt32: ['Uint32', 4],
    Int32: ['Int32', 4], BigUInt64: ['BigUint64', 8], BigInt64: ['BigInt64', 8], Float: ['Float32', 4], Double: ['Float64', 8],
  }
  for (const [name, [kind, size]] of Object.entries(numbers)) {
    for (const ending of size === 1 ? [''] : ['LE', 'BE']) {
      const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const add = (method, value) =>
        Object.defineProperty(Buffer.prototype, method, { value, writable: true, configurable: true })
      const read = function (at = 0) { return view(this)['get' + kind](at, ending === 'LE') }
      const write = function (value, at = 0) { view(this)['set' + kind](at, value, ending === 'LE'); return at + size }
      add('read' + name + ending, read)
      add('write' + name + ending, write)
      if (!name.includes('UInt')) continue
      add('read' + name.replace('UInt', 'Uint') + ending, read)
      add('write' + name.replace('UInt', 'Uint') + ending, write)
    }
  }
  return { Buffer }
}
`

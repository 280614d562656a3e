/** In messages bytes are texts of one character each. */
export const bytes = String.raw`
'use strict';
({ call, toBytes, toText }) => {
  const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer
  const viewOf = (value) => value instanceof ArrayBuffer ? new Uint8Array(value)
    : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  const toBinary = (value) => toText({ to: 'latin1' }, viewOf(value))
  const fromBinary = (text, Kind = Uint8Array) => new Kind(toBytes({ from: 'latin1' }, text))
  const join = (views) => {
    const whole = new Uint8Array(views.reduce((sum, each) => sum + each.length, 0))
    let at = 0
    for (const each of views) { whole.set(each, at); at += each.length }
    return whole
  }

  class TextEncoder {
    get encoding() { return 'utf-8' }
    encode(text = '') { return new Uint8Array(toBytes({ from: 'utf8' }, String(text))) }
    encodeInto(text, target) {
      let read = 0
      let written = 0
      for (const letter of String(text)) {
        const piece = this.encode(letter)
        if (written + piece.length > target.length) break
        target.set(piece, written)
        read += letter.length
        written += piece.length
      }
      return { read, written }
    }
  }

  class TextDecoder {
    #label
    #options
    #kept = new Uint8Array(0)
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#options = { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) }
      this.#label = call('encoding', String(label))
    }
    get encoding() { return this.#label }
    get fatal() { return this.#options.fatal }
    get ignoreBOM() { return this.#options.ignoreBOM }
    decode(value, { stream = false } = {}) {
      const bytes = join([this.#kept, value === undefined ? new Uint8Array(0) : viewOf(value)])
      const end = stream && this.#label === 'utf-8' ? wholeLetters(bytes) : bytes.length
      this.#kept = bytes.slice(end)
      return toText({ label: this.#label, ...this.#options }, bytes.subarray(0, end))
    }
  }
  // Where the last letter begins whose bytes have not all arrived.
  const wholeLetters = (bytes) => {
    for (let back = 1; back <= 3 && back <= bytes.length; back++) {
      const code = bytes[bytes.length - back]
      if (code < 0x80) break
      if (code >= 0xc0) return (code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
    }
    return bytes.length
  }

  const btoa = (text) => {
    const binary = String(text)
    for (let at = 0; at < binary.length; at++) {
      if (binary.charCodeAt(at) > 255) throw new Error('btoa takes characters of one byte only')
    }
    return toText({ to: 'base64' }, fromBinary(binary))
  }
  const atob = (text) => {
    const clean = String(text).replace(/[ \t\n\f\r=]/g, '')
    if (/[^A-Za-z0-9+/]/.test(clean)) throw new Error('atob takes base64 text only')
    return toBinary(toBytes({ from: 'base64' }, clean))
  }

  class Blob {
    #bytes
    #type
    constructor(parts = [], { type = '' } = {}) {
      this.#bytes = join([...parts].map((each) => bytesOfPart(each)))
      this.#type = String(type).toLowerCase()
    }
    get size() { return this.#bytes.length }
    get type() { return this.#type }
    async text() { return toText({ label: 'utf-8' }, this.#bytes) }
    async arrayBuffer() { return this.#bytes.slice().buffer }
    async bytes() { return this.#bytes.slice() }
    slice(start, end, type = '') { return new Blob([this.#bytes.slice(start, end)], { type }) }
    static bytesOf(blob) { return blob.#bytes }
  }
  const { bytesOf } = Blob
  delete Blob.bytesOf
  const bytesOfPart = (value) => value instanceof Blob ? bytesOf(value)
    : isBytes(value) ? viewOf(value) : new Uint8Array(toBytes({ from: 'utf8' }, String(value)))
  class File extends Blob {
    #name
    #lastModified
    constructor(parts, name, options = {}) {
      super(parts, options)
      this.#name = String(name)
      this.#lastModified = Number(options.lastModified ?? Date.now())
    }
    get name() { return this.#name }
    get lastModified() { return this.#lastModified }
  }
  const binaryOf = (value) => toBinary(bytesOfPart(value))

  return { TextEncoder, TextDecoder, btoa, atob, Blob, File, isBytes, toBinary, fromBinary, binaryOf }
}
`

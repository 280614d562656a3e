export const fetching = String.raw`
'use strict';
({ ask, call, part, toText }) => {
  const { parse } = JSON
  const pairsOf = (init) => init === undefined || init === null ? []
    : typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init)

  class Headers {
    #entries = new Map()
    constructor(init) { for (const [name, value] of pairsOf(init)) this.append(name, value) }
    append(name, value) {
      const key = String(name).toLowerCase()
      this.#entries.set(key, this.#entries.has(key) ? this.#entries.get(key) + ', ' + value : String(value))
    }
    set(name, value) { this.#entries.set(String(name).toLowerCase(), String(value)) }
    delete(name) { this.#entries.delete(String(name).toLowerCase()) }
    get(name) { return this.#entries.get(String(name).toLowerCase()) ?? null }
    has(name) { return this.#entries.has(String(name).toLowerCase()) }
    forEach(visit) { this.#entries.forEach((value, name) => visit(value, name, this)) }
    entries() { return this.#entries.entries() }
    keys() { return this.#entries.keys() }
    values() { return this.#entries.values() }
    [Symbol.iterator]() { return this.#entries.entries() }
  }

  class FormData {
    #fields = []
    append(name, value, fileName) { this.#fields.push([String(name), fieldOf(value, fileName)]) }
    set(name, value, fileName) { this.delete(name); this.append(name, value, fileName) }
    delete(name) { this.#fields = this.#fields.filter(([each]) => each !== String(name)) }
    get(name) { return this.#fields.find(([each]) => each === String(name))?.[1] ?? null }
    getAll(name) { return this.#fields.filter(([each]) => each === String(name)).map(([, value]) => value) }
    has(name) { return this.#fields.some(([each]) => each === String(name)) }
    forEach(visit) { for (const [name, value] of this.#fields) visit(value, name, this) }
    entries() { return this.#fields.values() }
    keys() { return this.#fields.map(([name]) => name).values() }
    values() { return this.#fields.map(([, value]) => value).values() }
    [Symbol.iterator]() { return this.#fields.values() }
    get [Symbol.toStringTag]() { return 'FormData' }
  }
  const fieldOf = (value, fileName) => {
    const { Blob, File } = part('bytes')
    if (!(value instanceof Blob)) return String(value)
    return value instanceof File && fileName === undefined ? value : new File([value], fileName ?? 'blob', { type: value.type })
  }

  const bodyOf = (body) => {
    const { binaryOf, Blob, isBytes } = part('bytes')
    if (body instanceof FormData) {
      const line = '----form' + call('random', { uuid: true })
      const quote = (text) => binaryOf(text).replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
      const pieces = [...body].map(([name, value]) => '--' + line + '\r\nContent-Disposition: form-data; name="' + quote(name) + '"'
        + (value instanceof Blob ? '; filename="' + quote(value.name) + '"\r\nContent-Type: ' + (value.type || 'application/octet-stream') : '')
        + '\r\n\r\n' + binaryOf(value) + '\r\n')
      return { body: pieces.join('') + '--' + line + '--\r\n', type: 'multipart/form-data; boundary=' + line }
    }
    if (body instanceof Blob) return { body: binaryOf(body), type: body.type }
    if (isBytes(body)) return { body: binaryOf(body), type: '' }
    const isQuery = Object.prototype.toString.call(body) === '[object URLSearchParams]'
    return { body: binaryOf(body), type: isQuery ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8' }
  }

  const fetch = async (address, options = {}) => {
    const { signal } = options
    signal?.throwIfAborted()
    const headers = new Headers(options.headers)
    const sent = options.body === undefined || options.body === null ? undefined : bodyOf(options.body)
    if (sent?.type && !headers.has('content-type')) headers.set('content-type', sent.type)
    const asked = ask('fetch', {
      request: {
        url: String(address?.url ?? address),
        method: String(options.method ?? 'GET').toUpperCase(),
        headers: Object.fromEntries(headers),
        ...(sent && { body: sent.body }),
      },
    })
    const answer = await (signal ? Promise.race([asked, new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)))]) : asked)
    const bytes = () => part('bytes').fromBinary(answer.body)
    const text = () => toText({ label: 'utf-8' }, bytes())
    const received = new Headers(answer.headers)
    return {
      ok: answer.status >= 200 && answer.status < 300,
      status: answer.status,
      statusText: answer.statusText,
      url: answer.url,
      headers: received,
      text: async () => text(),
      json: async () => parse(text()),
      bytes: async () => bytes(),
      arrayBuffer: async () => bytes().buffer,
      buffer: async () => part('buffer').Buffer.from(bytes()),
      blob: async () => new (part('bytes').Blob)([bytes()], { type: received.get('content-type') ?? '' }),
    }
  }
  return { fetch, Headers, FormData }
}
`

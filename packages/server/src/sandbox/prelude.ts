/**
 * What user code finds inside the sandbox, as source text. It reaches the outside through one function that takes two
 * texts, and everything that comes through there is treated as untrusted.
 */
export const prelude = String.raw`
(send, maxLength, maxLines) => {
  'use strict'
  const { stringify, parse } = JSON
  const waiting = new Map()
  let lastId = 0
  // There is nobody to share memory with.
  delete globalThis.SharedArrayBuffer

  const ask = (kind, payload) => new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    send(kind, stringify({ id, ...payload }))
  })

  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.name + ': ' + value.message
    if (typeof value === 'function') return '[function ' + value.name + ']'
    if (typeof value === 'symbol' || typeof value === 'bigint' || value === undefined) return String(value)
    try { return stringify(value, (_, each) => typeof each === 'bigint' ? String(each) : each) ?? String(value) }
    catch { return '[object that cannot be shown]' }
  }
  let linesLeft = maxLines
  const print = (level) => (...values) => {
    if (linesLeft-- > 0) send('console', stringify({ level, text: values.map(show).join(' ') }))
  }
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  define('console', {
    log: print('log'), info: print('log'), debug: print('log'), table: print('log'), trace: print('log'),
    warn: print('warn'), error: print('error'),
  })

  class Headers {
    #entries
    constructor(entries) { this.#entries = new Map(entries.map(([name, value]) => [name.toLowerCase(), value])) }
    get(name) { return this.#entries.get(String(name).toLowerCase()) ?? null }
    has(name) { return this.#entries.has(String(name).toLowerCase()) }
    forEach(visit) { this.#entries.forEach((value, name) => visit(value, name, this)) }
    entries() { return this.#entries.entries() }
    keys() { return this.#entries.keys() }
    values() { return this.#entries.values() }
    [Symbol.iterator]() { return this.#entries.entries() }
  }

  const plainHeaders = (headers) => {
    if (headers === undefined || headers === null) return {}
    const entries = typeof headers[Symbol.iterator] === 'function' ? [...headers] : Object.entries(headers)
    return Object.fromEntries(entries.map(([name, value]) => [String(name), String(value)]))
  }

  const fetch = async (address, options = {}) => {
    const body = options.body === undefined || options.body === null ? undefined
      : typeof options.body === 'string' ? options.body : String(options.body)
    const answer = await ask('fetch', {
      request: {
        url: String(address?.url ?? address),
        method: String(options.method ?? 'GET').toUpperCase(),
        headers: plainHeaders(options.headers),
        ...(body !== undefined && { body }),
      },
    })
    return {
      ok: answer.status >= 200 && answer.status < 300,
      status: answer.status,
      statusText: answer.statusText,
      url: answer.url,
      headers: new Headers(answer.headers),
      text: async () => answer.body,
      json: async () => parse(answer.body),
    }
  }
  define('fetch', fetch)

  const timers = new Map()
  let lastTimer = 0
  define('setTimeout', (run, delay = 0, ...values) => {
    const timer = ++lastTimer
    timers.set(timer, true)
    ask('timer', { delay: Number(delay) || 0 }).then(() => {
      if (timers.delete(timer) && typeof run === 'function') run(...values)
    })
    return timer
  })
  define('clearTimeout', (timer) => { timers.delete(timer) })

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  define('btoa', (text) => {
    const codes = [...String(text)].map((letter) => letter.codePointAt(0))
    if (codes.some((code) => code > 255)) throw new Error('btoa takes characters of one byte only')
    let out = ''
    for (let i = 0; i < codes.length; i += 3) {
      const [a, b = 0, c = 0] = codes.slice(i, i + 3)
      const bits = (a << 16) | (b << 8) | c
      out += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63]
        + (i + 1 < codes.length ? alphabet[(bits >> 6) & 63] : '=') + (i + 2 < codes.length ? alphabet[bits & 63] : '=')
    }
    return out
  })
  define('atob', (text) => {
    const clean = String(text).replace(/[\s=]/g, '')
    let out = ''
    let bits = 0
    let count = 0
    for (const letter of clean) {
      const value = alphabet.indexOf(letter)
      if (value < 0) throw new Error('atob takes base64 text only')
      bits = ((bits << 6) | value) & 0xffffff
      count += 6
      if (count >= 8) { count -= 8; out += String.fromCharCode((bits >> count) & 255) }
    }
    return out
  })

  define('URLSearchParams', class URLSearchParams {
    #pairs = []
    constructor(init = '') {
      if (typeof init === 'string') {
        for (const part of init.replace(/^\?/, '').split('&')) {
          if (part === '') continue
          const [name, ...rest] = part.split('=')
          const read = (each) => decodeURIComponent(each.replace(/\+/g, ' '))
          this.#pairs.push([read(name), read(rest.join('='))])
        }
      } else for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init)) this.append(name, value)
    }
    append(name, value) { this.#pairs.push([String(name), String(value)]) }
    delete(name) { this.#pairs = this.#pairs.filter(([each]) => each !== name) }
    set(name, value) { this.delete(name); this.append(name, value) }
    get(name) { return this.#pairs.find(([each]) => each === name)?.[1] ?? null }
    getAll(name) { return this.#pairs.filter(([each]) => each === name).map(([, value]) => value) }
    has(name) { return this.#pairs.some(([each]) => each === name) }
    entries() { return this.#pairs.values() }
    [Symbol.iterator]() { return this.#pairs.values() }
    toString() {
      const write = (each) => encodeURIComponent(each).replace(/%20/g, '+')
      return this.#pairs.map(([name, value]) => write(name) + '=' + write(value)).join('&')
    }
  })

  define('require', (name) => {
    if (name === 'node-fetch' || name === 'cross-fetch') return Object.assign(fetch, { default: fetch })
    throw new Error('The module "' + name + '" is not available here; fetch, URLSearchParams, atob, btoa and setTimeout are.')
  })

  return {
    receive: (text) => {
      const { id, ok, value } = parse(text)
      const entry = waiting.get(id)
      waiting.delete(id)
      if (ok) entry?.resolve(value)
      else entry?.reject(new Error(value))
    },
    run: (work) => {
      const fail = (error) => {
        const isError = typeof error === 'object' && error !== null && 'message' in error
        send('threw', stringify({
          name: isError ? String(error.name ?? 'Error') : 'Thrown',
          message: isError ? String(error.message) : show(error),
          stack: isError ? String(error.stack ?? '') : '',
        }))
      }
      Promise.resolve().then(work).then((value) => {
        let text
        try { text = stringify(value, (_, each) => typeof each === 'bigint' ? String(each) : each) }
        catch (error) { throw new TypeError('The result cannot be turned into JSON: ' + error.message) }
        send('done', text?.length > maxLength ? '' : stringify({ value: text }))
      }).catch(fail)
    },
  }
}
`

/**
 * What user code finds from the start, as source text. It reaches the outside through functions that take and give
 * texts, and everything that comes through there is treated as untrusted. What few programs use is a part of its own,
 * read when code first names it.
 */
export const base = String.raw`
'use strict';
({ send, serve, bytesOf, textOf, load, names, maxLength, maxLines }) => {
  const { stringify, parse } = JSON
  const waiting = new Map()
  let lastId = 0
  // There is nobody to share memory with.
  delete globalThis.SharedArrayBuffer

  const ask = (kind, payload) => new Promise((resolve, reject) => {
    const id = ++lastId
    const text = stringify({ id, ...payload })
    if (text.length > maxLength * 2) throw new RangeError('More than 2 MB cannot be handed over at once')
    waiting.set(id, { resolve, reject })
    send(kind, text)
  })

  const kinds = { RangeError, TypeError, SyntaxError }
  const asError = ({ name, message }) => kinds[name] ? new kinds[name](message) : new DOMException(message, name)
  const call = (service, payload) => {
    const { value, error } = parse(serve(service, stringify(payload)))
    if (error) throw asError(error)
    return value
  }

  // Bytes go over as they are: written out as text they would be held several times.
  const MOST = 2 ** 23
  const toBytes = (setting, text) => {
    if (text === '') return new ArrayBuffer(0)
    const json = stringify(text)
    const bytes = json.length > MOST ? undefined : bytesOf(stringify(setting), json)
    if (bytes === undefined) throw new RangeError('More than 8 MB at once')
    // The copy is memory of this engine, which counts it.
    return bytes.slice(0)
  }
  const toText = (setting, view) => {
    if (view.byteLength === 0) return ''
    const { buffer, byteOffset, byteLength } = view
    if (byteLength > MOST) throw new RangeError('More than 8 MB at once')
    const text = textOf(stringify(setting), byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength))
    if (text === undefined) throw new TypeError('The encoded data was not valid')
    return parse(text)
  }

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

  const loaded = new Map()
  const part = (name) => {
    if (!loaded.has(name)) loaded.set(name, load(name)({ ask, call, part, toBytes, toText }))
    return loaded.get(name)
  }
  for (const [name, home] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, {
      get: () => { const value = part(home)[name]; define(name, value); return value },
      set: (value) => define(name, value),
      configurable: true,
      enumerable: false,
    })
  }
  // Methods that only ever hand over to a part.
  const hand = (owner, home, methods) => {
    for (const name of methods) {
      Object.defineProperty(owner, name, {
        value: { [name](...values) { return part('intl')[home][name](this, values) } }[name],
        writable: true, configurable: true, enumerable: false,
      })
    }
  }
  hand(Date.prototype, 'dates', ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
  hand(Number.prototype, 'numbers', ['toLocaleString'])
  hand(BigInt.prototype, 'numbers', ['toLocaleString'])
  hand(String.prototype, 'letters', ['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase'])

  const timers = new Map()
  let lastTimer = 0
  const setTimer = (again) => (run, delay = 0, ...values) => {
    const timer = ++lastTimer
    const wait = () => ask('timer', { delay: Number(delay) || 0 }).then(() => {
      if (!timers.has(timer)) return
      if (again) wait()
      else timers.delete(timer)
      if (typeof run === 'function') run(...values)
    })
    timers.set(timer, true)
    wait()
    return timer
  }
  const clearTimer = (timer) => { timers.delete(timer) }
  define('setTimeout', setTimer(false))
  define('clearTimeout', clearTimer)
  define('setInterval', setTimer(true))
  define('clearInterval', clearTimer)

  define('fetch', (...values) => part('fetching').fetch(...values))
  define('require', (name) => part('modules').require(String(name)))

  return {
    receive: (text) => {
      const { id, ok, value } = parse(text)
      const entry = waiting.get(id)
      waiting.delete(id)
      if (ok) entry?.resolve(value)
      else entry?.reject(typeof value === 'string' ? new Error(value) : asError(value))
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

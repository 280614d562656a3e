import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbound } from '../outbound/outbound.ts'
import { createSandbox } from './sandbox.ts'

const outbound = createOutbound({ allowedPrivateHosts: [] })
const sandbox = createSandbox({ fetch: outbound.fetch })
const loot = join(tmpdir(), `chatwright-loot-${process.pid}`)

beforeAll(() => {
  process.env['CHATWRIGHT_CANARY'] = 'canary-6f1d'
})
afterAll(async () => {
  delete process.env['CHATWRIGHT_CANARY']
  rmSync(loot, { force: true })
  sandbox.close()
  await outbound.close()
})

/** Each returns something that contains ESCAPED when it reached anything outside. */
const programs: Record<string, string> = {
  'process by name': `return typeof process !== 'undefined' ? 'ESCAPED' : ''`,
  'global by name': `return typeof global !== 'undefined' ? 'ESCAPED' : ''`,
  'memory others left in a Buffer': `return [Buffer.allocUnsafe(100_000), new Uint8Array(Buffer.from('x').buffer), Buffer.alloc(1 << 20)].some((b) => b.some((byte) => byte !== 0 && byte !== 120)) ? 'ESCAPED' : ''`,
  'a service called by another name': `try { return require('toString') + 'ESCAPED' } catch (e) { return '' }`,
  'a part that is none': `return ['__proto__', 'constructor', 'hasOwnProperty'].map((n) => { try { return require(n) + 'ESCAPED' } catch { return '' } }).join('')`,
  'a prototype through lodash': `const _ = require('lodash'); _.set({}, '__proto__.env', 'ESCAPED'); _.merge({}, JSON.parse('{"__proto__":{"env":"ESCAPED"}}')); return {}.env ?? ''`,
  'a key that is forged': `const key = Object.create(CryptoKey.prototype); try { return await crypto.subtle.exportKey('raw', key) + 'ESCAPED' } catch { return '' }`,
  'a key of somebody else by number': `try { return await crypto.subtle.exportKey('raw', { key: 0 }) + 'ESCAPED' } catch { return '' }`,
  'options with a getter': `const seen = []; try { new Intl.DateTimeFormat('en', { get timeZone() { seen.push(new Error().stack); return 'UTC' } }).format(0) } catch {} return seen.join().includes('node:') ? 'ESCAPED' : ''`,
  'options that pollute': `try { new Intl.NumberFormat('en', JSON.parse('{"__proto__":{"style":"ESCAPED"}}')).format(1) } catch {} return ({}).style ?? ''`,
  'an error of the formatter': `try { new Intl.DateTimeFormat('en', { timeZone: 'Nowhere/Town' }) } catch (e) { return e.constructor.constructor('return typeof process')() !== 'undefined' || /node:|[/](home|work)[/]/.test(e.stack) ? 'ESCAPED' : '' }`,
  'an error of a key': `try { await crypto.subtle.importKey('raw', new Uint8Array(3), 'AES-GCM', true, ['encrypt']) } catch (e) { return e.constructor.constructor('return typeof process')() !== 'undefined' || /node:|[/](home|work)[/]/.test(e.stack) ? 'ESCAPED' : '' }`,
  'bytes by the gigabyte': `const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); return (await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 1 }, k, 2 ** 32 - 8)).byteLength + 'ESCAPED'`,
  'a file through a URL': `return (await fetch(new URL('file:///etc/passwd'))).ok ? 'ESCAPED' : ''`,
  'loopback through axios': `return (await require('axios').get('http://127.0.0.1:3000/')).status + 'ESCAPED'`,
  'an object URL': `return URL.createObjectURL(new Blob(['x'])) + 'ESCAPED'`,
  'WebAssembly by name': `return typeof WebAssembly !== 'undefined' ? 'ESCAPED' : ''`,
  'Worker by name': `return typeof Worker !== 'undefined' ? 'ESCAPED' : ''`,
  'Deno and Bun': `return typeof Deno !== 'undefined' || typeof Bun !== 'undefined' ? 'ESCAPED' : ''`,
  'std and os of the engine': `return typeof std !== 'undefined' || typeof os !== 'undefined' ? 'ESCAPED' : ''`,
  'XMLHttpRequest and WebSocket': `return typeof XMLHttpRequest !== 'undefined' || typeof WebSocket !== 'undefined' ? 'ESCAPED' : ''`,
  'import.meta': `return import.meta.url ? 'ESCAPED' : ''`,
  'the function constructor': `return Function('return typeof process')() !== 'undefined' ? 'ESCAPED' : ''`,
  'the constructor of a constructor': `return this?.constructor?.constructor?.('return process')().env ? 'ESCAPED' : ''`,
  'the constructor of an arrow': `return (() => {}).constructor('return process')().mainModule ? 'ESCAPED' : ''`,
  'the async function constructor': `return (await (async () => {}).constructor('return process')()).env ? 'ESCAPED' : ''`,
  'the generator constructor': `return (function* () {}).constructor('return process')().next().value.env ? 'ESCAPED' : ''`,
  'indirect eval': `return (0, eval)('typeof process') !== 'undefined' ? 'ESCAPED' : ''`,
  'eval of this': `return eval('this')?.process ? 'ESCAPED' : ''`,
  'a sloppy function’s this': `return (function () { return this })().process ? 'ESCAPED' : ''`,
  'require of fs': `return require('fs').readFileSync('/etc/passwd', 'utf8') + 'ESCAPED'`,
  'require of node:fs': `return require('node:fs').readdirSync('/') + 'ESCAPED'`,
  'require of child_process': `return require('child_process').execSync('id') + 'ESCAPED'`,
  'require of vm': `return require('vm').runInThisContext('process') + 'ESCAPED'`,
  'require.main': `return require.main.require('fs') + 'ESCAPED'`,
  'require.cache': `return Object.keys(require.cache) + 'ESCAPED'`,
  'the constructor of require': `return require.constructor('return process')().env + 'ESCAPED'`,
  'a module named like a path': `return require('/etc/passwd') + 'ESCAPED'`,
  'dynamic import of fs': `return (await import('fs')).readFileSync + 'ESCAPED'`,
  'dynamic import of node:process': `return (await import('node:process')).env + 'ESCAPED'`,
  'dynamic import of a file': `return (await import('file:///etc/passwd')) + 'ESCAPED'`,
  'dynamic import of data': `return (await import('data:text/javascript,export default process')).default + 'ESCAPED'`,
  'dynamic import of a remote module': `return (await import('https://example.com/x.js')) + 'ESCAPED'`,
  'static import': `import fs from 'fs'\nreturn fs + 'ESCAPED'`,
  'process.binding': `return process.binding('fs') + 'ESCAPED'`,
  'process.mainModule': `return process.mainModule.require('fs') + 'ESCAPED'`,
  'the stack of an error': `const e = new Error(); return e.stack.includes('node:') || e.stack.includes('/home') ? 'ESCAPED' : ''`,
  prepareStackTrace: `Error.prepareStackTrace = (_, sites) => sites.map((s) => s.getThis?.()); const t = new Error().stack; return Array.isArray(t) && t.some((x) => x?.process) ? 'ESCAPED' : ''`,
  'call sites': `Error.prepareStackTrace = (_, s) => s; const s = new Error().stack; return (await s?.[0]?.getFunction?.()?.constructor('return process')())?.env ? 'ESCAPED' : ''`,
  'errors of the host through fetch': `try { await fetch('bad://') } catch (e) { return e.constructor.constructor('return process')().env ? 'ESCAPED' : '' }`,
  'a promise of the host': `return fetch('bad://').constructor.constructor('return process')().env ? 'ESCAPED' : ''`,
  'a thenable that is handed out': `return { then: (resolve) => resolve.constructor('return process')().env + 'ESCAPED' }`,
  'a getter on arguments to fetch': `await fetch({ get url() { return this.constructor.constructor('return process')().env + 'ESCAPED' } })`,
  'toString of an address': `await fetch({ toString() { throw { ESCAPED: typeof process } } }); return typeof process === 'object' ? 'ESCAPED' : ''`,
  'a proxy as options': `await fetch('http://127.0.0.1/', new Proxy({}, { get: (t, k) => { if (typeof k === 'object') throw 'ESCAPED' } }))`,
  'polluted prototypes': `Object.prototype.constructor = null; Object.prototype.env = { a: 'ESCAPED' }; return typeof process`,
  'polluted JSON': `JSON.stringify = () => '{"value":"\\"x\\""}'; JSON.parse = () => ({ id: 1, ok: true, value: { ESCAPED: 1 } }); return 1`,
  'polluted promises': `Promise.prototype.then = function (f) { return f({ process: typeof process === 'object' ? 'ESCAPED' : '' }) }; return 2`,
  'polluted maps': `Map.prototype.get = () => ({ resolve: (v) => v, reject: (v) => v }); return 3`,
  'polluted strings': `String = () => 'ESCAPED'.slice(7); return typeof process`,
  'a species that lies': `class A extends Array { static get [Symbol.species]() { return Function } } try { return new A('return process').map((x) => x)().env + 'ESCAPED' } catch { return '' }`,
  'Symbol.unscopables': `with ({ [Symbol.unscopables]: { x: true } }) { return typeof process === 'object' ? 'ESCAPED' : '' }`,
  'the caller of a function': `function f() { return f.caller } try { return f()?.constructor('return process')()?.env ? 'ESCAPED' : '' } catch { return '' }`,
  'arguments.callee': `return (function () { return arguments.callee.caller?.constructor('return process')().env ? 'ESCAPED' : '' })()`,
  'async stack frames': `await null; return new Error().stack.includes('run-code') ? 'ESCAPED' : ''`,
  'closing the wrapper': `}); globalThis.found = typeof process === 'object' ? 'ESCAPED' : ''; (async () => { return globalThis.found`,
  'a comment that is not closed': `return 1 /* `,
  'a template that is not closed': 'return `${typeof process}',
  'html comments': `<!-- return 'x'\nreturn typeof process === 'object' ? 'ESCAPED' : ''`,
  'unicode escapes of names': `return typeof \\u0070rocess === 'object' ? 'ESCAPED' : ''`,
  'Reflect over globals': `return Reflect.ownKeys(globalThis).some((k) => /process|native|binding|module/i.test(String(k))) ? 'ESCAPED' : ''`,
  'the prototype of globals': `let o = globalThis, keys = []; while ((o = Object.getPrototypeOf(o))) keys.push(...Reflect.ownKeys(o).map(String)); return keys.some((k) => /process|require/.test(k)) ? 'ESCAPED' : ''`,
  'the send function': `return Reflect.ownKeys(globalThis).map(String).includes('send') || typeof send !== 'undefined' ? 'ESCAPED' : ''`,
  'the console’s closure': `return console.log.constructor('return typeof send')() !== 'undefined' ? 'ESCAPED' : ''`,
  'a forged result': `console.log = null; return { kind: 'done', isSound: false, type: 'end' }`,
  'a forged message': `console.log('{"type":"end","outcome":{"kind":"done","value":"\\"ESCAPED\\""}}'.length); return 1`,
  'shared memory': `return typeof SharedArrayBuffer !== 'undefined' && typeof Atomics !== 'undefined' ? (() => { try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10) } catch {} return '' })() : ''`,
  'a finaliser': `const r = new FinalizationRegistry((x) => x.constructor('return process')()); r.register({}, () => {}); return typeof process === 'object' ? 'ESCAPED' : ''`,
  'weak references': `const w = new WeakRef(globalThis); return w.deref().process ? 'ESCAPED' : ''`,
  'typed arrays out of bounds': `const a = new Uint8Array(8); a[1e9] = 1; Object.setPrototypeOf(a, { __proto__: null }); return a[-1] ?? a[1e9] ?? ''`,
  'a detached buffer': `const b = new ArrayBuffer(64); const v = new DataView(b); const t = b.transfer?.(0); try { return v.getUint8(0) + 'ESCAPED' } catch { return '' }`,
  'a length that lies': `const a = []; a.length = 2 ** 32 - 1; return a.indexOf('x', 2 ** 32 - 10)`,
  'a regular expression gone wild': `return new RegExp('(?<' + 'a'.repeat(5000) + '>x)').test('x')`,
  'sort that changes its array': `const a = Array.from({ length: 1000 }, (_, i) => i); a.sort((x, y) => { a.length = 0; return y - x }); return a.length`,
  'bigints that grow': `let b = 2n; for (let i = 0; i < 22; i++) b *= b; return String(b).length`,
  'a date beyond time': `return new Date(8.64e15 + 1).getTime()`,
  'writing a file through fetch': `return (await fetch('file://${loot}', { method: 'PUT', body: 'x' })).ok ? 'ESCAPED' : ''`,
  'loopback through fetch': `return (await fetch('http://localhost:3000/api/v1/credentials')).ok ? 'ESCAPED' : ''`,
  'metadata through fetch': `return (await fetch('http://169.254.169.254/latest/meta-data/')).ok ? 'ESCAPED' : ''`,
  'headers that split': `return (await fetch('http://example.com', { headers: { 'x': 'a\\r\\nhost: inside' } })).ok ? 'ESCAPED' : ''`,
}

test('the corpus is large enough', () => {
  expect(Object.keys(programs).length).toBeGreaterThanOrEqual(60)
})

test.each(Object.entries(programs))('%s', async (_, code) => {
  const outcome = await sandbox.attempt({ code, globals: { $input: 'x' }, timeoutMs: 4000 })
  const told = JSON.stringify(outcome.kind === 'done' ? outcome : { ...outcome, message: '' })
  expect(told).not.toContain('ESCAPED')
  expect(told).not.toContain('canary-6f1d')
  expect(told).not.toContain('root:x:')
  expect(existsSync(loot)).toBe(false)
})

/** Everything code can get hold of: all that hangs on a global, what each makes, and what its calls give back. */
const walk = `
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify'])
  const url = new URL('https://a.example/b?c=d')
  const form = new FormData()
  form.append('file', new File(['x'], 'x.txt'))
  const controller = new AbortController()
  controller.abort()
  const caught = []
  for (const wrong of [() => new Intl.NumberFormat('!'), () => new URL('?'), () => new TextDecoder('?'), () => atob('?'), () => require('moment')]) {
    try { wrong() } catch (error) { caught.push(error) }
  }
  for (const asked of [fetch('bad://'), crypto.subtle.importKey('raw', 1, 'x', true, []), require('axios').get('bad://')]) {
    try { await asked } catch (error) { caught.push(error) }
  }
  const made = [
    key, await crypto.subtle.exportKey('jwk', key), await crypto.subtle.sign('HMAC', key, new Uint8Array(2)), caught,
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']), url, url.searchParams, form,
    form.get('file'), await form.get('file').arrayBuffer(), controller, controller.signal, new Headers({ a: 'b' }),
    new TextEncoder().encode('x'), new TextDecoder(), Buffer.from('x'), new Intl.Locale('de'), crypto.getRandomValues(new Uint8Array(2)),
    ...Object.getOwnPropertyNames(Intl).map((name) => { try { return new Intl[name]('en', { type: 'region' }) } catch { return Intl[name] } }),
    new Intl.Segmenter('en').segment('a b'), new Intl.DateTimeFormat('en').formatToParts(0),
    ...['axios', 'lodash', 'node-fetch', 'buffer', 'crypto', 'url', 'util', 'form-data', 'uuid'].map((name) => require(name)),
    require('crypto').createHash('sha256'), require('crypto').createHash('sha256').update('x').digest(), fetch('bad://').catch(() => 0),
  ]
  const seen = new Set()
  const queue = [globalThis, ...made]
  const found = []
  while (queue.length > 0) {
    const value = queue.pop()
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue
    seen.add(value)
    const outside = (make) => { try { return make('return typeof process')() !== 'undefined' } catch { return false } }
    if (!(value instanceof Object) && Object.getPrototypeOf(value) !== null) found.push('of another world: ' + String(value))
    if (outside(value.constructor?.constructor ?? (() => () => 'undefined'))) found.push('through ' + String(value))
    queue.push(Object.getPrototypeOf(value))
    for (const name of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, name)
      queue.push(property.value, property.get, property.set)
      if (property.get) { try { queue.push(value[name]) } catch (error) { queue.push(error) } }
    }
  }
  return { found, seen: seen.size }
`

test('nothing that code can get hold of leads outside', async () => {
  const { value } = await sandbox.run({ code: walk, globals: {} })
  expect(value).toEqual({ found: [], seen: expect.any(Number) })
  expect((value as { seen: number }).seen).toBeGreaterThan(1000)
})

test('after all of them the sandbox still works, and knows nothing of its surroundings', async () => {
  const { value } = await sandbox.run({
    code: `return Reflect.ownKeys(globalThis).filter((key) => typeof key === 'string')`,
    globals: {},
  })
  expect(value).toEqual(expect.arrayContaining(['Array', 'JSON', 'console', 'fetch']))
  const beyondTheLanguage = (value as string[]).filter((name) =>
    /process|global$|buffer$|module|import|std|^os$|send|worker|native|binding|wasm|webassembly|script/i.test(name),
  )
  expect(beyondTheLanguage).toEqual(['ArrayBuffer', 'Buffer'])
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInThisContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../outbound/outbound.ts'
import { createSandbox } from './sandbox.ts'

const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] })
const sandbox = createSandbox({ fetch: outbound.fetch })
/** Says what was sent to it. */
const echo = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/bytes') return response.end(Buffer.from([0, 255, 128, 10]))
    if (request.url === '/large') return response.end('é'.repeat(2_500_000))
    if (request.url === '/missing') return response.writeHead(404).end('{"why":"gone"}')
    const { method, url, headers } = request
    const body = Buffer.concat(parts).toString('latin1')
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({ method, url, type: headers['content-type'], auth: headers.authorization, body }),
    )
  })
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterAll(async () => {
  sandbox.close()
  echo.close()
  await outbound.close()
})

/** Nothing here is about time: a busy machine gets as much as the sandbox may give. */
const run = (code: string) => sandbox.run({ code, globals: { address }, timeoutMs: 60_000 })
const valueOf = async (code: string) => (await run(code)).value

/** What Node itself says to the same expression. */
const sameAsNode = [
  `new Date(1e12).toLocaleString('en-GB', { timeZone: 'Australia/Sydney' })`,
  `new Date(1e12).toLocaleString('de-DE', { timeZone: 'Asia/Kolkata', dateStyle: 'full', timeStyle: 'long' })`,
  `new Date(1e12).toLocaleDateString('fr', { weekday: 'long', month: 'long', timeZone: 'UTC' })`,
  `new Date(1e12).toLocaleDateString('en-US', { hour: 'numeric', timeZone: 'UTC' })`,
  `new Date(1e12).toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour12: true })`,
  `new Date(1e12).toLocaleString('ja', { timeZone: 'Asia/Tokyo' })`,
  `new Date(NaN).toLocaleString('en')`,
  `(1234567.891).toLocaleString('de-DE')`,
  `(0.5).toLocaleString('en', { style: 'percent' })`,
  `(12n ** 20n).toLocaleString('en')`,
  `[1234.5, new Date(0)].toLocaleString('en-US', { timeZone: 'UTC' })`,
  `new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).formatToParts(-1.5)`,
  `[NaN, Infinity, -0].map(new Intl.NumberFormat('en').format)`,
  `new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris' }).resolvedOptions()`,
  `new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatRange(new Date(0), new Date(1e9))`,
  `Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(new Date(0))`,
  `['z', 'a', 'ä', 'Z', 'A'].sort(new Intl.Collator('de').compare)`,
  `['ä', 'a', 'z'].sort((a, b) => a.localeCompare(b, 'sv'))`,
  `Array.from({ length: 95 * 95 }, (_, at) => String.fromCharCode(32 + (at % 95), 32 + Math.floor(at / 95))).sort((a, b) => a.localeCompare(b) || 0)`,
  `['resume', 'Resume', 'RESUME', 'résumé', 'res', 're-s', 'a b', 'ab', 'aB', 'Ab', ''].sort((a, b) => a.localeCompare(b))`,
  `'i'.toLocaleUpperCase('tr') + 'I'.toLocaleLowerCase('tr') + 'ß'.toLocaleUpperCase()`,
  `new Intl.PluralRules('en', { type: 'ordinal' }).select(22)`,
  `new Intl.ListFormat('en').format(['a', 'b', 'c'])`,
  `new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day')`,
  `new Intl.DisplayNames('en', { type: 'region' }).of('FR')`,
  `[...new Intl.Segmenter('en', { granularity: 'word' }).segment('a b')]`,
  `new Intl.Locale('zh-Hans-CN').maximize().language + new Intl.Locale('en').maximize().toString()`,
  `Intl.getCanonicalLocales('EN-us')`,
  `Intl.supportedValuesOf('timeZone').length > 400`,
  `Intl.NumberFormat.supportedLocalesOf(['de', 'xx'])`,
  `new URL('../b?x=1&x=2#h', 'https://u:p@é.example:8443/a/c').href`,
  `((u) => { u.searchParams.append('q', 'a b&c'); u.pathname = '/ü'; u.port = '1'; return [u.href, u.search, JSON.stringify({ u })] })(new URL('https://a.example/?z=1'))`,
  `((u) => { u.search = '?n=2'; return u.searchParams.get('n') })(new URL('https://a.example/?n=1'))`,
  `[URL.canParse('nope'), URL.canParse('/x', 'https://a.example')]`,
  `new URLSearchParams({ a: '1 2', b: 'é', c: '*~' }).toString()`,
  `[...new URLSearchParams('?a=1&a=%zz&b=+')]`,
  `((p) => { p.set('a', 3); p.delete('b'); p.sort(); return [String(p), p.size, p.has('a', '3')] })(new URLSearchParams('z=1&a=1&b=2&a=2'))`,
  `[...new TextEncoder().encode('é😀')]`,
  `new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xff]))`,
  `new TextDecoder('windows-1252').decode(new Uint8Array([0x80, 0xe9]))`,
  `((d) => d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }) + '|' + d.decode(new Uint8Array([0x98, 0x80]), { stream: true }))(new TextDecoder())`,
  `new TextEncoder().encodeInto('aé😀', new Uint8Array(4))`,
  `[btoa('hé'), atob('aGk=')]`,
  `Buffer.from('é😀').toString('base64') + Buffer.from('é').toString('hex') + Buffer.from('aGk', 'base64url')`,
  `JSON.stringify(Buffer.concat([Buffer.from([1, 2]), Buffer.alloc(2, 'ab')]))`,
  `((b) => { b.writeUInt32BE(0xdeadbeef, 0); return [b.readInt16LE(1), b.indexOf(0xbe), b.slice(1, 3).equals(Buffer.from('adbe', 'hex')), Buffer.isBuffer(b)] })(Buffer.alloc(6))`,
  `[Buffer.byteLength('é'), Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from('hello').subarray(1, 3).toString()]`,
  `AbortSignal.abort(new Error('x')).reason.message + AbortSignal.abort().reason.name`,
  `((c) => { const heard = []; c.signal.addEventListener('abort', (e) => heard.push(e.type)); c.abort(); c.abort(); return [heard, c.signal.aborted] })(new AbortController())`,
  `((f) => { f.append('a', 1); f.append('a', 2); f.set('b', 'x'); return [f.get('a'), f.getAll('a'), [...f.keys()]] })(new FormData())`,
  `((h) => { h.append('A', 'c'); return [[...h], h.get('a')] })(new Headers({ a: 'b' }))`,
]

test.each(sameAsNode)('as everywhere: %s', async (expression) => {
  const expected: unknown = runInThisContext(expression)
  expect(await valueOf(`return ${expression}`)).toEqual(JSON.parse(JSON.stringify(expected)))
})

describe('what is wrong says so', () => {
  test.each([
    [
      `new Date().toLocaleString('en', { timeZone: 'Nowhere/Town' })`,
      /RangeError: Invalid time zone specified: Nowhere\/Town/,
    ],
    [`new Intl.DateTimeFormat('en').format(NaN)`, /RangeError: Invalid time value/],
    [`new Intl.NumberFormat('not a locale')`, /RangeError: Incorrect locale information/],
    [`new URL('nope')`, /TypeError: Invalid URL: nope/],
    [`new TextDecoder('klingon')`, /RangeError/],
    [`new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))`, /TypeError/],
    [`Buffer.from('x', 'rot13')`, /Unknown encoding: rot13/],
    [`crypto.getRandomValues(new Uint8Array(70000))`, /At most 65536/],
    [`Buffer.from('x'.repeat(9_000_000))`, /More than 8 MB at once/],
    [`await fetch(address, { method: 'POST', body: 'x'.repeat(3_000_000) })`, /More than 2 MB/],
  ])('%s', async (code, sentence) => {
    await expect(run(code)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
    })
  })
})

test('crypto makes and checks what others make and check', async () => {
  expect(
    await valueOf(`
      const hex = (bytes) => Buffer.from(bytes).toString('hex')
      const text = new TextEncoder().encode('abc')
      const mac = await crypto.subtle.importKey('raw', text, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
      const signature = await crypto.subtle.sign('HMAC', mac, text)
      const aes = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const hidden = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, text)
      const jwk = await crypto.subtle.exportKey('jwk', aes)
      const again = await crypto.subtle.importKey('jwk', jwk, 'AES-GCM', false, ['decrypt'])
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
      const how = { name: 'ECDSA', hash: 'SHA-256' }
      const node = require('crypto')
      return [
        hex(await crypto.subtle.digest('SHA-1', text)),
        await crypto.subtle.verify('HMAC', mac, signature, text),
        hex(signature) === node.createHmac('sha256', 'abc').update('abc').digest('hex'),
        Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, again, hidden)).toString(),
        await crypto.subtle.verify(how, pair.publicKey, await crypto.subtle.sign(how, pair.privateKey, text), text),
        node.createHash('md5').update('a').update('b').digest('hex'),
        /^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(crypto.randomUUID()) && crypto.randomUUID() !== crypto.randomUUID(),
        node.randomBytes(16).length, aes.algorithm,
      ]`),
  ).toEqual([
    'a9993e364706816aba3e25717850c26c9cd0d89d',
    true,
    true,
    'abc',
    true,
    '187ef4436122d1cc2f40dc2b92f0eba0',
    true,
    16,
    { name: 'AES-GCM', length: 256 },
  ])
})

describe('fetch', () => {
  test('sends forms, bytes and queries, and reads bytes', async () => {
    expect(
      await valueOf(`
        const form = new FormData()
        form.append('na"me', 'é')
        form.append('file', new Blob([new Uint8Array([0, 255])], { type: 'image/png' }), 'a.png')
        const post = async (body, headers) => (await fetch(address, { method: 'post', body, headers })).json()
        const multi = await post(form)
        return [
          multi.type.split('=')[0], multi.body.replaceAll(multi.type.split('=')[1], 'LINE'),
          await post(new Uint8Array([1, 200])), await post(new URLSearchParams({ a: 'b' })), await post('text', { 'Content-Type': 'x/y' }),
          [...new Uint8Array(await (await fetch(new URL('/bytes', address))).arrayBuffer())],
        ]`),
    ).toEqual([
      'multipart/form-data; boundary',
      '--LINE\r\nContent-Disposition: form-data; name="na%22me"\r\n\r\n\u00c3\u00a9\r\n--LINE\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0000\u00ff\r\n--LINE--\r\n',
      { method: 'POST', url: '/', body: '\u0001\u00c8' },
      { method: 'POST', url: '/', type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'a=b' },
      { method: 'POST', url: '/', type: 'x/y', body: 'text' },
      [0, 255, 128, 10],
    ])
  })

  test('reads as much as an answer may hold', async () => {
    expect(await valueOf(`return (await (await fetch(address + '/large')).text()).length`)).toBe(2_500_000)
    expect(await valueOf(`return Buffer.from(await (await fetch(address + '/large')).arrayBuffer()).length`)).toBe(
      5_000_000,
    )
  })

  test('is left by a signal', async () => {
    const code = `
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 5)
      try { await fetch('http://127.0.0.1:1/', { signal: AbortSignal.any([controller.signal, AbortSignal.abort()]) }) } catch (e) { return e.name }`
    expect(await valueOf(code)).toBe('AbortError')
  })
})

describe('modules', () => {
  test('axios has a stand-in', async () => {
    expect(
      await valueOf(`
        const axios = require('axios')
        const api = axios.create({ baseURL: address, headers: { 'x-a': 'b' }, auth: { username: 'u', password: 'p' } })
        const got = await api.get('/list', { params: { q: 'a b', n: [1, 2], none: undefined } })
        const sent = await axios.post(address, { a: 1 })
        const plain = await axios({ method: 'put', url: address, data: 'a=b' })
        let failed
        try { await axios.get(address + '/missing') } catch (e) { failed = [axios.isAxiosError(e), e.message, e.response.status, e.response.data] }
        const kept = await axios.get(address + '/missing', { validateStatus: () => true })
        return [got.status, got.data, sent.data.type, sent.data.body, plain.data.method, plain.data.type, failed, kept.status, got.headers['content-type']]`),
    ).toEqual([
      200,
      { method: 'GET', url: '/list?q=a+b&n%5B%5D=1&n%5B%5D=2', auth: 'Basic dTpw', body: '' },
      'application/json',
      '{"a":1}',
      'PUT',
      'application/x-www-form-urlencoded',
      [true, 'Request failed with status code 404', 404, { why: 'gone' }],
      404,
      'application/json',
    ])
  })

  test('lodash has a stand-in', async () => {
    expect(
      await valueOf(`
        const _ = require('lodash')
        const people = [{ n: 'b', a: { x: 1 } }, { n: 'a', a: { x: 3 } }, { n: 'b', a: { x: 2 } }]
        return [
          _.get(people, '[1].a.x'), _.get({}, 'a.b', 'none'), _.set({}, 'a[0].b', 1), _.map(people, 'n'), _.groupBy([1.2, 1.5, 2], Math.floor),
          _.sortBy(people, ['n', 'a.x']).map((each) => each.a.x), _.orderBy(people, ['a.x'], ['desc'])[0].n, _.uniqBy(people, 'n').length, _.chunk([1, 2, 3], 2),
          _.pick({ a: 1, b: 2 }, ['a']), _.omit({ a: 1, b: 2 }, 'a'), _.isEmpty({}), _.isEqual({ a: [1] }, { a: [1] }), _.sumBy(people, 'a.x'),
          _.camelCase('Foo bar-baz'), _.snakeCase('fooBar'), _.merge({ a: { b: 1 } }, { a: { c: 2 } }), _.range(3), _.find(people, { n: 'a' }).a.x, require('lodash/capitalize')('abc'),
          _.round(1.005, 2), _.keyBy(people, 'n').b.a.x, _.debounceTypo === undefined,
        ]`).catch((error: Error) => error.message),
    ).toMatch(/lodash\.debounceTypo is not available here\. Write it with the methods of arrays and objects\./)
    expect(
      await valueOf(`
        const _ = require('lodash')
        const people = [{ n: 'b', a: { x: 1 } }, { n: 'a', a: { x: 3 } }, { n: 'b', a: { x: 2 } }]
        return [
          _.get(people, '[1].a.x'), _.get({}, 'a.b', 'none'), _.set({}, 'a[0].b', 1), _.map(people, 'n'), _.groupBy([1.2, 1.5, 2], Math.floor),
          _.sortBy(people, ['n', 'a.x']).map((each) => each.a.x), _.orderBy(people, ['a.x'], ['desc'])[0].n, _.uniqBy(people, 'n').length, _.chunk([1, 2, 3], 2),
          _.pick({ a: 1, b: 2 }, ['a']), _.omit({ a: 1, b: 2 }, 'a'), _.isEmpty({}), _.isEqual({ a: [1] }, { a: [1] }), _.sumBy(people, 'a.x'),
          _.camelCase('Foo bar-baz'), _.snakeCase('fooBar'), _.merge({ a: { b: 1 } }, { a: { c: 2 } }), _.range(3), _.find(people, { n: 'a' }).a.x, require('lodash/capitalize')('abc'),
          _.round(1.005, 2), _.keyBy(people, 'n').b.a.x,
        ]`),
    ).toEqual([
      3,
      'none',
      { a: [{ b: 1 }] },
      ['b', 'a', 'b'],
      { 1: [1.2, 1.5], 2: [2] },
      [3, 1, 2],
      'a',
      2,
      [[1, 2], [3]],
      { a: 1 },
      { b: 2 },
      true,
      true,
      6,
      'fooBarBaz',
      'foo_bar',
      { a: { b: 1, c: 2 } },
      [0, 1, 2],
      3,
      'Abc',
      1.01,
      2,
    ])
  })

  test.each([
    ['moment', /The module "moment" is not available here\. Use Date and Intl instead: .*timeZone/],
    ['node:fs', /The module "fs" is not available here\. Code here has no files, programs or system\./],
    ['left-pad', /The module "left-pad" is not available here\. These are: node-fetch, .*lodash/],
  ])('%s is named with a way out', async (name, sentence) => {
    await expect(run(`require('${name}')`)).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
    })
  })
})

test('what code uses of these is paid for by that code alone', async () => {
  const timed = async (code: string) => {
    await run(code)
    const startedAt = performance.now()
    for (let i = 0; i < 10; i++) await run(code)
    return (performance.now() - startedAt) / 10
  }
  const bare = await timed('return 1')
  const all = await timed(
    `return Object.keys([URL, Buffer, Intl, crypto, FormData, require('lodash'), require('axios')]).length`,
  )
  expect(bare).toBeLessThan(all)
})

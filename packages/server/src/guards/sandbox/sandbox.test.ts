import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../outbound/outbound.ts'
import { createSandbox } from './sandbox.ts'
import { patient } from '../../../testing/patient.ts'

const outbound = createOutbound({ allowedPrivateHosts: [] })
const sandbox = createSandbox({ fetch: outbound.fetch })
afterAll(async () => {
  sandbox.close()
  await outbound.close()
})

const run = (code: string, globals: Record<string, unknown> = {}, timeoutMs = 60_000) =>
  sandbox.run({ code, globals, timeoutMs })
/** A new process may have to start first, from its sources. */
const START_MS = 6000
const valueOf = async (code: string, globals?: Record<string, unknown>) => (await run(code, globals)).value

describe('code', () => {
  test('returns what it computes from its inputs', async () => {
    expect(await valueOf('return $a + $b', { $a: 2, $b: 40 })).toBe(42)
    expect(await valueOf('const x = await Promise.resolve({ list: [1, null, "é😀"] }); return x')).toEqual({
      list: [1, null, 'é😀'],
    })
    expect(await valueOf('// nothing')).toBeUndefined()
    expect(await valueOf('return [typeof $given, $none]', { $given: undefined, $none: null })).toEqual([
      'undefined',
      null,
    ])
    expect(await valueOf('return 10n ** 20n')).toBe('100000000000000000000')
  })

  test('its console is captured, with levels', async () => {
    const { console } = await run('console.log("a", { b: 1 }, [2]); console.warn("w"); console.error(new Error("e"))')
    expect(console).toEqual([
      { level: 'log', text: 'a {"b":1} [2]' },
      { level: 'warn', text: 'w' },
      { level: 'error', text: 'Error: e' },
    ])
  })

  test('an error names its line', async () => {
    await expect(run('const a = 1\n\nundefined_thing()')).rejects.toMatchObject({
      name: 'NodeError',
      // Not that of a service that failed.
      code: 'bad-input',
      message: expect.stringMatching(/near line 3: ReferenceError: undefined_thing is not defined/),
    })
    await expect(run('const a = 1\nawait null\nthrow new RangeError("too far")')).rejects.toMatchObject({
      message: 'The code failed near line 3: RangeError: too far',
    })
    await expect(run('let = ;')).rejects.toMatchObject({ message: expect.stringMatching(/line 1: SyntaxError/) })
    await expect(run('throw "plain"')).rejects.toMatchObject({ message: 'The code failed: Thrown: plain' })
  })

  test('small things code expects are there', async () => {
    expect(
      await valueOf(`
        const later = await new Promise((resolve) => setTimeout(resolve, 5, 'later'))
        const query = new URLSearchParams({ a: '1 2', b: 'é' })
        return [later, query.toString(), btoa('hello'), atob('aGVsbG8='), new Date(0).toISOString()]
      `),
    ).toEqual(['later', 'a=1+2&b=%C3%A9', 'aGVsbG8=', 'hello', '1970-01-01T00:00:00.000Z'])
    await expect(run('require("fs")')).rejects.toMatchObject({ message: expect.stringContaining('not available here') })
  })

  test('no run sees what another left behind', async () => {
    await run('globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = null; JSON.stringify = () => "x"')
    expect(await valueOf('return [typeof left, typeof ({}).left, [1].map((x) => x + 1)]')).toEqual([
      'undefined',
      'undefined',
      [2],
    ])
  })

  test('a name that is none is refused', async () => {
    await expect(run('return 1', { 'a b': 1 })).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('a call costs milliseconds once warm', async () => {
    await run('return 1')
    const startedAt = performance.now()
    for (let i = 0; i < 20; i++) await run('return 1')
    expect((performance.now() - startedAt) / 20).toBeLessThan(patient(50))
  })
})

describe('fetch', () => {
  test('goes through the guarded client', async () => {
    let calls = 0
    const server = createServer((_, response) => {
      calls += 1
      response.end('inside')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await expect(run(`return (await fetch('http://127.0.0.1:${port}/')).text()`)).rejects.toMatchObject({
      message: expect.stringContaining("The server can't call 127.0.0.1"),
    })
    await expect(run(`return fetch('http://169.254.169.254/')`)).rejects.toMatchObject({ name: 'NodeError' })
    await expect(run(`return fetch('file:///etc/passwd')`)).rejects.toMatchObject({ name: 'NodeError' })
    expect(calls).toBe(0)
    server.close()
  })

  test('sends and reads where it may', async () => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        response.setHeader('x-seen', String(request.headers['x-mine']))
        response.end(JSON.stringify({ method: request.method, body }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const open = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] })
    const opened = createSandbox({ fetch: open.fetch })
    const { value } = await opened.run({
      code: `
        const fetch = require('node-fetch')
        const answer = await fetch(address, { method: 'POST', headers: { 'x-mine': 'yes' }, body: JSON.stringify({ a: 1 }) })
        return [answer.ok, answer.status, answer.headers.get('X-Seen'), await answer.json()]`,
      globals: { address: `http://127.0.0.1:${port}/` },
    })
    expect(value).toEqual([true, 200, 'yes', { method: 'POST', body: '{"a":1}' }])
    opened.close()
    await open.close()
    server.close()
  })
})

describe('limits', () => {
  test.each([
    ['a loop', 'while (true);'],
    ['a loop of promises', 'const go = () => Promise.resolve().then(go); await go()'],
    ['a loop that catches everything', 'for (;;) { try { for (;;); } catch {} }'],
    ['a loop in a getter of the result', 'return { get x() { for (;;); } }'],
    ['a loop in toJSON', 'return { toJSON() { for (;;); } }'],
    ['a catastrophic expression', 'return /^(a+)+$/.test("a".repeat(60) + "!")'],
    ['a loop in finally', 'try { return 1 } finally { for (;;); }'],
    ['endless timers', 'const go = () => setTimeout(go, 0); go(); await new Promise(() => {})'],
    ['a generator without end', 'function* g() { for (;;) yield 1 } for (const x of g());'],
    ['sorting with a comparison that loops', '[3, 1, 2].sort(() => { for (;;); })'],
  ])('%s ends at its time', async (_, code) => {
    const startedAt = performance.now()
    await expect(run(code, {}, 100)).rejects.toMatchObject({ name: 'NodeError' })
    expect(performance.now() - startedAt).toBeLessThan(patient(100 + 500 + START_MS))
  })

  test('a loop ends within half a second of its limit, while the server goes on', async () => {
    await run('return 1')
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    const startedAt = performance.now()
    await expect(run('for (;;);', {}, 1000)).rejects.toMatchObject({ code: 'timeout' })
    clearInterval(beat)
    expect(performance.now() - startedAt).toBeLessThan(patient(1500))
    expect(longest).toBeLessThan(patient(100))
  })

  test.each([
    ['arrays', 'const kept = []; for (;;) kept.push(new Array(100000).fill(1))'],
    ['strings', 'let s = "x"; for (;;) s += s'],
    ['repeat', 'return "x".repeat(2 ** 30)'],
    ['buffers', 'const kept = []; for (;;) kept.push(new ArrayBuffer(10_000_000))'],
    ['maps', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
    ['closures', 'const kept = []; for (;;) { const a = [kept.length]; kept.push(() => a) }'],
    ['console arguments', 'console.log("x".repeat(50_000_000), "y".repeat(50_000_000))'],
  ])('memory: %s', async (_, code) => {
    await expect(run(code, {}, 2000)).rejects.toMatchObject({ name: 'NodeError' })
  })

  test.each([
    ['recursion', 'const f = () => f() + 1; return f()'],
    ['deep JSON', 'let a = []; for (let i = 0; i < 100000; i++) a = [a]; return a'],
    ['deep parsing', 'return JSON.parse("[".repeat(100000) + "]".repeat(100000))'],
    ['deep source', 'return eval("(".repeat(50000) + "1" + ")".repeat(50000))'],
    ['deep expressions', 'return new RegExp("(".repeat(20000) + ")".repeat(20000))'],
    ['proxies around proxies', 'let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); return p.x'],
    ['cyclic results', 'const a = {}; a.a = a; return a'],
  ])('stack: %s', async (_, code) => {
    await expect(run(code)).rejects.toMatchObject({ name: 'NodeError' })
    expect(await valueOf('return 1')).toBe(1)
  })

  test('too much output is refused, too much console is cut', async () => {
    await expect(run('return "x".repeat(2_000_000)')).rejects.toMatchObject({ code: 'refused' })
    await expect(run('return "x".repeat(5_000_000)')).rejects.toMatchObject({ code: 'refused' })
    const { console } = await run('for (let i = 0; i < 100000; i++) console.log("line " + i)')
    expect(console.length).toBeLessThanOrEqual(1000)
    expect(console.at(-1)?.text).toMatch(/cut/)
    const long = await run('console.log("x".repeat(1_000_000)); return 1')
    expect(JSON.stringify(long.console).length).toBeLessThan(70_000)
  })

  test('code that waits for nothing is told so at once', async () => {
    await expect(run('await new Promise(() => {})')).rejects.toMatchObject({
      message: 'The code is waiting for something that never happens.',
    })
  })

  test('a caller who leaves ends the code', async () => {
    const leaving = new AbortController()
    const running = sandbox.run({ code: 'for (;;);', globals: {}, signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('gone')), 100)
    await expect(running).rejects.toThrow('gone')
  })

  test('many at once each get their own answer', async () => {
    const values = await Promise.all(Array.from({ length: 20 }, (_, i) => valueOf('return $i * 2', { $i: i })))
    expect(values).toEqual(Array.from({ length: 20 }, (_, i) => i * 2))
  })
})

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { expectNoFault, expectRefusal } from '../testing/expect-refusal.ts'
import { sampleRequest } from '../testing/sample-request.ts'
import { testServer } from '../testing/test-server.ts'

// Every route that reads forms, with nothing listed by hand.
const server = await testServer({ env: { BODY_LIMIT: '1mb', UPLOAD_LIMIT: '1mb' } })
afterAll(() => server.close())

const created = await server.send('POST', '/api/v1/chatflows', { name: 'Empty', flowData: '{"nodes":[],"edges":[]}' })
const { id: flowId } = created.body as { id: string }
const routes = server.services.handlers
  .map(({ route }) => route)
  .filter(({ consumes }) => consumes.endsWith('multipart'))
  .map((route) => [`${route.method} ${route.path}`, sampleRequest(route, { id: flowId, chatId: 'chat' })] as const)

const send = (url: string, contentType: string, payload: string | Buffer) =>
  server.app.inject({ method: 'POST', url, headers: { host: 'localhost', 'content-type': contentType }, payload })

const part = (disposition: string, content = 'x') => `--x\r\ncontent-disposition: ${disposition}\r\n\r\n${content}\r\n`
const file = 'form-data; name="files"; filename="a.txt"'
const form = 'multipart/form-data; boundary=x'

const broken: Record<string, [contentType: string, body: string]> = {
  'no boundary': ['multipart/form-data', `${part(file)}--x--\r\n`],
  'an empty boundary': ['multipart/form-data; boundary=', `${part(file)}--x--\r\n`],
  'a boundary of 10,000 letters': [`multipart/form-data; boundary=${'x'.repeat(10_000)}`, `${part(file)}--x--\r\n`],
  'another boundary than said': ['multipart/form-data; boundary=y', `${part(file)}--x--\r\n`],
  'nothing at all': [form, ''],
  'no end': [form, part(file)],
  'half a boundary': [form, '--'],
  'a part without headers': [form, '--x\r\n\r\nbody\r\n--x--\r\n'],
  'a part without a disposition': [form, '--x\r\ncontent-type: text/plain\r\n\r\nbody\r\n--x--\r\n'],
  'headers that are none': [form, '--x\r\n\u0000\u0001\u0002:::\r\n\r\nbody\r\n--x--\r\n'],
  'headers without end': [form, `--x\r\ncontent-disposition: ${'y'.repeat(100_000)}`],
  'a kind of form nobody reads': ['multipart/mixed; boundary=x', `${part(file)}--x--\r\n`],
  'no form at all': ['text/plain', 'files=x'],
  'fields without end': ['application/x-www-form-urlencoded', 'a=b&'.repeat(100_000)],
  'a field from a prototype': ['application/x-www-form-urlencoded', '__proto__=x'],
  'a field without a name': ['application/x-www-form-urlencoded', '=x'],
}

const odd: Record<string, string> = {
  'a name from a prototype': part('form-data; name="__proto__"'),
  'a name for a node from a prototype': part('form-data; name="a[__proto__]"') + part('form-data; name="a[b]"'),
  'a prototype as overrides': part('form-data; name="overrideConfig"', '{"__proto__":{"isAdmin":true}}'),
  'a list as overrides': part('form-data; name="overrideConfig"', '[1]'),
  'the same name thrice': part('form-data; name="chatId"').repeat(3),
  'a field where the file goes': part('form-data; name="files"'),
  'a file without a name': part('form-data; name="files"; filename=""'),
  'a path as a name': part('form-data; name="files"; filename="../../etc/passwd"'),
  'a name with a line break': part('form-data; name="files"; filename="a\\r\\nset-cookie: b"'),
  'a name that is no text': part('form-data; name="files"; filename*=UTF-8\'\'%ff%fe%00'),
  'an empty file': part(file, ''),
  'a deep object as the question': part('form-data; name="question"', '['.repeat(5000)),
}

describe.each(routes)('%s', (_, { url }) => {
  test.each(Object.entries(broken))('a form with %s is refused', async (label, [contentType, body]) => {
    expectRefusal(await send(url, contentType, body), label)
  })

  test.each(Object.entries(odd))('%s breaks nothing', async (label, body) => {
    expectNoFault(await send(url, form, `${body}--x--\r\n`), label)
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })

  test('a good form, spoiled anywhere, breaks nothing', async () => {
    const good = `${part('form-data; name="question"', 'hello')}${part(file, 'text')}--x--\r\n`
    const spoiled = fc.record({ at: fc.nat(good.length), cut: fc.nat(40), put: fc.uint8Array({ maxLength: 20 }) })
    await fc.assert(
      fc.asyncProperty(spoiled, async ({ at, cut, put }) => {
        const body = Buffer.concat([Buffer.from(good.slice(0, at)), put, Buffer.from(good.slice(at + cut))])
        expectNoFault(await send(url, form, body), body.toString('latin1'))
      }),
      { numRuns: 60 },
    )
  })
})

import { expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { json, networkFailure, replay, text, type Answer } from '../../test/replay.ts'
import { runStep } from '../../test/step-turn.ts'
import { testContext } from '../../test/test-context.ts'
import http from './http-agentflow.ts'

async function send(inputs: object, { answer = json({ ok: true }), credential = {} }: Sending = {}) {
  const { fetch, requests } = replay(answer)
  const url = 'https://api.example.com/items?page=1'
  const { result, step } = await runStep(http, {
    inputs: { url, ...inputs },
    credential,
    context: testContext({ fetch }),
  })
  return { result, step, request: requests[0], requests }
}

interface Sending {
  answer?: Answer
  credential?: Record<string, string>
}

test('a request is sent with its headers and parameters, and its answer handed on', async () => {
  const { result, request, step } = await send({
    headers: [
      { key: 'x-team', value: 'blue' },
      { key: '', value: 'nobody' },
      { key: 'x-empty', value: '' },
    ],
    queryParams: [{ key: 'q', value: 'a b&c' }],
    body: 'left over',
    bodyType: 'raw',
  })
  expect(request).toMatchObject({ method: 'GET', url: 'https://api.example.com/items?page=1&q=a+b%26c' })
  expect(request?.headers).toMatchObject({ 'x-team': 'blue' })
  expect(request?.headers).not.toHaveProperty('x-empty')
  expect(request?.body).toBe('')
  expect(result.output).toEqual({
    http: { data: { ok: true }, status: 200, statusText: '', headers: { 'content-type': 'application/json' } },
  })
  expect(result.input).toMatchObject({
    http: { method: 'GET', headers: { 'x-team': 'blue' }, queryParams: { q: 'a b&c' } },
  })
  expect(step.effect).toBe('reads')
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s changes something, and is sent once', async (method) => {
  const { step } = await send({ method })
  expect(step.effect).toBe('writes')
  const { fetch, requests } = replay(json({}, { status: 503 }), json({}))
  const sending = runStep(http, { inputs: { url: 'https://a.example', method }, context: testContext({ fetch }) })
  expect(await rejection(sending)).toMatchObject({ code: 'overloaded' })
  expect(requests).toHaveLength(1)
})

test('lists and switches that hold nothing are taken as older flows hold them', async () => {
  const { request } = await send({ headers: '', queryParams: '', bodyType: '', body: '', responseType: '', method: '' })
  expect(request).toMatchObject({ method: 'GET', url: 'https://api.example.com/items?page=1' })
})

const formRows = [
  { key: 'a', value: '1 & 2' },
  { key: 'b', value: 'ü' },
  { key: '', value: 'x' },
]

test.each([
  ['json', '{"a": 1}', 'application/json', { a: 1 }],
  ['json', "{a: 'b',}", 'application/json', { a: 'b' }],
  ['raw', 'as it is', 'text/plain; charset=utf-8', 'as it is'],
  ['xWwwFormUrlencoded', formRows, 'application/x-www-form-urlencoded', 'a=1+%26+2&b=%C3%BC'],
  ['xWwwFormUrlencoded', JSON.stringify(formRows), 'application/x-www-form-urlencoded', 'a=1+%26+2&b=%C3%BC'],
])('a body of kind %s is sent as such', async (bodyType, body, type, sent) => {
  const { request } = await send({ method: 'POST', bodyType, body })
  expect(request?.headers['content-type']).toBe(type)
  expect(request?.body).toEqual(sent)
})

test('form data is sent in parts', async () => {
  const { request } = await send({ method: 'POST', bodyType: 'formData', body: formRows })
  const type = request?.headers['content-type'] ?? ''
  const form = await new Response(String(request?.body), { headers: { 'content-type': type } }).formData()
  expect([...form]).toEqual([
    ['a', '1 & 2'],
    ['b', 'ü'],
  ])
})

test('the builder’s own content type stays', async () => {
  const headers = [{ key: 'Content-Type', value: 'text/csv' }]
  const { request } = await send({ method: 'POST', bodyType: 'raw', body: 'a,b', headers })
  expect(request?.headers['content-type']).toBe('text/csv')
})

test('a body that is no JSON is refused before anything is sent', async () => {
  const sending = send({ method: 'POST', bodyType: 'json', body: '{"a": ' })
  expect(await rejection(sending)).toMatchObject({ code: 'bad-input', field: 'body' })
})

test.each([
  [{ basicAuthUsername: 'ann', basicAuthPassword: 'pw' }, { authorization: `Basic ${btoa('ann:pw')}` }],
  [{ token: 'secret' }, { authorization: 'Bearer secret' }],
  [{ key: 'x-api-key', value: 'secret' }, { 'x-api-key': 'secret' }],
])('the credential %j is sent and stands in no trace', async (credential, headers) => {
  const { request, result } = await send({}, { credential })
  expect(request?.headers).toMatchObject(headers)
  expect(JSON.stringify(result)).not.toMatch(/secret|pw/)
})

test.each([
  ['json', text('{"a":1}'), { a: 1 }],
  ['json', text('plain'), 'plain'],
  ['text', text('{"a":1}'), '{"a":1}'],
  ['base64', text('hi'), 'aGk='],
  ['arraybuffer', text('hi'), 'aGk='],
])('an answer is read as %s', async (responseType, answer, data) => {
  const { result } = await send({ responseType }, { answer })
  expect(result.output.http).toMatchObject({ data })
})

test('a refusal says who refused, with what and why', async () => {
  const refused = json({ message: 'No such item' }, { status: 404 })
  expect(await rejection(send({}, { answer: refused }))).toMatchObject({
    message: "api.example.com doesn't have that (404): No such item",
    code: 'not-found',
    field: 'url',
  })
  const locked = json({ error: 'Who are you?' }, { status: 401 })
  expect(await rejection(send({}, { answer: locked }))).toMatchObject({ code: 'missing-credential' })
  expect(await rejection(send({}, { answer: locked, credential: { token: 'x' } }))).toMatchObject({
    code: 'wrong-credential',
  })
  const lost = send({ method: 'POST' }, { answer: networkFailure('ECONNRESET') })
  expect(await rejection(lost)).toMatchObject({ code: 'unreachable' })
})

test.each(['file:///etc/passwd', 'api.example.com/items', ''])('%j is no address', async (url) => {
  expect(await rejection(send({ url: url || ' ' }))).toMatchObject({ code: 'bad-input', field: 'url' })
})

test('an answer of more values than can be gone through in a moment is refused, and taken as text where that is wanted', async () => {
  const many = `[${'1,'.repeat(50_000)}1]`
  expect(await rejection(send({}, { answer: text(many) }))).toMatchObject({
    code: 'refused',
    message: 'The response is JSON with more than 50,000 values.',
  })
  for (const [inputs, answer] of [
    [{ responseType: 'text' }, many],
    [{}, `name,value\n${'a,1\n'.repeat(60_000)}`],
  ] as const) {
    const { result } = await send(inputs, { answer: text(answer) })
    expect(result.output).toMatchObject({ http: { data: answer } })
  }
  const list = `[${'1,'.repeat(49_998)}1]`
  expect((await send({}, { answer: text(list) })).result.output).toMatchObject({
    http: { data: JSON.parse(list) as unknown },
  })
})

test('an answer longer than a question may be is refused, but for a file', async () => {
  const answer = text('x'.repeat(4 * 1024 ** 2 + 1))
  expect(await rejection(send({}, { answer }))).toMatchObject({ message: 'The answer is larger than 4 MB.' })
  const { result } = await send({ responseType: 'base64' }, { answer })
  expect(result.output).toMatchObject({ http: { data: expect.stringMatching(/^eHh4/) } })
})

import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerError } from './error-answer.ts'
import { installJsonBodies } from './read-json.ts'

const MB = 1024 ** 2
let app: FastifyInstance
beforeAll(() => {
  app = Fastify({ bodyLimit: 64 * MB })
  app.setErrorHandler(answerError)
  installJsonBodies(app)
  app.post('/', async ({ body }) => body)
  app.post('/open', { config: { isOpen: true } }, async ({ body }) => body)
  app.post('/bulk', { config: { isBulk: true } }, async ({ body }) => body)
})
afterAll(() => app.close())

const send = (payload: string, url = '/') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
const refusal = async (payload: string, url?: string) => (await send(payload, url)).json<{ message: string }>().message

test.each([0, 1, 2, 3])(
  'a long body comes out as it was sent, also the characters where it is cut (%i)',
  async (before) => {
    const value = [`${'x'.repeat(before)}${'é中😀"\\'.repeat(MB / 8)}`, { a: [1, 'b'] }]
    expect((await send(JSON.stringify(value))).json()).toEqual(value)
  },
)

test('what a long body has too much of is found in any piece of it', async () => {
  const long = `"${'x'.repeat(MB)}"`
  expect(await refusal(`[${long},${'['.repeat(101)}`)).toBe('body: Nested deeper than 100 levels')
  expect(await refusal(`[${long},${'1,'.repeat(100_000)}1]`)).toBe('body: Holds more than 100000 values')
})

test('what anybody may send holds fewer escaped signs; a large drawing of the owner holds millions', async () => {
  const escaped = `["${'\\n'.repeat(2_000_001)}"]`
  expect(await refusal(escaped, '/open')).toBe(
    'body: Contains more than 2000000 escaped characters. Send text as UTF-8',
  )
  expect((await send(escaped)).statusCode).toBe(200)
  expect((await send(escaped, '/bulk')).statusCode).toBe(200)
})

test('what anybody may send holds fewer values', async () => {
  const values = `[${'1,'.repeat(20_000)}1]`
  expect(await refusal(values, '/open')).toBe('body: Holds more than 20000 values')
  expect((await send(values)).statusCode).toBe(200)
  expect((await send(`[${'1,'.repeat(19_998)}1]`, '/open')).statusCode).toBe(200)
})

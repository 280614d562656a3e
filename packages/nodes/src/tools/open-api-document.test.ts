import type { NodeContext } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { testContext } from '../../test/test-context.ts'
import { readOpenApi } from './open-api-document.ts'
import parseOpenApi from './parse-open-api.ts'

const signal = new AbortController().signal

/** A document with one endpoint whose body has the schema. */
function documentOf(schema: unknown, schemas: Record<string, unknown> = {}): string {
  const requestBody = { content: { 'application/json': { schema } } }
  return JSON.stringify({ openapi: '3.0.0', paths: { '/a': { post: { requestBody } } }, components: { schemas } })
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const bodyOf = async (text: string) => (await parseOpenApi({ text })).endpoints[0]?.body?.schema
const sizeOf = async (text: string) => JSON.stringify(await parseOpenApi({ text })).length

describe('a document is kept small, whatever it describes', () => {
  test('a schema that refers to itself is written once and then named', async () => {
    const again = { description: 'The same again as Pet above.' }
    expect(await bodyOf(documentOf(reference('Pet'), { Pet: petWith(['friend', 'foe']) }))).toEqual({
      type: 'object',
      properties: { friend: again, foe: again, all: { type: 'array', items: again } },
    })
  })

  test('schemas that refer to each other, eight times each, stay within their room', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `S${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, reference(name)]))
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]))
    expect(await sizeOf(documentOf(reference('S0'), schemas))).toBeLessThan(100_000)
  })

  test('a schema too wide for a model says how many fields were cut, and asks for none of those', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `field${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const schema = await bodyOf(documentOf({ type: 'object', description: 'Wide.', properties, required: names }))
    const kept = Object.keys(schema?.properties ?? {})
    expect(kept.length).toBeGreaterThan(500)
    expect(schema?.description).toBe(`Wide. [cut: ${50_000 - kept.length} more fields]`)
    expect(schema?.required).toEqual(kept)
  })

  test('ten thousand endpoints that share a wide schema stay within the room of a document', async () => {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, { type: 'string' }]))
    const post = { requestBody: { content: { 'application/json': { schema: reference('Wide') } } } }
    const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/p${index}`, { post }]))
    const text = JSON.stringify({ openapi: '3.0.0', paths, components: { schemas: { Wide: { properties } } } })
    expect(await sizeOf(text)).toBeLessThan(8_000_000)
    const tooMany = { ...paths, '/more': { post } }
    await expect(parseOpenApi({ text: JSON.stringify({ openapi: '3.0.0', paths: tooMany }) })).rejects.toThrow(
      'it offers more than 10000 endpoints',
    )
  })

  test.each([
    ['JSON', `{"openapi":"3.0.0","paths":${'['.repeat(200_000)}`],
    ['YAML', `openapi: 3.0.0\npaths: ${'['.repeat(50_000)}`],
  ])('%s nested without end is refused in words', async (_, text) => {
    await expect(parseOpenApi({ text })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining("The OpenAPI document can't be read"),
    })
  })

  test('keywords nested deeply or written at length are left out', async () => {
    const deep = JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`) as unknown
    expect(await bodyOf(documentOf({ type: 'array', default: deep }))).toEqual({ type: 'array' })
    expect(await bodyOf(documentOf({ type: 'string', enum: Array(10_000).fill('x') }))).toEqual({ type: 'string' })
  })
})

test('YAML with many keys takes time that grows with their number alone', async () => {
  const timeFor = async (keys: number): Promise<number> => {
    const lines = Array.from({ length: keys }, (_, index) => `  k${index}: 1`)
    const began = process.cpuUsage()
    await parseOpenApi({ text: ['openapi: 3.0.0', 'paths: {}', 'x:', ...lines].join('\n') })
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  await timeFor(5_000)
  let growth = Number.POSITIVE_INFINITY
  // A collection of garbage may spoil one look; with the square of their number it would be sixteen times in each.
  for (let look = 0; look < 5 && growth >= 9; look += 1)
    growth = Math.min(growth, (await timeFor(20_000)) / (await timeFor(5_000)))
  expect(growth).toBeLessThan(9)
})

describe('a document is read once', () => {
  const counting = (): { context: Pick<NodeContext, 'isolate'>; reads: () => number } => {
    const { isolate } = testContext()
    let reads = 0
    const counted: NodeContext['isolate'] = (...given) => {
      reads += 1
      return isolate(...given)
    }
    return { context: { isolate: counted }, reads: () => reads }
  }

  test('for as many questions as come, also at once', async () => {
    const { context, reads } = counting()
    const text = documentOf({ type: 'object', title: 'read once' })
    const both = await Promise.all([1, 2].map(() => readOpenApi(text, { context, signal })))
    expect(await readOpenApi(text, { context, signal })).toBe(both[0])
    expect(reads()).toBe(1)
  })

  test('also when it cannot be read; but a reader that failed is tried again', async () => {
    const { context, reads } = counting()
    for (let time = 0; time < 2; time += 1) {
      await expect(readOpenApi('{"openapi": 3}', { context, signal })).rejects.toThrow("can't be read")
    }
    expect(reads()).toBe(1)
    const text = documentOf({ title: 'busy at first' })
    const busy = { isolate: () => Promise.reject(new Error('busy')) }
    await expect(readOpenApi(text, { context: busy, signal })).rejects.toThrow('busy')
    expect(await readOpenApi(text, { context, signal })).toMatchObject({ servers: [] })
  })

  test('and one who leaves does not take it away from the others', async () => {
    const { context } = counting()
    const text = documentOf({ title: 'left by one' })
    const leaving = new AbortController()
    const left = readOpenApi(text, { context, signal: leaving.signal })
    const stayed = readOpenApi(text, { context, signal })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await stayed).toMatchObject({ servers: [] })
  })
})

function petWith(names: readonly string[]): unknown {
  const friends = Object.fromEntries(names.map((name) => [name, reference('Pet')]))
  return { type: 'object', properties: { ...friends, all: { type: 'array', items: reference('Pet') } } }
}

import { readdir, readFile } from 'node:fs/promises'
import type { Tool, Toolkit } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { rejection } from '../../test/collect.ts'
import { json, replay } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { loadCatalogue } from '../index.ts'
import openApiToolkit from './open-api-toolkit.ts'

const catalogue = await loadCatalogue()
const requestNodes = catalogue.nodes.map(({ name }) => name).filter((name) => name.startsWith('requests'))

/** What each node that takes a path parameter asks for when the model gives these. */
const callers: [string, (values: Record<string, unknown>) => Promise<string | undefined>][] = [
  ...requestNodes.map((name): (typeof callers)[number] => [
    name,
    async (values) => {
      const definition = await catalogue.loadNode(name)
      const { fetch, requests } = replay(json({}))
      const input = (ending: RegExp): string => Object.keys(definition.inputs).find((each) => ending.test(each)) ?? ''
      const tool = await buildNode<Tool>(definition, {
        inputs: {
          [input(/Url$/)]: 'https://api.test/public/:id/:idea/{part}?fixed=1',
          [input(/Schema$/)]: '{"id": {"in": "path"}, "idea": {"in": "path"}, "part": {"in": "path"}}',
        },
        context: testContext({ fetch }),
      })
      await tool.call(values, testRun())
      return requests[0]?.url
    },
  ]),
  ['openApiToolkit', (values) => callApi('/public/{id}/{idea}/{part}', values)],
]

async function callApi(path: string, values: Record<string, unknown>): Promise<string | undefined> {
  const { fetch, requests } = replay(json({}))
  const context = testContext({ fetch })
  const parameters = ['id', 'idea', 'part'].map((name) => ({ name, in: 'path', required: true, schema: {} }))
  const document = {
    openapi: '3.0.0',
    info: { title: 'A', version: '1' },
    servers: [{ url: 'https://api.test/' }],
    paths: { [path]: { get: { operationId: 'read', parameters } } },
  }
  context.storedFiles.set('FILE-STORAGE::api.json', {
    name: 'api.json',
    mimeType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(document)),
  })
  const toolkit = await buildNode<Toolkit>(openApiToolkit, {
    inputs: { openApiFile: 'FILE-STORAGE::api.json' },
    context,
  })
  const [tool] = await toolkit.tools(testRun())
  await tool?.call(values, testRun())
  return requests[0]?.url
}

const plain = { id: '1', idea: '2', part: '3' }

test('there are request tools', () => {
  expect(requestNodes.length).toBeGreaterThanOrEqual(4)
})

describe.each(callers)('a path parameter of %s', (_, call) => {
  test.each([
    ['a b', 'a%20b'],
    ['src/index.ts', 'src%2Findex.ts'],
    ['a\\b', 'a%5Cb'],
    ['?x=1#y', '%3Fx%3D1%23y'],
    ['100%', '100%25'],
    ['%41', '%2541'],
    ['...', '...'],
    ['..a', '..a'],
    ['.env', '.env'],
    [':part{id}', '%3Apart%7Bid%7D'],
    ['@evil.test', '%40evil.test'],
    ['//evil.test/', '%2F%2Fevil.test%2F'],
    ['\n', '%0A'],
  ])('stays in its place: %j', async (value, written) => {
    for (const [name, path] of [
      ['id', `${written}/2/3`],
      ['idea', `1/${written}/3`],
      ['part', `1/2/${written}`],
    ] as const)
      expect((await call({ ...plain, [name]: value }))?.split('?')[0]).toBe(`https://api.test/public/${path}`)
  })

  test.each([
    '.',
    '..',
    ' .. ',
    '../',
    '../admin',
    '..\\admin',
    'a/../../admin',
    'a\\..\\..\\admin',
    '%2e%2e',
    '%2E.',
    '.%2e/',
    '%252e%252e%252fadmin',
    '%25252e%25252e',
    '%%32%65%2e',
    '..;/admin',
    '..%2fadmin',
    '..%5cadmin',
    '%2525252525252e.',
    '\ud800',
    '',
    undefined,
  ])('is refused where it would leave it: %j', async (value) => {
    for (const name of Object.keys(plain))
      expect(await rejection(call({ ...plain, [name]: value }))).toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining(`"${name}"`) as string,
      })
  })

  test('is looked at in a time that grows with its length alone', async () => {
    const took = async (length: number): Promise<number> => {
      const began = process.cpuUsage()
      for (const part of ['%25', '%2e', '../', '.', '%'])
        await call({ ...plain, id: `x${part.repeat(length / part.length)}x` }).catch(() => undefined)
      return process.cpuUsage(began).user / 1000
    }
    await took(1000)
    expect(await took(400_000)).toBeLessThan(2000)
  })
})

test('a document whose paths go on with the name of its server does not take the headers elsewhere', async () => {
  for (const path of ['.evil.test/{id}', '@evil.test/{id}', ':80@evil.test/{id}'])
    expect(new URL((await callApi(path, plain)) ?? '').origin).toBe('https://api.test')
})

test('no node writes a part of a path by hand', async () => {
  const root = new URL('../', import.meta.url)
  const found: string[] = []
  for (const file of await readdir(root, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const lines = (await readFile(new URL(file, root), 'utf8')).split('\n')
    // After a `=` stands the value of a query, which leads nowhere.
    for (const line of lines) if (/(?<!=\$\{)encodeURIComponent\(/.test(line)) found.push(file)
  }
  expect([...new Set(found)].toSorted()).toEqual([
    // A host, whose letters are checked when it is read.
    'azure/endpoint.ts',
    'http/path-segment.ts',
    // User and password.
    'redis/redis-credentials.ts',
    // A filter of a template: its author says where the text goes.
    'steps/render-template.ts',
    // Code for the sandbox.
    'templates/tool-templates.ts',
    // The value of a query, in a variable.
    'vector-stores/supabase.ts',
  ])
})

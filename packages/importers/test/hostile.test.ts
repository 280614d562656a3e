import { createCatalogueIndex } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'
import { importFile, ImportError } from '../src/index.ts'

const catalogue = createCatalogueIndex((await loadCatalogue()).nodes)
const read = (text: string, name = 'file.json') => importFile({ name, texts: [{ name, text }] }, catalogue)

const node = (index: number, type = 'n8n-nodes-base.noOp') => ({
  name: `n${index}`,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
})
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] })
const app = (rest: string) =>
  `app: { name: a, mode: workflow }\nkind: app\nworkflow:\n  graph:\n    nodes: []\n    edges: []\n${rest}`

test.each([
  [
    'too many nodes',
    JSON.stringify({ nodes: Array.from({ length: 100_000 }, (_, index) => node(index)), connections: {} }),
    'nodes',
  ],
  ['a deep file', `{"nodes":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'deeper'],
  ['broken JSON', '{"nodes": [', 'JSON'],
  ['aliases', app('x: &a [1]\ny: [*a, *a]\n'), 'aliases'],
  [
    'a bomb of aliases',
    app(
      `a: &a [1]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}\n`,
    ),
    'aliases',
  ],
  ['deep YAML', app(`x: ${'['.repeat(9000)}`), 'deeply'],
  ['more than 20 MB', `{"nodes":"${'x'.repeat(21 * 1024 * 1024)}"}`, '20 MB'],
])('%s is refused in a sentence', (_, text, words) => {
  expect(() => read(text, text.startsWith('app') ? 'file.yml' : 'file.json')).toThrow(ImportError)
  expect(() => read(text, text.startsWith('app') ? 'file.yml' : 'file.json')).toThrow(words)
})

test('a circle becomes a loop that ends, and names of prototypes are names', () => {
  const text = `{"name":"x","nodes":[${['chatTrigger', 'set', 'set'].map((type, index) => JSON.stringify({ ...node(index, type === 'set' ? 'n8n-nodes-base.set' : '@n8n/n8n-nodes-langchain.chatTrigger'), name: ['__proto__', 'constructor', 'toString'][index] })).join(',')}],"connections":{"__proto__":${JSON.stringify(to('constructor'))},"constructor":${JSON.stringify(to('toString'))},"toString":${JSON.stringify(to('constructor'))}}}`
  const [flow] = read(text)?.flows ?? []
  expect(flow?.nodes.map(({ name }) => name).toSorted()).toEqual(['__proto__', 'constructor', 'toString'])
  expect(flow?.flow.nodes.map(({ data }) => data.name)).toContain('loopAgentflow')
  expect(({} as Record<string, unknown>)['main']).toBeUndefined()
})

test('what is of no builder is told apart', () => {
  expect(read('{"nodes":[],"edges":[]}')).toBeUndefined()
  expect(read('hello', 'file.txt')).toBeUndefined()
  expect(read('[]')).toBeUndefined()
})

test('odd connections are read: without a list around them, to nodes that are gone, by names that exist twice', () => {
  const imported = read(
    JSON.stringify({
      nodes: [
        { ...node(0), name: 'A', type: '@n8n/n8n-nodes-langchain.chatTrigger' },
        { ...node(1, 'n8n-nodes-base.set'), name: 'B', typeVersion: '3.4' },
        { ...node(2, 'n8n-nodes-base.set'), name: 'B' },
      ],
      connections: { A: { main: [{ node: 'B', type: 'main', index: 0 }] }, B: to('gone') },
    }),
  )
  expect(imported?.notes).toHaveLength(2)
  expect(imported?.flows[0]?.flow.edges).toHaveLength(1)
})

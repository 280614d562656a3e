import { createNode, readFlow, type Flow, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openGraph, packGraph, readDeclaration, type PackedGraph } from './packed-graph.ts'

const catalogue = await loadCatalogue()
const describe = (name: string): NodeDescription | undefined => catalogue.describe(name)
const templates = (await catalogue.templates()).flatMap(({ content }) =>
  'nodes' in content ? [readFlow(content, describe).flow] : [],
)

function opened({ text, declarations }: PackedGraph): string {
  const graph = openGraph(text)
  return graph.whole(new Map(graph.names.map((name) => [name, readDeclaration(declarations.get(name) ?? '')])))
}

/** As many nodes as that, of all templates by turns. */
function flowOf(count: number): Flow {
  const flow: Flow = { nodes: [], edges: [] }
  for (let round = 0; flow.nodes.length < count; round += 1) {
    for (const template of templates) {
      const ids = template.nodes.map(({ id }) => id)
      const name = new RegExp(String.raw`\b(${ids.join('|')})(?![0-9A-Za-z])`, 'g')
      const copy = JSON.parse(JSON.stringify(template).replace(name, (id) => `${id}${round}`)) as Flow
      flow.nodes.push(...copy.nodes)
      flow.edges.push(...copy.edges)
    }
  }
  return { ...flow, nodes: flow.nodes.slice(0, count) }
}

const key = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    'id',
    'type',
    'data',
    'inputs',
    'name',
    'default',
    'inputParams',
    'outputs',
    'label',
    '__proto__',
    '1',
  ),
)
const id = fc.constantFrom('a', 'a_0', '$&_0', '"', '\\', '\u0001', 'é_1', '')
const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  id,
  id.map((own) => `${own}-input-x`),
  fc.constantFrom('\u0001', '\u0003', '\\u0003', '"\u0004', '{{a_0.data.instance}}', '\uD800'),
)
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(0, -0, 0.9, 1e21, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}))
const form = fc.record({ name: key, default: json, id: text }, { requiredKeys: [] })
const node = fc.record(
  {
    extra: json,
    type: text,
    id,
    position: json,
    data: fc.record(
      {
        label: text,
        inputs: fc.oneof(fc.dictionary(key, json, { maxKeys: 4 }), json),
        id,
        inputParams: fc.oneof(fc.array(form, { maxLength: 3 }), json),
        outputs: json,
        own: json,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const edge = fc.record(
  { source: id, id: text, sourceHandle: text, target: id, targetHandle: text, type: text, extra: json },
  { requiredKeys: [] },
)
const flow = fc.record(
  { viewport: json, nodes: fc.array(fc.oneof(node, json)), edges: fc.array(fc.oneof(edge, json)) },
  { requiredKeys: [] },
)

test('any text is read as it was stored, whatever stands in it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        flow.map((value) => JSON.stringify(value)),
        json.map((value) => JSON.stringify(value)),
        text,
      ),
      (flowData) => {
        expect(opened(packGraph(flowData))).toBe(flowData)
      },
    ),
    { numRuns: 3000 },
  )
})

test.each([
  ['with spaces', '{ "nodes": [], "edges": [] }'],
  ['never drawn', ''],
  ['that could be taken for a packed one', '[1,["hash"],[],[],[],{}]'],
  ['of the same key twice', '{"nodes":[],"nodes":[{"id":"a","data":{"inputs":{}}}],"edges":[]}'],
  ['nested deeper than anybody reads', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('a text %s is read as it was stored', (_, flowData) => {
  expect(opened(packGraph(flowData))).toBe(flowData)
})

test.each(templates.map((flow, index) => [index, JSON.stringify(flow)] as const))(
  'template %i is stored as its values, and read to the byte',
  (_, flowData) => {
    const packed = packGraph(flowData)
    expect(opened(packed)).toBe(flowData)
    expect(packed.text.length).toBeLessThan(flowData.length / 3)
    expect(packed.text).not.toContain('inputParams')
  },
)

test('each node of the catalogue is stored as its values, and all of a kind by one declaration', () => {
  for (const description of catalogue.nodes) {
    const nodes = ['first_0', 'second_1'].map((id) => createNode(description, { id, position: { x: 1, y: 2 } }))
    const packed = packGraph(JSON.stringify({ nodes, edges: [] }))
    expect(opened(packed)).toBe(JSON.stringify({ nodes, edges: [] }))
    // The labels of steps are numbered by their ids; those are values.
    expect(packed.declarations.size, description.name).toBeLessThanOrEqual(1)
  }
})

test('nothing of a flow itself gets into what flows share', () => {
  const chosen = templates.map((template) => ({
    ...template,
    nodes: template.nodes.map((each) => ({
      ...each,
      note: 'OWN',
      data: {
        ...each.data,
        label: 'OWN',
        credential: 'OWN',
        note: 'OWN',
        inputs: Object.fromEntries(Object.keys(each.data.inputs).map((name) => [name, 'OWN'])),
      },
    })),
  }))
  for (const each of chosen) {
    const { declarations } = packGraph(JSON.stringify(each))
    expect(declarations.size).toBeGreaterThan(0)
    expect([...declarations.values()].join('')).not.toContain('OWN')
  }
})

test('5,000 nodes are stored as two megabytes at most, and read to the byte', () => {
  const flowData = JSON.stringify(flowOf(5000))
  const packed = packGraph(flowData)
  const declared = [...packed.declarations.values()].join('').length
  expect(opened(packed)).toBe(flowData)
  expect(flowData.length).toBeGreaterThan(15_000_000)
  expect(packed.text.length + declared).toBeLessThan(2_000_000)
})

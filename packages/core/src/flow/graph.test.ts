import fc from 'fast-check'
import { expect, test } from 'vitest'
import { join, node } from './catalogue.fixture.ts'
import { connect } from './commands/connect.ts'
import type { Flow, FlowEdge } from './document.ts'
import { flowGraph } from './graph.ts'
import { findOutput, resolveEdge } from './resolve-edge.ts'
import { topologicalOrder } from './topological-order.ts'
import { downstreamOf, upstreamOf } from './upstream.ts'

const edge = (source: string, target: string, handles: Partial<FlowEdge> = {}): FlowEdge => ({
  id: `${source}>${target}`,
  source,
  target,
  sourceHandle: '',
  targetHandle: '',
  ...handles,
})
const chainOf = (length: number): Flow => ({
  nodes: Array.from({ length }, (_, index) => node(`calculator_${index}`)).reverse(),
  edges: Array.from({ length: length - 1 }, (_, index) => edge(`calculator_${index}`, `calculator_${index + 1}`)),
})

test('a graph leaves dangling edges out and is made once per flow', () => {
  const flow: Flow = {
    nodes: [node('calculator_0')],
    edges: [edge('calculator_0', 'gone_0'), edge('gone_0', 'calculator_0')],
  }
  const { incoming, outgoing } = flowGraph(flow)
  for (const lists of [incoming, outgoing]) expect(['calculator_0', 'gone_0'].filter((id) => lists.has(id))).toEqual([])
  expect(flowGraph(flow)).toBe(flowGraph(flow))
})

test('nodes come after what feeds them, in a chain of five thousand too', () => {
  const flow = chainOf(5_000)
  const { order, cycle } = topologicalOrder(flow)
  expect(cycle).toBeUndefined()
  expect(order).toEqual(Array.from({ length: 5_000 }, (_, index) => `calculator_${index}`))
  expect(upstreamOf(flow, 'calculator_4999').size).toBe(4_999)
  expect(downstreamOf(flow, 'calculator_0').size).toBe(4_999)
})

test('a subset is ordered by the edges inside it', () => {
  expect(topologicalOrder(chainOf(5), new Set(['calculator_3', 'calculator_2', 'calculator_0'])).order).toEqual([
    'calculator_2',
    'calculator_0',
    'calculator_3',
  ])
})

test('a cycle is told in the direction of its edges, and a node that feeds itself is one', () => {
  const flow = chainOf(4)
  const round = { ...flow, edges: [...flow.edges, edge('calculator_3', 'calculator_1')] }
  const { order, cycle } = topologicalOrder(round)
  expect(order).toEqual(['calculator_0'])
  const start = cycle?.indexOf('calculator_1') ?? 0
  expect([...(cycle ?? []).slice(start), ...(cycle ?? []).slice(0, start)]).toEqual([
    'calculator_1',
    'calculator_2',
    'calculator_3',
  ])
  expect(topologicalOrder({ ...chainOf(1), edges: [edge('calculator_0', 'calculator_0')] }).cycle).toEqual([
    'calculator_0',
  ])
})

test('an edge is resolved by its nodes and its input, even when its handles are stale', () => {
  const drawn: Flow = { nodes: [node('vectorStore_0'), node('retrievalChain_0'), node('ifElseFunction_0')], edges: [] }
  const flow = connect(join(drawn, 'vectorStore_0', 'retrievalChain_0', 'retriever'))(drawn)
  const [drawnEdge] = flow.edges as [FlowEdge]
  const resolve = (changes: Partial<FlowEdge>) => {
    const ends = resolveEdge(flow, { ...drawnEdge, ...changes })
    return 'problem' in ends ? ends.problem : [ends.source.id, ends.output.name, ends.target.id, ends.input.name]
  }
  const expected = ['vectorStore_0', 'retriever', 'retrievalChain_0', 'retriever']
  expect(resolve({})).toEqual(expected)
  expect(
    resolve({ sourceHandle: 'vectorStore_0-output-vectorStoreRetriever-Old', targetHandle: 'x-input-retriever-Old' }),
  ).toEqual(expected)
  expect(resolve({ source: 'gone_0' })).toBe('source-missing')
  expect(resolve({ target: 'gone_0' })).toBe('target-missing')
  expect(resolve({ targetHandle: 'retrievalChain_0-input-gone-Old' })).toBe('input-unknown')
})

test.each([
  ['ifElseFunction_0-output-0', 'returnTrue'],
  ['ifElseFunction_0-output-returnTrue-string', 'returnTrue'],
  ['ifElseFunction_0-output-1', 'returnFalse'],
  ['ifElseFunction_0-output-2', 'returnFalse'],
  ['ifElseFunction_0-output-00', 'returnFalse'],
  ['ifElseFunction_0-output-gone-Old', 'returnFalse'],
  ['ifElseFunction_0', 'returnFalse'],
  ['', 'returnFalse'],
])('[FLOW-13] the handle %j of an if-else node means %s', (sourceHandle, output) => {
  expect(findOutput(node('ifElseFunction_0'), sourceHandle)?.name).toBe(output)
})

test('after any changes, one after the other, a graph is what the flow says', () => {
  const ids = [0, 1, 2, 3, 4, 5].map((number) => `calculator_${number}`)
  const id = fc.constantFrom(...ids)
  const change = fc.record({
    do: fc.constantFrom('node', 'node', 'without', 'edge', 'edge', 'cut', 'first'),
    id,
    other: id,
    at: fc.nat(20),
  })
  let left = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40, size: 'max' }), (changes) => {
      let flow: Flow = { nodes: [], edges: [] }
      for (const [turn, { do: what, id, other, at }] of changes.entries()) {
        const { nodes, edges } = flow
        const others = nodes.filter((each) => each.id !== id)
        if (what === 'node') flow = { nodes: [...others, node(id)], edges }
        if (what === 'without') flow = { nodes: others, edges }
        if (what === 'edge') flow = { nodes, edges: [...edges, { ...edge(id, other), id: `${turn}` }] }
        if (what === 'first') flow = { nodes, edges: [{ ...edge(id, other), id: `${turn}` }, ...edges] }
        if (what === 'cut') flow = { nodes, edges: edges.toSpliced(at % (edges.length + 1), 1) }
        const there = (name: string) => flow.nodes.findLast((each) => each.id === name)
        const whole = flow.edges.filter(({ source, target }) => there(source) && there(target))
        if (whole.length < flow.edges.length) left += 1
        const graph = flowGraph(flow)
        for (const name of ids) {
          expect(graph.nodes.get(name)).toBe(there(name))
          expect(graph.incoming.get(name) ?? []).toEqual(whole.filter(({ target }) => target === name))
          expect(graph.outgoing.get(name) ?? []).toEqual(whole.filter(({ source }) => source === name))
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(left).toBeGreaterThan(0)
})

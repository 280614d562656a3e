import { describe, expect, test } from 'vitest'
import { catalogue, join, node } from '../catalogue.fixture.ts'
import { chooseOutput } from '../commands/choose-output.ts'
import { connect } from '../commands/connect.ts'
import type { Flow } from '../document.ts'
import { FlowFormatError } from '../format-error.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import { agentflowFile, earlyFile, lateFile } from './files.fixture.ts'
import { readFlow } from './read-flow.ts'

const read = (source: unknown) => readFlow(source, (name) => catalogue.describe(name))
const kinds = (source: unknown) => read(source).changes.map((change) => change.kind)
const pick = ({ nodes, edges }: { nodes: unknown; edges: unknown }) => JSON.stringify({ nodes, edges })

const drawn: Flow = {
  nodes: ['chatOpenAI_0', 'llmChain_0', 'vectorStore_0', 'retrievalChain_0'].map((id) => node(id)),
  edges: [],
}
const modelled = connect(join(drawn, 'chatOpenAI_0', 'llmChain_0', 'model'))(drawn)
const own = connect(join(modelled, 'vectorStore_0', 'retrievalChain_0', 'retriever'))(modelled)

describe('a file that needs nothing', () => {
  test('comes out to the letter as it went in, from every wrapping', () => {
    const wrappings: unknown[] = [
      own,
      JSON.stringify(own),
      `\uFEFF${JSON.stringify(own, undefined, 2)}`,
      { description: 'A template', usecases: ['Basic'], ...own },
      { id: '1', name: 'Mine', flowData: JSON.stringify(own) },
      JSON.stringify({ templateName: 'Mine', flowData: JSON.stringify(own) }),
      JSON.stringify(JSON.stringify(own)),
    ]
    for (const wrapping of wrappings) {
      const { flow, changes } = read(wrapping)
      expect(changes).toEqual([])
      expect(pick(flow)).toBe(pick(own))
    }
    expect(read({ id: '1', name: 'Mine', flowData: JSON.stringify(own) }).name).toBe('Mine')
    expect(read({ description: 'A template', ...own }).description).toBe('A template')
  })

  test('keeps unknown nodes and unknown keys without loss, and says which it cannot run', () => {
    const { flow, changes } = read(JSON.stringify(lateFile))
    expect(pick(flow)).toBe(pick(lateFile))
    expect(changes).toEqual([
      {
        kind: 'kept-node',
        nodeId: 'mindReader_0',
        message: "Mind Reader (mindReader) isn't installed here. Its settings are stored, but it can't run.",
      },
    ])
  })

  test('may be an agent flow, which is kept as it is', () => {
    const { flow, changes } = read(agentflowFile)
    expect(pick(flow)).toBe(pick(agentflowFile))
    expect(changes.map((change) => change.kind)).toEqual(['kept-node', 'kept-node'])
  })
})

describe('an old name', () => {
  const { flow, changes } = read(JSON.stringify(earlyFile, undefined, 2))

  test('becomes the node of today, with its values, edges, handles and references', () => {
    expect(changes.map(({ kind, nodeId }) => ({ kind, nodeId }))).toEqual([
      { kind: 'renamed-node', nodeId: 'toolAgent_0' },
    ])
    const agent = flow.nodes.find((node) => node.id === 'toolAgent_0')
    expect(agent).toMatchObject({
      position: { x: 600, y: 400 },
      data: {
        id: 'toolAgent_0',
        name: 'toolAgent',
        label: 'My agent',
        inputs: {
          tools: ['{{calculator_0.data.instance}}'],
          model: '{{chatOpenAI_0.data.instance}}',
          systemMessage: 'Be brief.',
        },
      },
    })
    expect(flow.edges.map((edge) => edge.targetHandle)).toEqual([
      'toolAgent_0-input-model-BaseChatModel',
      'toolAgent_0-input-tools-Tool',
    ])
    expect(agent?.data.formerIds).toEqual(['openAIFunctionAgent_0'])
    expect(JSON.stringify(flow).split('openAIFunctionAgent')).toHaveLength(2)
  })

  test('leaves the nodes it does not concern untouched', () => {
    expect(flow.nodes.slice(0, 2)).toEqual(earlyFile.nodes.slice(0, 2))
  })

  test('is rewritten in the text of other nodes too', () => {
    const store = node('vectorStore_0')
    const old = {
      ...store,
      id: 'vectorStoreUpsert_3',
      data: { ...store.data, id: 'vectorStoreUpsert_3', name: 'vectorStoreUpsert' },
    }
    const chain = node('retrievalChain_0', { retriever: '{{vectorStoreUpsert_3.data.instance}}' })
    const edge = {
      id: 'e',
      source: 'vectorStoreUpsert_3',
      sourceHandle: 'vectorStoreUpsert_3-output-retriever-VectorStoreRetriever',
      target: 'retrievalChain_0',
      targetHandle: 'retrievalChain_0-input-retriever-VectorStoreRetriever',
    }
    const { flow } = read({ nodes: [old, chain, node('vectorStore_0')], edges: [edge] })
    expect(flow.nodes.map((node) => node.id)).toEqual(['vectorStore_1', 'retrievalChain_0', 'vectorStore_0'])
    expect(flow.nodes[1]?.data.inputs['retriever']).toBe('{{vectorStore_1.data.instance}}')
    expect(flow.edges[0]).toMatchObject({ source: 'vectorStore_1' })
    expect(validateFlow(flow, catalogue).filter((problem) => problem.edgeId)).toEqual([])
  })
})

describe('a model that an older store held for what it feeds', () => {
  const older = (id: string, name: string, inputs: Record<string, unknown>) => {
    const data = { id, name, label: name, inputs, inputParams: [], inputAnchors: [], outputAnchors: [] }
    return { id, type: 'customNode', position: { x: 0, y: 0 }, data }
  }
  const edge = (source: string, target: string, input: string) => ({
    source,
    sourceHandle: `${source}-output-x-X`,
    target,
    targetHandle: `${target}-input-${input}-Y`,
    id: `${source}>${target}`,
  })
  const store = older('vectorStoreWithModel_0', 'vectorStoreWithModel', { model: '{{chatOpenAI_0.data.instance}}' })
  const engine = older('queryEngine_0', 'queryEngine', {
    vectorStoreRetriever: '{{vectorStoreWithModel_0.data.instance}}',
  })
  const edges = [
    edge('chatOpenAI_0', 'vectorStoreWithModel_0', 'model'),
    edge('vectorStoreWithModel_0', 'queryEngine_0', 'vectorStoreRetriever'),
  ]

  test('is connected to that', () => {
    const { flow, changes } = read({ nodes: [node('chatOpenAI_0'), store, engine], edges })
    expect(flow.edges.map(({ source, targetHandle }) => [source, targetHandle])).toEqual([
      ['chatOpenAI_0', 'retrievalChain_0-input-model-BaseLanguageModel'],
      ['vectorStore_0', 'retrievalChain_0-input-retriever-VectorStoreRetriever'],
    ])
    expect(flow.nodes[2]?.data.inputs).toMatchObject({
      model: '{{chatOpenAI_0.data.instance}}',
      retriever: '{{vectorStore_0.data.instance}}',
    })
    expect(changes.map(({ kind }) => kind)).toEqual(['rewired-edge', 'renamed-node', 'renamed-node', 'rewired-edge'])
    expect(changes[0]?.message).toBe(
      'queryEngine takes its model from chatOpenAI_0 today, and no longer from vectorStoreWithModel.',
    )
    expect(validateFlow(flow, catalogue).filter(({ code }) => code !== 'missing-credential')).toEqual([])
  })

  test('goes, and that is said, where it has one of its own', () => {
    const own = edge('chatOpenAI_1', 'queryEngine_0', 'model')
    const nodes = [node('chatOpenAI_0'), node('chatOpenAI_1'), store, engine]
    const { flow, changes } = read({ nodes, edges: [...edges, own] })
    expect(flow.edges.map(({ source, target }) => [source, target])).toEqual([
      ['vectorStore_0', 'retrievalChain_0'],
      ['chatOpenAI_1', 'retrievalChain_0'],
    ])
    expect(changes.map(({ kind }) => kind)).toContain('removed-edge')
  })
})

describe('what is put right', () => {
  test('stale handles move to those their nodes have', () => {
    const edges = own.edges.map((edge) => ({
      ...edge,
      sourceHandle: `${edge.source}-output-gone-Old`,
      targetHandle: `${edge.targetHandle}2`,
    }))
    const { flow, changes } = read({ ...own, edges })
    expect(flow.edges).toEqual(own.edges)
    expect(changes.map((change) => change.kind)).toEqual(['rewired-edge', 'rewired-edge'])
  })

  test('an edge from an output that is not chosen follows the choice', () => {
    const chosen = chooseOutput('vectorStore_0', 'vectorStore')(drawn)
    const { flow } = read({ nodes: chosen.nodes, edges: own.edges })
    expect(flow.edges[1]?.sourceHandle).toContain('-output-vectorStore-')
    expect(validateFlow(flow, catalogue).map((problem) => problem.code)).toContain('types-differ')
  })

  test('missing places, shapes, references and ids are filled in', () => {
    const bare = {
      nodes: [
        { id: 'chatOpenAI_0', data: { name: 'chatOpenAI', inputs: { temperature: '0.5' } } },
        { id: 'llmChain_0', data: { name: 'llmChain' } },
      ],
      edges: [{ source: 'chatOpenAI_0', target: 'llmChain_0', targetHandle: 'llmChain_0-input-model-x' }],
    }
    const { flow, changes } = read(bare)
    expect(new Set(changes.map((change) => change.kind))).toEqual(
      new Set(['placed-node', 'completed-node', 'rewired-edge', 'restored-reference']),
    )
    expect(flow.nodes[0]?.data).toMatchObject({
      id: 'chatOpenAI_0',
      inputs: { modelName: 'small', temperature: '0.5' },
    })
    expect(flow.nodes[1]?.data.inputs['model']).toBe('{{chatOpenAI_0.data.instance}}')
    expect(flow.edges[0]?.id).toBe(modelled.edges[0]?.id)
    expect(read(flow).changes).toEqual([])
  })

  test('two nodes with one id get two, and an edge that is there twice is there once', () => {
    const twice = { nodes: [...own.nodes, node('chatOpenAI_0')], edges: [...own.edges, own.edges[0]] }
    const { flow } = read(twice)
    expect(flow.nodes.at(-1)).toMatchObject({ id: 'chatOpenAI_1', data: { id: 'chatOpenAI_1' } })
    expect(JSON.stringify(flow.nodes.at(-1))).not.toContain('chatOpenAI_0')
    expect(flow.edges).toEqual(own.edges)
    expect(kinds(twice)).toEqual(['renumbered-node', 'removed-edge'])
  })

  test('edges that join nothing are kept, for the check to show', () => {
    const edge = { id: 'x', source: 'gone_0', target: 'llmChain_0', sourceHandle: 'a', targetHandle: 'b' }
    expect(read({ ...own, edges: [edge] }).flow.edges).toEqual([edge])
  })
})

test.each<[unknown, string]>([
  ['no json', "This isn't a flow: the text isn't valid JSON"],
  ['[1]', "This isn't a flow: it contains a list."],
  ['7', "This isn't a flow: it contains number."],
  [null, "This isn't a flow: it contains object."],
  ['{}', "This isn't a flow: nodes is missing (expected array)."],
  [{ nodes: [] }, "This isn't a flow: edges is missing (expected array)."],
  [{ nodes: [{ id: 'a_0' }], edges: [] }, "This isn't a flow: nodes[0].data is missing (expected object)."],
  [{ nodes: [], edges: ['x'] }, "This isn't a flow: edges[0] should be object, but is string."],
  [
    { ...own, nodes: [{ ...own.nodes[0], position: { x: 'left', y: 0 } }] },
    'nodes[0].position.x should be number, but is string',
  ],
  [{ id: '1', flowData: '{"nodes"' }, "This isn't a flow: the text isn't valid JSON"],
  [{ chatmessages: [], chatflows: [], apikeys: [] }, 'This is a whole database, not one flow.'],
  [{ name: 'x', schema: '[]', func: 'return 1' }, 'This is a custom tool, not a flow.'],
])('%j is refused with what is wrong and where', (source, message) => {
  expect(() => read(source)).toThrow(FlowFormatError)
  expect(() => read(source)).toThrow(message)
})

test('a node under a new name keeps its edges, and none is called lost', () => {
  const agent: Flow = { nodes: ['chatOpenAI_0', 'toolAgent_0'].map((id) => node(id)), edges: [] }
  const joined = connect(join(agent, 'chatOpenAI_0', 'toolAgent_0', 'model'))(agent)
  const older = JSON.stringify(joined).replaceAll('toolAgent', 'openAIFunctionAgent')
  const { flow, changes } = read(older)
  expect(changes.map(({ kind }) => kind)).toEqual(['renamed-node'])
  expect(flow.edges.map(({ source, target }) => [source, target])).toEqual([['chatOpenAI_0', 'toolAgent_0']])
})

test.each(['seqStart', 'supervisor'])('an older agent flow with %s is read without a catalogue', (name) => {
  const data = { id: `${name}_0`, name, label: name, category: 'Sequential Agents', inputs: {} }
  const { flow } = readFlow({ nodes: [{ id: data.id, type: 'customNode', data }], edges: [] }, () => undefined)
  expect(flow.nodes.map(({ id }) => id)).toEqual([data.id])
})

test('nodes that say nothing of their place stand in rows of four, and a version of null is none', () => {
  const nodes = Array.from({ length: 5 }, (_, i) => {
    const { position: _place, ...rest } = node(`calculator_${i}`)
    return { ...rest, data: { ...rest.data, version: null } }
  })
  const { flow } = read({ nodes, edges: [] })
  expect(flow.nodes.map(({ position }) => [position.x, position.y])).toEqual([
    [0, 0],
    [400, 0],
    [800, 0],
    [1200, 0],
    [0, 500],
  ])
  for (const { data } of flow.nodes) expect(data).not.toHaveProperty('version', 0)
})

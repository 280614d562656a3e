import { describe, expect, test } from 'vitest'
import { defineNode } from '../../node/definition.ts'
import { describeNode } from '../../node/describe.ts'
import { anchor } from '../../node/inputs.ts'
import { createCatalogueIndex } from '../catalogue-index.ts'
import { catalogue, descriptions, join, node } from '../catalogue.fixture.ts'
import { chooseOutput } from '../commands/choose-output.ts'
import { connect } from '../commands/connect.ts'
import { setCredential } from '../commands/set-credential.ts'
import { setInput } from '../commands/set-input.ts'
import { createNode } from '../create-node.ts'
import type { Flow, FlowEdge } from '../document.ts'
import { agentflowFile, earlyFile, lateFile } from '../read/files.fixture.ts'
import { readFlow } from '../read/read-flow.ts'
import { endingNodes } from './ending-nodes.ts'
import type { Problem } from './problem.ts'
import { validateFlow } from './validate-flow.ts'

const draw = (ids: string[], joins: [string, string, string, string?][]): Flow =>
  joins.reduce<Flow>((flow, ends) => connect(join(flow, ...ends))(flow), {
    nodes: ids.map((id) => node(id)),
    edges: [],
  })
const check = (flow: Flow, credentials?: string[]) => validateFlow(flow, catalogue, credentials ? { credentials } : {})
const codes = (flow: Flow, credentials?: string[]) => check(flow, credentials).map((problem) => problem.code)
const change = (flow: Flow, id: string, data: object): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node) => (node.id === id ? { ...node, data: { ...node.data, ...data } } : node)),
})

const drawn = draw(
  ['chatOpenAI_0', 'promptTemplate_0', 'llmChain_0'],
  [
    ['chatOpenAI_0', 'llmChain_0', 'model'],
    ['promptTemplate_0', 'llmChain_0', 'prompt'],
  ],
)
const good = setCredential(
  'chatOpenAI_0',
  'key-1',
)(setInput('promptTemplate_0', 'template', 'Answer {question}')(drawn))

test('a flow that can answer has no problems, nor has an empty one', () => {
  expect(check(good, ['key-1'])).toEqual([])
  expect(check({ nodes: [], edges: [] })).toEqual([])
})

describe('inputs', () => {
  test('a required input that is empty is named, with what to do', () => {
    expect(check(setInput('promptTemplate_0', 'template', '')(good))).toEqual<Problem[]>([
      {
        code: 'missing-input',
        severity: 'error',
        nodeId: 'promptTemplate_0',
        field: 'template',
        message: 'Prompt Template needs "Template".',
        fix: 'Fill in "Template".',
        phrase: { id: 'inputMissing', values: { node: 'Prompt Template', input: 'Template' } },
        action: { type: 'edit-input', nodeId: 'promptTemplate_0', field: 'template' },
      },
    ])
    const alone = { ...good, nodes: good.nodes.slice(2).map((node) => ({ ...node })), edges: [] }
    expect(codes(change(alone, 'llmChain_0', { inputs: {} }))).toEqual(['missing-input', 'missing-input'])
  })

  test('an input that is not shown is not missed', () => {
    expect(codes(setInput('chatOpenAI_0', 'reasoning', true)(good))).toEqual(['missing-input'])
  })

  test('a value that cannot be read is named; zero can', () => {
    expect(check(setInput('chatOpenAI_0', 'temperature', 'warm')(good))[0]).toMatchObject({
      code: 'bad-input',
      field: 'temperature',
      message: 'ChatOpenAI: "Temperature" must be a number, but it is "warm".',
    })
    expect(codes(setInput('chatOpenAI_0', 'temperature', 0)(good))).toEqual([])
  })

  test('[FLOW-16] what reads like a variable and is none is a warning until a value has its name; JSON is none', () => {
    const text = 'Greet {customer name}. {"a": 1} {a: b} {...} { return 1; }'
    const greeting = setInput('promptTemplate_0', 'template', text)(good)
    expect(check(greeting)).toMatchObject([
      {
        code: 'unfilled-variables',
        severity: 'warning',
        message: expect.stringContaining('{customer name}'),
        phrase: { id: 'bracesUnread' },
      },
    ])
    expect(codes(setInput('promptTemplate_0', 'promptValues', '{"customer name":"Ann"}')(greeting))).toEqual([])
  })

  test('a prompt may leave one variable to the question, but not two', () => {
    const two = setInput('promptTemplate_0', 'template', '{tone} {question} {context}')(good)
    expect(check(two)).toMatchObject([
      {
        code: 'unfilled-variables',
        field: 'promptValues',
        message: expect.stringContaining('{tone}, {question}'),
        phrase: { id: 'variablesUnfilled' },
        action: { type: 'edit-input', nodeId: 'promptTemplate_0', field: 'promptValues' },
      },
    ])
    const dangling = { id: 'extra', source: 'promptTemplate_0', sourceHandle: '', target: 'gone_0', targetHandle: '' }
    expect(codes({ ...two, edges: [...two.edges, dangling] })).toEqual(['dangling-edge', 'unfilled-variables'])
    expect(codes(setInput('promptTemplate_0', 'template', 5)(good))).toEqual([])
    expect(codes(change(good, 'promptTemplate_0', { inputs: {} }))).toEqual(['missing-input'])
    expect(codes(setInput('promptTemplate_0', 'promptValues', '{"tone":"kind"}')(two))).toEqual([])
  })

  test('what examples fill is not missed', () => {
    const fewShot = defineNode({
      name: 'fewShot',
      label: 'Few Shot',
      version: 1,
      category: 'Prompts',
      description: 'Shows examples.',
      icon: 'prompt.svg',
      baseClasses: ['BasePromptTemplate'],
      inputs: { example: anchor('PromptTemplate', { label: 'Example', fillsVariables: true }) },
      build: () => undefined,
    })
    const index = createCatalogueIndex([...descriptions, describeNode(fewShot)])
    const example = node('promptTemplate_1', { template: '{word} {opposite}' })
    const shown = createNode(describeNode(fewShot), { id: 'fewShot_0', position: { x: 0, y: 0 } })
    const apart = { ...good, nodes: [...good.nodes, example, shown] }
    const found = (flow: Flow) => validateFlow(flow, index, {}).map(({ code }) => code)
    expect(found(apart)).toContain('unfilled-variables')
    expect(found(connect(join(apart, 'promptTemplate_1', 'fewShot_0', 'example'))(apart))).toEqual([])
  })

  test('a value that speaks of a node which no edge brings is named', () => {
    const loose = change(good, 'llmChain_0', {
      inputs: { ...good.nodes[2]?.data.inputs, model: '{{gone_0.data.instance}}' },
    })
    expect(check(loose)).toMatchObject([{ code: 'loose-reference', nodeId: 'llmChain_0', field: 'model' }])
  })
})

describe('nodes', () => {
  test('a missing credential, and one that does not exist, are named', () => {
    expect(check(setCredential('chatOpenAI_0', undefined)(good))).toMatchObject([
      { code: 'missing-credential', nodeId: 'chatOpenAI_0', action: { type: 'choose-credential' } },
    ])
    expect(codes(good, ['key-2'])).toEqual(['missing-credential'])
    const older = change(good, 'chatOpenAI_0', {
      credential: undefined,
      inputs: { ...good.nodes[0]?.data.inputs, FLOWISE_CREDENTIAL_ID: 'key-1' },
    })
    expect([codes(older, ['key-1']), codes(older, ['key-2'])]).toEqual([[], ['missing-credential']])
  })

  test('an older version and an older name are marked, and can be updated', () => {
    expect(check(change(good, 'chatOpenAI_0', { version: 1 }))).toMatchObject([
      { code: 'outdated-node', severity: 'warning', action: { type: 'update-node', nodeId: 'chatOpenAI_0' } },
    ])
    expect(codes(change(good, 'chatOpenAI_0', { version: undefined }))).toEqual(['outdated-node'])
    const early = earlyFile as unknown as Flow
    const outdated = check(early).filter((problem) => problem.code === 'outdated-node')
    expect(outdated.map(({ phrase }) => phrase?.id)).toEqual(['nodeOutdated', 'nodeRenamed'])
  })

  test('a node that is not in the catalogue is an error where it is needed', () => {
    const { flow } = readFlow(lateFile, (name) => catalogue.describe(name))
    expect(check(flow)).toMatchObject([
      { code: 'unknown-node', severity: 'error', nodeId: 'mindReader_0' },
      { code: 'missing-input', nodeId: 'retrievalChain_0', field: 'retriever' },
    ])
  })

  test('what lies beside the flow is a warning only', () => {
    const beside = { ...good, nodes: [...good.nodes, node('toolAgent_0'), node('chainTool_0')] }
    expect(check(beside).filter((problem) => problem.nodeId === 'chainTool_0')).toMatchObject([
      { code: 'missing-input', severity: 'warning' },
    ])
  })

  test('what a store of documents needs is no less needed than what answers', () => {
    const nodes = [...good.nodes, node('textFile_0'), node('vectorStore_0')]
    const loading = connect(join({ ...good, nodes }, 'textFile_0', 'vectorStore_0', 'document'))({ ...good, nodes })
    expect(check(loading)).toMatchObject([{ code: 'missing-input', severity: 'error', nodeId: 'textFile_0' }])
  })

  test('an agent flow is checked by its own rules: no step need answer', () => {
    expect(codes(agentflowFile as unknown as Flow)).toEqual(['unknown-node', 'unknown-node'])
  })
})

describe('edges', () => {
  const edge = (changes: Partial<FlowEdge>): Flow => ({
    ...good,
    edges: [...good.edges, { ...good.edges[0]!, id: 'extra', ...changes }],
  })

  test('that lead nowhere or to an unknown input are named, and can be removed', () => {
    expect(check(edge({ source: 'gone_0' }))).toMatchObject([
      { code: 'dangling-edge', edgeId: 'extra', action: { type: 'remove-edge', edgeId: 'extra' } },
    ])
    expect(check(edge({ targetHandle: 'llmChain_0-input-gone-X' }))).toMatchObject([
      { code: 'unknown-input', nodeId: 'llmChain_0', message: expect.stringContaining('"gone"') },
    ])
    expect(codes(edge({ target: 'llmChain_0' }))).toEqual(['too-many-edges'])
    const apart = draw(['calculator_0', 'llmChain_0'], [])
    const misfit = { ...apart, edges: [{ id: 'misfit', ...join(apart, 'calculator_0', 'llmChain_0', 'model') }] }
    expect(check(misfit)).toContainEqual(
      expect.objectContaining({ code: 'types-differ', phrase: expect.objectContaining({ id: 'typesDiffer' }) }),
    )
  })

  test('that go round in a circle are named in their order', () => {
    const agent = draw(['toolAgent_0', 'chainTool_0'], [['chainTool_0', 'toolAgent_0', 'tools']])
    const back = join(agent, 'toolAgent_0', 'chainTool_0', 'baseChain')
    const round = { ...agent, edges: [...agent.edges, { id: 'back', ...back }] }
    expect(check(round).find((problem) => problem.code === 'cycle')?.message).toMatch(
      /Tool Agent → Chain Tool → Tool Agent|Chain Tool → Tool Agent → Chain Tool/,
    )
    const self = edge({ source: 'llmChain_0', target: 'llmChain_0' })
    expect(codes(self)).toContain('cycle')
  })
})

describe('endings', () => {
  const names = (flow: Flow) => endingNodes(flow, catalogue).map((node) => node.id)

  test('a flow without one says so; one that only loads documents is warned', () => {
    expect(check({ nodes: [node('calculator_0')], edges: [] })).toMatchObject([
      { code: 'no-ending', severity: 'error' },
    ])
    expect(check({ nodes: [node('vectorStore_0')], edges: [] })).toMatchObject([
      { code: 'no-ending', severity: 'warning' },
    ])
    expect(codes(chooseOutput('llmChain_0', 'outputPrediction')(good))).toEqual(['no-ending'])
  })

  test('of several, the one with the most behind it answers, and of equals the last', () => {
    const several = { ...good, nodes: [node('toolAgent_0'), ...good.nodes, node('toolAgent_1')] }
    expect(names(several)).toEqual(['llmChain_0', 'toolAgent_1', 'toolAgent_0'])
    expect(check(several)[0]).toMatchObject({ code: 'several-endings', severity: 'warning', nodeId: 'llmChain_0' })
  })

  test('of many, five are named and the rest counted', () => {
    const said = (count: number) => {
      const agents = Array.from({ length: count }, (_, i) => node(`toolAgent_${i}`))
      return check({ nodes: agents, edges: [] }).find(({ code }) => code === 'several-endings')?.message
    }
    expect(said(5)).toMatch(/^5 nodes could answer: (Tool Agent \(toolAgent_\d\)(, |\. )){5}Tool Agent/)
    expect(said(7)).toMatch(/^7 nodes could answer: (Tool Agent \(toolAgent_\d\)(, | )){5}and 2 more\./)
  })

  test('a chain that feeds an agent through a tool is no ending', () => {
    const agent = draw(
      ['llmChain_0', 'chainTool_0', 'toolAgent_0'],
      [
        ['llmChain_0', 'chainTool_0', 'baseChain'],
        ['chainTool_0', 'toolAgent_0', 'tools'],
      ],
    )
    expect(names(agent)).toEqual(['toolAgent_0'])
  })

  test('the ends of two branches are alternatives, not too many', () => {
    const fork = draw(
      ['ifElseFunction_0', 'promptTemplate_0', 'promptTemplate_1', 'llmChain_0', 'llmChain_1'],
      [
        ['ifElseFunction_0', 'promptTemplate_0', 'promptValues', 'returnTrue'],
        ['ifElseFunction_0', 'promptTemplate_1', 'promptValues', 'returnFalse'],
        ['promptTemplate_0', 'llmChain_0', 'prompt'],
        ['promptTemplate_1', 'llmChain_1', 'prompt'],
      ],
    )
    expect(names(fork)).toEqual(['llmChain_1', 'llmChain_0'])
    expect(codes(fork)).not.toContain('several-endings')
  })
})

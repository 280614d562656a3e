import { describe, expect, test } from 'vitest'
import { describe as entry, join, node } from '../catalogue.fixture.ts'
import type { Flow } from '../document.ts'
import { edgeLabel } from '../edge-label.ts'
import { addNode } from './add-node.ts'
import { chooseOutput } from './choose-output.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { duplicateNodes } from './duplicate-nodes.ts'
import { moveNodes } from './move-nodes.ts'
import { paste } from './paste.ts'
import { removeNodes } from './remove-nodes.ts'
import { renameNode } from './rename-node.ts'
import { setCredential } from './set-credential.ts'
import { setInput } from './set-input.ts'
import { updateNodeToDefinition } from './update-node-to-definition.ts'

const draw = (nodes: string[], joins: [string, string, string, string?][]): Flow =>
  joins.reduce<Flow>((flow, ends) => connect(join(flow, ...ends))(flow), {
    nodes: nodes.map((id) => node(id)),
    edges: [],
  })
const inputs = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)?.data.inputs

const chain = draw(
  ['chatOpenAI_0', 'promptTemplate_0', 'llmChain_0', 'llmChain_1', 'promptTemplate_1'],
  [
    ['chatOpenAI_0', 'llmChain_0', 'model'],
    ['promptTemplate_0', 'llmChain_0', 'prompt'],
    ['chatOpenAI_0', 'llmChain_1', 'model'],
  ],
)

describe('connecting', () => {
  test('[FLOW-6] makes an edge whose id says its ends and handles, and writes the reference', () => {
    const sourceHandle = 'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel'
    const targetHandle = 'llmChain_0-input-model-BaseLanguageModel'
    expect(chain.edges[0]).toEqual({
      id: `chatOpenAI_0-${sourceHandle}-llmChain_0-${targetHandle}`,
      source: 'chatOpenAI_0',
      target: 'llmChain_0',
      sourceHandle,
      targetHandle,
      type: 'buttonedge',
      data: { label: '' },
    })
    expect(inputs(chain, 'llmChain_0')?.['model']).toBe('{{chatOpenAI_0.data.instance}}')
  })

  test('[FLOW-15] to a list of tools puts readers first, writers second and the rest last', () => {
    const tools = ['calculator_0', 'writeFile_0', 'requestsPost_0', 'readFile_0', 'requestsGet_0']
    const agent = draw(
      ['toolAgent_0', ...tools],
      tools.map((id) => [id, 'toolAgent_0', 'tools']),
    )
    expect(inputs(agent, 'toolAgent_0')?.['tools']).toEqual(
      ['readFile_0', 'requestsGet_0', 'writeFile_0', 'requestsPost_0', 'calculator_0'].map(
        (id) => `{{${id}.data.instance}}`,
      ),
    )
  })

  test('[FLOW-13] labels the edges of an if-else node: suffix 0 is true, any other false', () => {
    expect(edgeLabel('ifElseFunction_0-output-0')).toBe('true')
    expect(edgeLabel('ifElseFunction_0-output-1')).toBe('false')
    expect(edgeLabel('chatOpenAI_0-output-0')).toBe('')
    const fork = draw(
      ['ifElseFunction_0', 'promptTemplate_0', 'promptTemplate_1'],
      [
        ['ifElseFunction_0', 'promptTemplate_0', 'promptValues', 'returnTrue'],
        ['ifElseFunction_0', 'promptTemplate_1', 'promptValues', 'returnFalse'],
      ],
    )
    expect(fork.edges.map((edge) => edge.data?.label)).toEqual(['true', 'false'])
  })

  test('leaves text that may speak of nodes as its author wrote it', () => {
    const flow = setInput(
      'promptTemplate_1',
      'promptValues',
      '{"a":"b"}',
    )(chooseOutput('llmChain_0', 'outputPrediction')(chain))
    const joined = connect(join(flow, 'llmChain_0', 'promptTemplate_1', 'promptValues'))(flow)
    expect(joined.edges).toHaveLength(4)
    expect(inputs(joined, 'promptTemplate_1')?.['promptValues']).toBe('{"a":"b"}')
  })
})

describe('removing', () => {
  test('[FLOW-8] a node takes its edges and what other inputs said of it', () => {
    const tools = ['calculator_1', 'calculator_10', 'calculator_2']
    const agent = draw(
      ['toolAgent_0', ...tools],
      tools.map((id) => [id, 'toolAgent_0', 'tools']),
    )
    const left = removeNodes('calculator_1')(agent)
    expect(inputs(left, 'toolAgent_0')?.['tools']).toEqual([
      '{{calculator_10.data.instance}}',
      '{{calculator_2.data.instance}}',
    ])
    expect(left.edges.map((edge) => edge.source)).toEqual(['calculator_10', 'calculator_2'])
    expect(inputs(removeNodes('chatOpenAI_0')(chain), 'llmChain_0')).toMatchObject({
      model: '',
      prompt: '{{promptTemplate_0.data.instance}}',
    })
  })

  test('[FLOW-8] a node takes its reference out of text, and only its own', () => {
    const predicting = chooseOutput(
      'llmChain_1',
      'outputPrediction',
    )(chooseOutput('llmChain_0', 'outputPrediction')(chain))
    const once = connect(join(predicting, 'llmChain_0', 'promptTemplate_1', 'promptValues'))(predicting)
    const both = connect(join(once, 'llmChain_1', 'promptTemplate_1', 'promptValues'))(once)
    const text =
      '{"a":"{{llmChain_0.data.instance}} and {{llmChain_0.data.instance.name}}","b":"{{llmChain_1.data.instance}}"}'
    const left = removeNodes('llmChain_0')(setInput('promptTemplate_1', 'promptValues', text)(both))
    expect(inputs(left, 'promptTemplate_1')?.['promptValues']).toBe('{"a":" and ","b":"{{llmChain_1.data.instance}}"}')
  })

  test('[FLOW-9] an edge clears its target input in the same way', () => {
    const [first] = chain.edges
    const left = disconnect(first?.id ?? '')(chain)
    expect(left.edges).toEqual(chain.edges.slice(1))
    expect(inputs(left, 'llmChain_0')?.['model']).toBe('')
    expect(inputs(left, 'llmChain_1')?.['model']).toBe('{{chatOpenAI_0.data.instance}}')
  })
})

describe('copying', () => {
  test('[FLOW-10] a duplicate stands 400 px to the right, unselected, under ids of its own', () => {
    const selected = { ...chain, nodes: chain.nodes.map((node) => ({ ...node, selected: true })) }
    const copy = duplicateNodes('llmChain_0')(selected).nodes.at(-1)
    expect(copy).toMatchObject({
      id: 'llmChain_2',
      position: { x: 400, y: 0 },
      positionAbsolute: { x: 400, y: 0 },
      selected: false,
      data: { id: 'llmChain_2', label: 'LLM Chain', inputs: { model: '', prompt: '' } },
    })
    const ids = JSON.stringify([copy?.data.inputParams, copy?.data.inputAnchors, copy?.data.outputAnchors])
    expect(ids).toContain('"llmChain_2-input-model-BaseLanguageModel"')
    expect(ids).toContain('"llmChain_2-output-llmChain-LLMChain|BaseChain"')
    expect(ids).not.toContain('llmChain_0')
  })

  test('keeps the edges among the copied nodes and lets the others go', () => {
    const copied = duplicateNodes('chatOpenAI_0', 'llmChain_0')(chain)
    expect(copied.edges.slice(3).map(({ source, target }) => [source, target])).toEqual([
      ['chatOpenAI_1', 'llmChain_2'],
    ])
    expect(inputs(copied, 'llmChain_2')).toMatchObject({ model: '{{chatOpenAI_1.data.instance}}', prompt: '' })
  })

  test('pasting puts the top left corner where asked', () => {
    const source = moveNodes({ chatOpenAI_0: { x: 100, y: 300 }, llmChain_0: { x: 500, y: 200 } })(chain)
    const nodes = source.nodes.filter((node) => ['chatOpenAI_0', 'llmChain_0'].includes(node.id))
    const pasted = paste({ nodes, edges: source.edges }, { x: 0, y: 0 })({ nodes: [], edges: [] })
    expect(pasted.nodes.map(({ id, position }) => ({ id, position }))).toEqual([
      { id: 'chatOpenAI_0', position: { x: 0, y: 100 } },
      { id: 'llmChain_0', position: { x: 400, y: 0 } },
    ])
    expect(pasted.edges).toHaveLength(1)
  })
})

describe('choosing another output', () => {
  const store = draw(
    ['vectorStore_0', 'retrievalChain_0', 'chatOpenAI_0'],
    [['vectorStore_0', 'retrievalChain_0', 'retriever']],
  )

  test('removes the edges it does not fit, and clears their targets', () => {
    const changed = chooseOutput('vectorStore_0', 'vectorStore')(store)
    expect(changed.edges).toEqual([])
    expect(inputs(changed, 'retrievalChain_0')?.['retriever']).toBe('')
    expect(changed.nodes[0]?.data.outputs).toEqual({ output: 'vectorStore' })
  })

  test('takes along the edges it fits', () => {
    const wide = {
      ...store,
      nodes: store.nodes.map((node) =>
        node.id === 'retrievalChain_0'
          ? {
              ...node,
              data: {
                ...node.data,
                inputAnchors: node.data.inputAnchors.map((anchor) => ({ ...anchor, type: 'BaseRetriever' })),
              },
            }
          : node,
      ),
    }
    const changed = chooseOutput('vectorStore_0', 'vectorStore')(wide)
    expect(changed.edges[0]?.sourceHandle).toBe('vectorStore_0-output-vectorStore-VectorStore|BaseRetriever')
    expect(changed.edges[0]?.id).toContain('-output-vectorStore-VectorStore|BaseRetriever-')
    expect(inputs(changed, 'retrievalChain_0')?.['retriever']).toBe('{{vectorStore_0.data.instance}}')
  })
})

describe('updating an outdated node', () => {
  const described = entry('llmChain')

  test('keeps its label, values and the edges that still fit', () => {
    const old = renameNode('llmChain_0', 'My chain')(setInput('llmChain_0', 'chainName', 'first')(chain))
    const aged = {
      ...old,
      nodes: old.nodes.map((node) =>
        node.id === 'llmChain_0' ? { ...node, data: { ...node.data, version: 1 } } : node,
      ),
    }
    const updated = updateNodeToDefinition('llmChain_0', described)(aged)
    expect(updated).toEqual(old)
  })

  test('drops the edges that no longer fit, and adds what is new', () => {
    const newer = {
      ...described,
      version: 4,
      inputs: [
        ...described.inputs
          .filter((input) => input.name !== 'prompt')
          .map((input) => (input.name === 'model' ? { ...input, type: 'BaseLLM' } : input)),
        { name: 'retries', label: 'Retries', type: 'number', default: 2 },
      ],
    }
    const updated = updateNodeToDefinition('llmChain_0', newer)(chain)
    expect(updated.edges.map((edge) => edge.target)).toEqual(['llmChain_1'])
    expect(inputs(updated, 'llmChain_0')).toEqual({ model: '', chainName: '', retries: 2 })
  })

  test('follows an input that became a list, and one that has another name', () => {
    const newer = {
      ...described,
      aliases: [{ name: 'llmChain', inputs: { model: 'models', chainName: 'title' } }],
      inputs: described.inputs.map((input) => {
        if (input.name === 'model') return { ...input, name: 'models', list: true }
        return input.name === 'chainName' ? { ...input, name: 'title' } : input
      }),
    }
    const updated = updateNodeToDefinition('llmChain_0', newer)(setInput('llmChain_0', 'chainName', 'first')(chain))
    expect(inputs(updated, 'llmChain_0')).toEqual({
      models: ['{{chatOpenAI_0.data.instance}}'],
      prompt: '{{promptTemplate_0.data.instance}}',
      title: 'first',
    })
    expect(updated.edges[0]?.targetHandle).toBe('llmChain_0-input-models-BaseLanguageModel')
  })
})

describe('small edits', () => {
  test('change one node and leave the others the same objects', () => {
    const changed = setInput('chatOpenAI_0', 'temperature', 0.5)(chain)
    expect(changed.nodes[0]?.data.inputs['temperature']).toBe(0.5)
    expect(changed.nodes.slice(1).every((node, index) => node === chain.nodes[index + 1])).toBe(true)
    expect(changed.edges).toBe(chain.edges)
  })

  test('set and unset a credential, a name, a place and a viewport', () => {
    const owned = setCredential('chatOpenAI_0', 'key-1')(chain)
    expect(owned.nodes[0]?.data.credential).toBe('key-1')
    expect(setCredential('chatOpenAI_0', undefined)(owned)).toEqual(chain)
    expect(renameNode('chatOpenAI_0', '  GPT ')(chain).nodes[0]?.data.label).toBe('GPT')
    expect(moveNodes({ chatOpenAI_0: { x: 1, y: 2 } })(chain).nodes[0]?.positionAbsolute).toEqual({ x: 1, y: 2 })
  })

  test('that do not apply return the very same flow', () => {
    const edits = [
      addNode(node('chatOpenAI_0')),
      connect(join(chain, 'chatOpenAI_0', 'llmChain_0', 'model')),
      disconnect('no such edge'),
      removeNodes('gone_0'),
      duplicateNodes('gone_0'),
      paste({ nodes: [], edges: [] }),
      renameNode('chatOpenAI_0', ' '),
      setInput('gone_0', 'temperature', 1),
      setInput('llmChain_0', 'model', 'text'),
      setInput('chatOpenAI_0', 'temperature', 0),
      setCredential('chatOpenAI_0', undefined),
      chooseOutput('llmChain_0', 'llmChain'),
      chooseOutput('llmChain_0', 'nothing'),
      updateNodeToDefinition('gone_0', entry('llmChain')),
      moveNodes({ chatOpenAI_0: { x: 0, y: 0 }, gone_0: { x: 1, y: 1 } }),
    ]
    for (const [index, edit] of edits.entries()) expect(edit(chain), `edit ${index}`).toBe(chain)
  })
})

test('an edit that says what is there already is none', () => {
  const listed = setInput('chatOpenAI_0', 'baseOptions', { a: [1] })(chain)
  expect(setInput('chatOpenAI_0', 'baseOptions', { a: [1] })(listed)).toBe(listed)
  expect(inputs(setInput('chatOpenAI_0', 'baseOptions', { a: [2] })(listed), 'chatOpenAI_0')?.['baseOptions']).toEqual({
    a: [2],
  })
})

test('updating a node keeps the order in which its list speaks of others', () => {
  const agent = draw(
    ['toolAgent_0', 'calculator_0', 'calculator_1'],
    [
      ['calculator_0', 'toolAgent_0', 'tools'],
      ['calculator_1', 'toolAgent_0', 'tools'],
    ],
  )
  const turned = ['{{calculator_1.data.instance}}', '{{calculator_0.data.instance}}']
  const nodes = agent.nodes.map((each) =>
    each.id === 'toolAgent_0'
      ? { ...each, data: { ...each.data, inputs: { ...each.data.inputs, tools: turned } } }
      : each,
  )
  const updated = updateNodeToDefinition('toolAgent_0', entry('toolAgent'))({ ...agent, nodes })
  expect(inputs(updated, 'toolAgent_0')?.['tools']).toEqual(turned)
  const forgotten = agent.nodes.map((each) => (each.id === 'toolAgent_0' ? node('toolAgent_0') : each))
  const found = updateNodeToDefinition('toolAgent_0', entry('toolAgent'))({ ...agent, nodes: forgotten })
  expect(inputs(found, 'toolAgent_0')?.['tools']).toEqual([...turned].reverse())
})

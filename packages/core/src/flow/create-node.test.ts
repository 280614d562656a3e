import { expect, test } from 'vitest'
import { describe, descriptions, node } from './catalogue.fixture.ts'
import { createNode } from './create-node.ts'
import { isParam, PARAM_TYPES, parseHandle } from './handles.ts'
import { newNodeId } from './new-node-id.ts'

test('[FLOW-1] a fresh node has the shape of the document, its credential first and every input at its default', () => {
  const position = { x: 10, y: 20 }
  expect(createNode(describe('toolAgent'), { id: 'toolAgent_0', position })).toEqual({
    id: 'toolAgent_0',
    type: 'customNode',
    position,
    positionAbsolute: position,
    selected: false,
    data: {
      id: 'toolAgent_0',
      label: 'Tool Agent',
      version: 1,
      name: 'toolAgent',
      type: 'AgentExecutor',
      baseClasses: ['AgentExecutor', 'BaseChain'],
      category: 'Agents',
      description: 'Calls tools.',
      inputParams: [
        {
          label: 'System Message',
          name: 'systemMessage',
          type: 'string',
          optional: true,
          acceptVariable: true,
          id: 'toolAgent_0-input-systemMessage-string',
        },
      ],
      inputAnchors: [
        { label: 'Tools', name: 'tools', type: 'Tool', list: true, id: 'toolAgent_0-input-tools-Tool' },
        { label: 'Chat Model', name: 'model', type: 'BaseChatModel', id: 'toolAgent_0-input-model-BaseChatModel' },
      ],
      inputs: { tools: '', model: '', systemMessage: '' },
      outputAnchors: [
        {
          id: 'toolAgent_0-output-toolAgent-AgentExecutor|BaseChain',
          name: 'toolAgent',
          label: 'AgentExecutor',
          type: 'AgentExecutor | BaseChain',
        },
      ],
      outputs: {},
      selected: false,
    },
  })
  expect(node('chatOpenAI_0').data.inputParams[0]).toMatchObject({ name: 'credential', type: 'credential' })
})

test('a default of zero or false is kept as it is', () => {
  expect(node('chatOpenAI_0').data.inputs).toMatchObject({ temperature: 0, streaming: false })
})

test('[FLOW-2] the listed types are edited on the node, and every other type is an anchor', () => {
  const shown = 'asyncOptions options string number boolean password json code date file folder'.split(' ')
  expect(shown.filter((type) => !PARAM_TYPES.has(type))).toEqual([])
  for (const description of descriptions) {
    const { inputParams, inputAnchors } = createNode(description, { id: 'a_0', position: { x: 0, y: 0 } }).data
    expect(inputParams.every(isParam)).toBe(true)
    expect(inputAnchors.some(isParam)).toBe(false)
  }
})

test('[FLOW-3] one output is typed by the base classes; several become a choice whose default is the first', () => {
  expect(node('llmChain_0').data).toMatchObject({
    outputs: { output: 'llmChain' },
    outputAnchors: [
      {
        name: 'output',
        type: 'options',
        default: 'llmChain',
        options: [
          { id: 'llmChain_0-output-llmChain-LLMChain|BaseChain', name: 'llmChain', type: 'LLMChain | BaseChain' },
          { id: 'llmChain_0-output-outputPrediction-string|json', name: 'outputPrediction', type: 'string | json' },
        ],
      },
    ],
  })
})

test('[FLOW-4] handle ids say node, side, name and types, and can be read back', () => {
  expect(parseHandle('openAIEmbedding_LlamaIndex_1-output-openAIEmbedding_LlamaIndex-A|B')).toEqual({
    nodeId: 'openAIEmbedding_LlamaIndex_1',
    side: 'output',
    name: 'openAIEmbedding_LlamaIndex',
    types: ['A', 'B'],
  })
  expect(parseHandle('worker_0-input-previous-Start | Agent')).toMatchObject({ types: ['Start', 'Agent'] })
  expect(parseHandle('worker_0')).toBeUndefined()
})

test('[FLOW-5] a new id takes the first number that is free', () => {
  const taken = ['chatOpenAI_0', 'chatOpenAI_2', 'openAI_1'].map((id) => ({ id }))
  expect(newNodeId('chatOpenAI', taken)).toBe('chatOpenAI_1')
  expect(newNodeId('openAI', taken)).toBe('openAI_0')
})

import { expect, test } from 'vitest'
import type { NodeDescription } from '../node/definition.ts'
import { describe, descriptions, node } from './catalogue.fixture.ts'
import { createNode } from './create-node.ts'
import { PARAM_TYPES, parseHandle } from './handles.ts'
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

const SPECIFIED = 'asyncOptions options string number boolean password json code date file folder'.split(' ')

/** Beyond the specification: kinds with a field of ours, and kinds that only files of other products carry. */
const OURS = 'multiOptions asyncMultiOptions datagrid credential'.split(' ')
const FOREIGN = 'array tabs conditionFunction timePicker datePicker weekDaysPicker monthDaysPicker'.split(' ')

const withInputs = (...types: string[]): NodeDescription => ({
  ...describe('calculator'),
  inputs: types.map((type) => ({ name: `of_${type}`, label: type, type })),
})

const created = (description: NodeDescription) => createNode(description, { id: 'a_0', position: { x: 0, y: 0 } }).data

test('[FLOW-2] the listed types, and no others, are edited on the node', () => {
  expect([...PARAM_TYPES].toSorted()).toEqual([...SPECIFIED, ...OURS, ...FOREIGN].toSorted())
  const { inputParams, inputAnchors } = created(withInputs(...SPECIFIED))
  expect(inputParams.map(({ type }) => type)).toEqual(SPECIFIED)
  expect(inputAnchors).toEqual([])
})

test('[FLOW-2] every other type is an anchor to connect to, whatever it is called', () => {
  const others = [
    'BaseChatModel',
    'Tool',
    'Document',
    'String',
    'text',
    'integer',
    'strings',
    'option',
    'Foo | Bar',
    '',
  ]
  const { inputParams, inputAnchors } = created(withInputs(...others))
  expect(inputParams).toEqual([])
  expect(inputAnchors.map(({ type, id }) => ({ type, id }))).toEqual(
    others.map((type) => ({ type, id: `a_0-input-of_${type}-${type}` })),
  )
})

test('[FLOW-2] each input of the whole catalogue is one of the two, in the order it is declared', () => {
  for (const description of descriptions) {
    const { inputParams, inputAnchors } = created(description)
    const params = inputParams.filter(({ name }) => name !== 'credential').map(({ name }) => name)
    const isShown = ({ type }: { type: string }) => [...SPECIFIED, ...OURS].includes(type)
    expect(params).toEqual(description.inputs.filter(isShown).map(({ name }) => name))
    expect(inputAnchors.map(({ name }) => name)).toEqual(
      description.inputs.filter((input) => !isShown(input)).map(({ name }) => name),
    )
  }
})

const classes = ['First', 'Second', 'Third']

test('[FLOW-3] one output is an anchor whose type is the base classes joined by a bar between blanks', () => {
  const { outputs: _, ...plain } = describe('calculator')
  const { outputAnchors, outputs } = created({ ...plain, baseClasses: classes })
  expect(outputAnchors).toEqual([
    {
      id: 'a_0-output-calculator-First|Second|Third',
      name: 'calculator',
      label: plain.type,
      type: 'First | Second | Third',
    },
  ])
  expect(outputs).toEqual({})
})

test('[FLOW-3] several outputs are one choice called output whose default is the first, each with its own type', () => {
  const names = ['zebra', 'ape', 'mole']
  const { outputAnchors, outputs } = created({
    ...describe('calculator'),
    outputs: names.map((name, index) => ({ name, label: name, baseClasses: classes.slice(index) })),
  })
  expect(outputAnchors).toEqual([
    {
      name: 'output',
      label: 'Output',
      type: 'options',
      default: 'zebra',
      options: [
        { id: 'a_0-output-zebra-First|Second|Third', name: 'zebra', label: 'zebra', type: 'First | Second | Third' },
        { id: 'a_0-output-ape-Second|Third', name: 'ape', label: 'ape', type: 'Second | Third' },
        { id: 'a_0-output-mole-Third', name: 'mole', label: 'mole', type: 'Third' },
      ],
    },
  ])
  expect(outputs).toEqual({ output: 'zebra' })
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

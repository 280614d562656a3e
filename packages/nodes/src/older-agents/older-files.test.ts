import {
  convertOlderFlow,
  createCatalogueIndex,
  readFlow,
  setInput,
  stripForExport,
  validateFlow,
} from '@chatwright/core'
import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'

const catalogue = await loadCatalogue()
const index = createCatalogueIndex(catalogue.nodes)
const describe = (name: string) => index.describe(name)

const BEFORE = 'Start | Agent | LLMNode | ToolNode'

function node(id: string, type: string, data: Record<string, unknown>) {
  const name = id.slice(0, id.lastIndexOf('_'))
  const shared = { id, name, type, baseClasses: [type], category: 'Sequential Agents', version: 1 }
  return {
    id,
    position: { x: 10, y: 20 },
    type: 'customNode',
    width: 300,
    height: 400,
    selected: false,
    data: { ...shared, label: type, inputParams: [], inputAnchors: [], outputAnchors: [], outputs: {}, ...data },
  }
}

const anchor = (id: string, name: string, type: string) => ({
  label: type,
  name,
  type,
  id: `${id}-input-${name}-${type}`,
})
const output = (id: string, name: string, type: string) => ({
  id: `${id}-output-${name}-${type}`,
  name,
  label: type,
  type,
})
const edge = (source: string, sourceHandle: string, target: string, targetHandle: string) => ({
  source,
  sourceHandle,
  target,
  targetHandle,
  type: 'buttonedge',
  id: `${source}-${sourceHandle}-${target}-${targetHandle}`,
})

/** As the older product wrote them in 2024: typed anchors, inputs behind tabs, outputs by the rows of a table. */
const file = {
  nodes: [
    node('chatOpenAI_0', 'ChatOpenAI', {
      category: 'Chat Models',
      baseClasses: ['ChatOpenAI', 'BaseChatModel'],
      inputs: { modelName: 'gpt-4o-mini' },
      outputAnchors: [output('chatOpenAI_0', 'chatOpenAI', 'ChatOpenAI|BaseChatModel')],
    }),
    node('seqStart_0', 'Start', {
      inputAnchors: [anchor('seqStart_0', 'model', 'BaseChatModel')],
      inputs: { model: '{{chatOpenAI_0.data.instance}}', agentMemory: '', state: '' },
      outputAnchors: [output('seqStart_0', 'seqStart', 'Start')],
    }),
    node('seqLLMNode_0', 'LLMNode', {
      inputAnchors: [anchor('seqLLMNode_0', 'sequentialNode', BEFORE)],
      inputs: { llmNodeName: 'Writer', sequentialNode: ['{{seqStart_0.data.instance}}'], undefined: '' },
      outputAnchors: [output('seqLLMNode_0', 'seqLLMNode', 'LLMNode')],
    }),
    node('seqCondition_0', 'Condition', {
      inputParams: [
        {
          label: 'Condition',
          name: 'condition',
          type: 'conditionFunction',
          tabIdentifier: 'selectedConditionFunctionTab',
          tabs: [
            {
              label: 'Condition (Table)',
              name: 'conditionUI',
              type: 'datagrid',
              datagrid: [{ field: 'output', headerName: 'Output' }],
            },
            { label: 'Condition (Code)', name: 'conditionFunction', type: 'code' },
          ],
          id: 'seqCondition_0-input-condition-conditionFunction',
        },
      ],
      inputAnchors: [anchor('seqCondition_0', 'sequentialNode', BEFORE)],
      inputs: {
        sequentialNode: ['{{seqLLMNode_0.data.instance}}'],
        conditionUI:
          '[{"variable":"$seqLLMNode_0","operation":"Is","value":"more","output":"Go On","actions":"","id":0}]',
        selectedConditionFunctionTab_seqCondition_0: 'conditionUI_seqCondition_0',
      },
      outputAnchors: [
        {
          name: 'output',
          label: 'Output',
          type: 'options',
          options: [
            {
              ...output('seqCondition_0', 'end', 'Agent|LLMNode'),
              label: 'End',
              type: 'Agent | LLMNode',
              isAnchor: true,
            },
            {
              ...output('seqCondition_0', 'goon', 'Agent|LLMNode'),
              label: 'Go On',
              type: 'Agent | LLMNode',
              isAnchor: true,
            },
          ],
        },
      ],
      outputs: { output: 'next' },
    }),
    node('seqLoop_0', 'Loop', {
      inputAnchors: [anchor('seqLoop_0', 'sequentialNode', BEFORE)],
      inputs: { sequentialNode: ['{{seqCondition_0.data.instance}}'], loopToName: 'Writer' },
    }),
  ],
  edges: [
    edge(
      'chatOpenAI_0',
      'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel',
      'seqStart_0',
      'seqStart_0-input-model-BaseChatModel',
    ),
    edge(
      'seqStart_0',
      'seqStart_0-output-seqStart-Start',
      'seqLLMNode_0',
      `seqLLMNode_0-input-sequentialNode-${BEFORE}`,
    ),
    edge(
      'seqLLMNode_0',
      'seqLLMNode_0-output-seqLLMNode-LLMNode',
      'seqCondition_0',
      `seqCondition_0-input-sequentialNode-${BEFORE}`,
    ),
    edge(
      'seqCondition_0',
      'seqCondition_0-output-goon-Agent|LLMNode',
      'seqLoop_0',
      `seqLoop_0-input-sequentialNode-${BEFORE}`,
    ),
  ],
}

const read = (): Flow => readFlow(JSON.stringify(file), describe).flow

test('a file of the older product is exported to the letter as it came', () => {
  expect(readFlow(JSON.stringify(file), describe).changes).toEqual([])
  const { nodes, edges } = stripForExport(read(), describe)
  expect(edges).toEqual(file.edges)
  expect(nodes.map(({ id, data }) => [id, data.inputs, data.outputAnchors])).toEqual(
    file.nodes.map(({ id, data }) => [id, (data as Record<string, unknown>)['inputs'], data.outputAnchors]),
  )
})

test('it becomes steps that lack nothing but what its author has to choose', () => {
  const { flow } = convertOlderFlow(read(), { describe, ids: 'new' })
  expect(flow?.nodes.map(({ id, data }) => `${id} ${data.label}`)).toEqual([
    'startAgentflow_0 Start',
    'llmAgentflow_0 Writer',
    'conditionAgentflow_0 Condition',
    'loopAgentflow_0 Back to Writer',
    'directReplyAgentflow_0 Answer',
  ])
  expect(flow?.edges.map(({ sourceHandle, target }) => `${sourceHandle} > ${target}`)).toEqual([
    'startAgentflow_0-output-startAgentflow > llmAgentflow_0',
    'llmAgentflow_0-output-llmAgentflow > conditionAgentflow_0',
    'conditionAgentflow_0-output-0 > loopAgentflow_0',
    'conditionAgentflow_0-output-1 > directReplyAgentflow_0',
  ])
  expect(validateFlow(flow ?? read(), index).map(({ code, nodeId }) => `${code} ${nodeId}`)).toEqual([
    'missing-credential llmAgentflow_0',
  ])
})

test('the outputs of a condition follow its table, and what hangs on one that is gone goes with it', () => {
  const row = (name: string) => JSON.stringify([{ variable: '$flow.input', operation: 'Is', value: 'x', output: name }])
  const labels = (flow: Flow) => flow.nodes[3]?.data.outputAnchors[0]?.options?.map(({ label }) => label)
  const renamed = setInput('seqCondition_0', 'conditionUI', row('Further'))(read())
  expect(labels(renamed)).toEqual(['End', 'Further'])
  expect(renamed.edges).toHaveLength(3)
  const coded = setInput('seqCondition_0', 'conditionFunction', 'return "Stop"')(read())
  expect(labels(coded)).toEqual(['End', 'Stop'])
  expect(coded.nodes[3]?.data.inputs['selectedConditionFunctionTab_seqCondition_0']).toBe(
    'conditionFunction_seqCondition_0',
  )
})

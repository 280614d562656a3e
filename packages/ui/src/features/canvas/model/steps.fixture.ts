import {
  array,
  asyncOptions,
  boolean,
  component,
  connect,
  createNode,
  defineNode,
  describeNode,
  options,
  string,
} from '@chatwright/core'
import type { Flow, FlowNode, NodeDescription, StepTraits } from '@chatwright/core'

import { addFromPalette } from './add-from-palette.ts'
import { descriptions as chatNodes, edited } from './catalogue.fixture.ts'

function step(
  name: string,
  label: string,
  traits: StepTraits,
  inputs: Parameters<typeof defineNode>[0]['inputs'],
): NodeDescription {
  return describeNode(
    defineNode({
      name,
      label,
      version: 1,
      category: 'Agent Flows',
      description: `${label}.`,
      icon: 'step.svg',
      color: '#64B5F6',
      baseClasses: [label],
      traits: { step: traits },
      inputs,
      build: () => undefined,
    }),
  )
}

const choice = (names: string) => names.split(' ').map((name) => ({ label: name, name }))

/** A step that is told what to do by the first of its messages. */
export const toldStep: NodeDescription = step(
  'toldAgentflow',
  'Told',
  {},
  {
    toldMessages: array(
      {
        role: options({ label: 'Role', default: 'user', options: choice('system user') }),
        content: string({ label: 'Content', rows: 4, optional: true, acceptVariable: true }),
      },
      { label: 'Messages', instructions: true, optional: true, acceptVariable: true },
    ),
  },
)

/** Steps in small, beside the nodes that can be chosen inside them. */
export const stepDescriptions: NodeDescription[] = [
  ...chatNodes,
  step(
    'startAgentflow',
    'Start',
    { starts: true, declaresState: 'startState' },
    {
      startState: array(
        { key: string({ label: 'Key' }), value: string({ label: 'Value', optional: true }) },
        { label: 'Flow State', optional: true },
      ),
      startParallel: boolean({ label: 'Run Independent Steps at the Same Time', optional: true }),
      webhookEnableAuth: boolean({ label: 'Enable Authentication', optional: true }),
      webhookSignatureType: options({
        label: 'Signature Type',
        optional: true,
        options: ['v2', 'hmac-sha256', 'plain-token'].map((name) => ({ label: name, name })),
      }),
    },
  ),
  step(
    'llmAgentflow',
    'LLM',
    { updatesState: 'llmUpdateState' },
    {
      llmModel: component('BaseChatModel', 'listModels', { label: 'Model' }),
      llmUserMessage: string({ label: 'Input Message', acceptVariable: true, rows: 4, optional: true }),
      llmUpdateState: array(
        {
          key: asyncOptions('listRuntimeStateKeys', { label: 'Key', freeSolo: true }),
          value: string({ label: 'Value', acceptVariable: true }),
        },
        { label: 'Update Flow State', optional: true, acceptVariable: true },
      ),
    },
  ),
  step(
    'conditionAgentflow',
    'Condition',
    { decides: { rows: 'conditions', hasElse: true } },
    {
      conditions: array(
        {
          type: options({ label: 'Type', options: choice('string number'), default: 'string' }),
          value1: string({ label: 'Value 1', acceptVariable: true, optional: true }),
          operation: options({ label: 'Operation', options: [{ label: 'Equal', name: 'equal' }], default: 'equal' }),
          value2: string({ label: 'Value 2', optional: true, show: { 'conditions[$index].type': 'string' } }),
        },
        {
          label: 'Conditions',
          acceptVariable: true,
          default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }],
        },
      ),
    },
  ),
  step('humanInputAgentflow', 'Human Input', { decides: { outputs: ['0', '1'] } }, {}),
  step('iterationAgentflow', 'Iteration', { container: true }, {}),
  step(
    'loopAgentflow',
    'Loop',
    { ends: true },
    {
      loopBackToNode: asyncOptions('listPreviousNodes', { label: 'Loop Back To', freeSolo: true }),
    },
  ),
  step(
    'directReplyAgentflow',
    'Direct Reply',
    { ends: true },
    {
      directReplyMessage: string({ label: 'Message', acceptVariable: true, rows: 4 }),
    },
  ),
]

export function stepDescription(name: string): NodeDescription {
  const found = stepDescriptions.find((description) => description.name === name)
  if (!found) throw new Error(`The fixture has no ${name}.`)
  return found
}

export function stepOf(id: string, inputs: Record<string, unknown> = {}, more: Partial<FlowNode> = {}): FlowNode {
  const node = createNode(stepDescription(id.replace(/_\d+$/, '')), { id, position: { x: 0, y: 0 } })
  return { ...node, ...more, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } }
}

/** Steps and edges such as `conditionAgentflow_0:1 > llmAgentflow_0`. */
export function drawSteps(nodes: readonly FlowNode[], edges: readonly string[] = []): Flow {
  return edges.reduce<Flow>(
    (flow, text) => {
      const [from = '', target = ''] = text.split(' > ')
      const [source = '', output = source.replace(/_\d+$/, '')] = from.split(':')
      return connect({ source, sourceHandle: `${source}-output-${output}`, target, targetHandle: target })(flow)
    },
    { nodes: [...nodes], edges: [] },
  )
}

/** The flow after a step was taken from the palette. */
export function addStepTo(flow: Flow, wanted: Parameters<typeof addFromPalette>[1]): Flow {
  return edited(flow, (draft) => addFromPalette(draft, wanted), stepDescriptions)
}

import type { StepTraits } from '../../node/definition.ts'
import { defineNode } from '../../node/definition.ts'
import { describeNode } from '../../node/describe.ts'
import { array, asyncOptions, code, component, number, options, string, variants } from '../../node/inputs.ts'
import { createCatalogueIndex } from '../catalogue-index.ts'
import { descriptions as chatNodes } from '../catalogue.fixture.ts'
import { connect } from '../commands/connect.ts'
import { createNode } from '../create-node.ts'
import type { Flow, FlowNode } from '../document.ts'
import { stepHandle } from './step-outputs.ts'

/** Steps in small: one for each thing that the drawing of agents must cope with. */
const stateRows = array(
  {
    key: asyncOptions('listRuntimeStateKeys', { label: 'Key', freeSolo: true }),
    value: string({ label: 'Value', acceptVariable: true }),
  },
  { label: 'Update Flow State', optional: true, acceptVariable: true },
)
const ofType = (type: string) => ({ 'conditions[$index].type': type })
const choice = (names: string) => names.split(' ').map((name) => ({ label: name, name }))

function step(name: string, label: string, traits: StepTraits, inputs: Parameters<typeof defineNode>[0]['inputs']) {
  return describeNode(
    defineNode({
      name,
      label,
      version: 1,
      category: 'Agent Flows',
      description: `${label}.`,
      icon: 'step.svg',
      color: '#64B5F6',
      baseClasses: [label.replaceAll(' ', '')],
      traits: { step: traits },
      inputs,
      build: () => undefined,
    }),
  )
}

const steps = [
  step(
    'startAgentflow',
    'Start',
    { starts: true, declaresState: 'startState' },
    {
      startInputType: options({ label: 'Input Type', options: choice('chatInput formInput'), default: 'chatInput' }),
      formInputTypes: array(
        {
          name: string({ label: 'Variable Name' }),
          type: options({ label: 'Type', options: choice('string options'), default: 'string' }),
          addOptions: array(
            { option: string({ label: 'Option' }) },
            { label: 'Add Options', show: { 'formInputTypes[$index].type': 'options' } },
          ),
        },
        { label: 'Form Input Types', show: { startInputType: 'formInput' } },
      ),
      startState: array(
        { key: string({ label: 'Key' }), value: string({ label: 'Value', optional: true }) },
        { label: 'Flow State', optional: true },
      ),
    },
  ),
  step(
    'llmAgentflow',
    'LLM',
    { updatesState: 'llmUpdateState' },
    {
      llmModel: component('BaseChatModel', 'listModels', { label: 'Model' }),
      llmMessages: array(
        {
          role: options({ label: 'Role', options: choice('system user') }),
          content: string({ label: 'Content', acceptVariable: true, rows: 4 }),
        },
        { label: 'Messages', optional: true, acceptVariable: true },
      ),
      llmStructuredOutput: array(
        {
          key: string({ label: 'Key' }),
          type: options({ label: 'Type', options: choice('string number') }),
          description: string({ label: 'Description' }),
        },
        { label: 'JSON Structured Output', optional: true },
      ),
      llmUpdateState: stateRows,
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
          value1: variants(
            string({ label: 'Value 1', acceptVariable: true, optional: true, show: ofType('string') }),
            number({ label: 'Value 1', acceptVariable: true, optional: true, show: ofType('number') }),
          ),
          operation: options({ label: 'Operation', options: choice('equal notEqual'), default: 'equal' }),
        },
        { label: 'Conditions', acceptVariable: true, default: [{ type: 'string', value1: '', operation: 'equal' }] },
      ),
    },
  ),
  step(
    'conditionAgentAgentflow',
    'Condition Agent',
    { decides: { rows: 'scenarios', hasElse: false } },
    {
      scenarios: array(
        { scenario: string({ label: 'Scenario' }) },
        { label: 'Scenarios', minItems: 1, default: [{ scenario: 'a' }, { scenario: 'b' }] },
      ),
    },
  ),
  step(
    'humanInputAgentflow',
    'Human Input',
    {
      decides: { outputs: ['0', '1'], more: 'humanInputButtons' },
      mayAlso: [{ name: 'timeout', label: 'When time is up', while: { input: 'humanInputOnTimeout', is: 'output' } }],
      asks: 'decision',
    },
    {
      humanInputDescription: string({ label: 'Description', acceptVariable: true, optional: true }),
      humanInputFields: array({ name: string({ label: 'Name' }) }, { label: 'Fields', optional: true }),
      humanInputButtons: array({ label: string({ label: 'Button' }) }, { label: 'Buttons', optional: true }),
    },
  ),
  step(
    'loopAgentflow',
    'Loop',
    { ends: true, updatesState: 'loopUpdateState' },
    {
      loopBackToNode: asyncOptions('listPreviousNodes', { label: 'Loop Back To', freeSolo: true }),
      maxLoopCount: number({ label: 'Max Loop Count', default: 5 }),
      loopUpdateState: stateRows,
    },
  ),
  step(
    'iterationAgentflow',
    'Iteration',
    { container: true },
    { iterationInput: string({ label: 'Array Input', acceptVariable: true, optional: true }) },
  ),
  step(
    'directReplyAgentflow',
    'Direct Reply',
    { ends: true },
    { directReplyMessage: string({ label: 'Message', acceptVariable: true, rows: 4 }) },
  ),
  step('customFunctionAgentflow', 'Custom Function', {}, { customFunction: code({ label: 'Code', optional: true }) }),
  describeNode(
    defineNode({
      name: 'stickyNoteAgentflow',
      label: 'Sticky Note',
      version: 1,
      category: 'Agent Flows',
      description: 'A note.',
      icon: 'note.svg',
      color: '#fee440',
      baseClasses: ['StickyNote'],
      inputs: { note: string({ label: 'Note', optional: true }) },
      traits: { inert: true },
      build: () => undefined,
    }),
  ),
]

export const stepNames = steps.map(({ name }) => name)
export const stepCatalogue = createCatalogueIndex([...chatNodes, ...steps])

export function describeStep(name: string) {
  const description = stepCatalogue.describe(name)
  if (!description) throw new Error(`The test catalogue has no ${name}`)
  return description
}

/** A fresh step named by its id, as in `llmAgentflow_0`. */
export function stepNode(id: string, inputs: Record<string, unknown> = {}, more: Partial<FlowNode> = {}): FlowNode {
  const fresh = createNode(describeStep(id.replace(/_\d+$/, '')), { id, position: { x: 0, y: 0 } })
  return { ...fresh, ...more, data: { ...fresh.data, inputs: { ...fresh.data.inputs, ...inputs } } }
}

/** A flow of these steps and of edges such as `conditionAgentflow_0:1 > llmAgentflow_0`. */
export function drawSteps(nodes: readonly FlowNode[], edges: readonly string[] = []): Flow {
  let flow: Flow = { nodes: [...nodes], edges: [] }
  for (const text of edges) {
    const joined = connect(stepConnection(text))(flow)
    if (joined === flow) throw new Error(`Nothing was drawn for ${text}`)
    flow = joined
  }
  return flow
}

export function stepConnection(text: string) {
  const [from = '', target = ''] = text.split(' > ')
  const [source = '', output = source.replace(/_\d+$/, '')] = from.split(':')
  return { source, sourceHandle: stepHandle(source, output), target, targetHandle: target }
}

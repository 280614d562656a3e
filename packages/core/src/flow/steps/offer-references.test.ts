import { expect, test } from 'vitest'
import { stepsBefore, stepsEverBefore } from './before-step.ts'
import { changeChosenCredential, changeChosenNode, chooseNode, readChosenNode } from './chosen-node.ts'
import { offerReferences } from './offer-references.ts'
import { describeStep, drawSteps, stepCatalogue, stepNode } from './steps.fixture.ts'

const flow = drawSteps(
  [
    stepNode('startAgentflow_0', {
      startInputType: 'formInput',
      formInputTypes: [{ name: 'city', type: 'string' }],
      startState: [{ key: 'topic', value: '' }],
    }),
    stepNode('llmAgentflow_0', { llmStructuredOutput: [{ key: 'tone', type: 'number', description: 'x' }] }),
    stepNode('iterationAgentflow_0'),
    stepNode('llmAgentflow_1', {}, { parentNode: 'iterationAgentflow_0' }),
    stepNode('llmAgentflow_2', { llmUpdateState: [{ key: 'seen', value: 'yes' }] }),
    stepNode('loopAgentflow_0', { loopBackToNode: 'llmAgentflow_0-LLM 0' }),
  ],
  [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > iterationAgentflow_0',
    'iterationAgentflow_0 > llmAgentflow_2',
    'llmAgentflow_2 > loopAgentflow_0',
  ],
)
const names = (nodeId: string, more = {}) =>
  offerReferences(flow, { nodeId, describe: (name) => stepCatalogue.describe(name), ...more }).map(({ name }) => name)

test('a text is offered what can be known when its step begins, and nothing that comes later', () => {
  expect(names('llmAgentflow_1')).toEqual([
    'question',
    'chat_history',
    'file_attachment',
    'current_date_time',
    'runtime_messages_length',
    'loop_count',
    '$iteration',
    '$form.city',
    '$flow.state.topic',
    '$flow.state.seen',
    'llmAgentflow_0',
    'llmAgentflow_0.output.tone',
    '$flow.sessionId',
    '$flow.chatId',
    '$flow.chatflowId',
    '$flow.apiMessageId',
  ])
  expect(names('llmAgentflow_0')).not.toContain('llmAgentflow_2')
  expect(names('llmAgentflow_0')).not.toContain('$iteration')
})

test('rows that change the state know the output of their own step, and variables are offered where there are some', () => {
  expect(names('llmAgentflow_0', { isState: true, variables: ['key'] })).toEqual(
    expect.arrayContaining(['output', 'output.tone', '$vars.key']),
  )
})

test('a loop brings a run back, so that a step behind may have run before', () => {
  expect(stepsBefore(flow, 'llmAgentflow_2').map((node) => node.id)).toEqual(['llmAgentflow_0', 'iterationAgentflow_0'])
  expect([...stepsEverBefore(flow, 'llmAgentflow_0')].sort()).toEqual([
    'iterationAgentflow_0',
    'llmAgentflow_0',
    'llmAgentflow_1',
    'llmAgentflow_2',
    'loopAgentflow_0',
    'startAgentflow_0',
  ])
})

test('a node chosen inside a step keeps its settings and its credential beside the choice', () => {
  const input = describeStep('llmAgentflow').inputs[0]!
  const chosen = chooseNode(input, describeStep('chatOpenAI'))
  expect(chosen).toMatchObject({
    llmModel: 'chatOpenAI',
    llmModelConfig: { modelName: 'small', temperature: 0, llmModel: 'chatOpenAI' },
  })
  const keyed = { ...chosen, ...changeChosenCredential(input, chosen, 'key-1') }
  const warmer = { ...keyed, ...changeChosenNode(input, keyed, { temperature: 0.5 }) }
  expect(readChosenNode(input, warmer)).toMatchObject({
    name: 'chatOpenAI',
    settings: { temperature: 0.5, modelName: 'small' },
    credential: 'key-1',
  })
  expect(readChosenNode(input, { ...warmer, llmModel: 'other' })?.settings).toEqual({})
})

test('where a person decides is offered before, and what the person filled in after', () => {
  const fields = [{ name: 'amount', type: 'number' }, { name: '' }]
  const asking = drawSteps(
    [
      stepNode('startAgentflow_0'),
      stepNode('llmAgentflow_0'),
      stepNode('humanInputAgentflow_0', { humanInputFields: fields }),
      stepNode('llmAgentflow_1'),
      stepNode('iterationAgentflow_0'),
      stepNode('humanInputAgentflow_1', {}, { parentNode: 'iterationAgentflow_0' }),
    ],
    [
      'startAgentflow_0 > llmAgentflow_0',
      'llmAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > llmAgentflow_1',
    ],
  )
  const offered = (nodeId: string) =>
    offerReferences(asking, { nodeId, describe: (name) => stepCatalogue.describe(name) })
      .map(({ name }) => name)
      .filter((name) => name.includes('humanInput'))
  expect(offered('llmAgentflow_0')).toEqual(['$flow.links.humanInputAgentflow_0'])
  expect(offered('llmAgentflow_1')).toEqual([
    'humanInputAgentflow_0',
    'humanInputAgentflow_0.output.form.amount',
    '$flow.links.humanInputAgentflow_0',
  ])
})

import { expect, test } from 'vitest'
import type { Flow, FlowNode } from '../../document.ts'
import { chooseNode } from '../../steps/chosen-node.ts'
import { describeStep, drawSteps, stepCatalogue, stepNode } from '../../steps/steps.fixture.ts'
import { validateFlow } from '../validate-flow.ts'

const model = {
  ...chooseNode(describeStep('llmAgentflow').inputs[0]!, describeStep('chatOpenAI')),
  llmModelConfig: { modelName: 'small', FLOWISE_CREDENTIAL_ID: 'key-1', llmModel: 'chatOpenAI' },
}
const start = stepNode('startAgentflow_0')
const llm = (number: number, inputs = {}, more: Partial<FlowNode> = {}) =>
  stepNode(`llmAgentflow_${number}`, { ...model, ...inputs }, more)
const says = (content: string) => ({ llmMessages: [{ role: 'user', content }] })
const problems = (flow: Flow, credentials?: string[]) =>
  validateFlow(flow, stepCatalogue, credentials ? { credentials } : {})
const brief = (flow: Flow, credentials?: string[]) =>
  problems(flow, credentials).map(({ code, nodeId, field }) => [code, nodeId, field].filter(Boolean).join(' '))
const one = (...inputs: Record<string, unknown>[]) =>
  drawSteps(
    [start, ...inputs.map((each, number) => llm(number, each))],
    inputs.map(
      (_, number) => `${number === 0 ? 'startAgentflow_0' : `llmAgentflow_${number - 1}`} > llmAgentflow_${number}`,
    ),
  )

test('a flow of agents that can run has no problem', () => {
  expect(problems(one({}, says('About {{ llmAgentflow_0 }} and {{question}}')), ['key-1'])).toEqual([])
})

test('a flow begins at one Start', () => {
  expect(brief(drawSteps([llm(0), llm(1)], ['llmAgentflow_0 > llmAgentflow_1']))).toEqual(['no-start'])
  expect(brief({ ...one({}), nodes: [...one({}).nodes, stepNode('startAgentflow_1')] })).toEqual([
    'several-starts startAgentflow_1',
    'unreached-step startAgentflow_1',
  ])
})

test('a step that no path leads to is shown; notes and what stands in a container need none', () => {
  const lost = drawSteps(
    [...one({}).nodes, llm(1), llm(2), llm(3)],
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_2 > llmAgentflow_3'],
  )
  expect(brief(lost)).toEqual([
    'unreached-step llmAgentflow_1',
    'unreached-step llmAgentflow_2',
    'unreached-step llmAgentflow_3',
  ])
  const inside = drawSteps(
    [
      start,
      stepNode('iterationAgentflow_0'),
      llm(0, {}, { parentNode: 'iterationAgentflow_0' }),
      stepNode('stickyNoteAgentflow_0'),
    ],
    ['startAgentflow_0 > iterationAgentflow_0'],
  )
  expect(brief(inside)).toEqual([])
})

test('a circle of a file is named with its steps', () => {
  const flow = one({}, {})
  const [, second] = flow.edges
  const back = {
    ...second!,
    id: 'back',
    source: 'llmAgentflow_1',
    target: 'llmAgentflow_0',
    targetHandle: 'llmAgentflow_0',
  }
  const [problem] = problems({ ...flow, edges: [...flow.edges, back] })
  expect(problem).toMatchObject({ code: 'cycle' })
  expect(problem?.message).toContain('LLM 1 → LLM 0 → LLM 1')
  expect(problem?.fix).toContain('Loop')
})

test.each([
  [{ llmModel: '', llmModelConfig: '' }, 'llmModel', 'LLM 0 needs "Model".'],
  [says(''), 'llmMessages', 'LLM 0 (Messages 1) needs "Content".'],
  [says('<p></p>'), 'llmMessages', 'LLM 0 (Messages 1) needs "Content".'],
  [{ llmModelConfig: { ...model.llmModelConfig, reasoning: true } }, 'llmModel', 'LLM 0 (ChatOpenAI) needs "Effort".'],
])('an input that is needed and empty is named: %j', (inputs, field, message) => {
  const [problem, ...others] = problems(one(inputs))
  expect(others).toEqual([])
  expect(problem).toMatchObject({ code: 'missing-input', nodeId: 'llmAgentflow_0', field, message })
})

test('fields of rows that their own rules hide are not asked for', () => {
  const form = (type: string) =>
    drawSteps(
      [stepNode('startAgentflow_0', { startInputType: 'formInput', formInputTypes: [{ name: 'a', type }] }), llm(0)],
      ['startAgentflow_0 > llmAgentflow_0'],
    )
  expect(brief(form('string'))).toEqual([])
  expect(brief(form('options'))).toEqual(['missing-input startAgentflow_0 formInputTypes'])
})

test('a chosen node needs its own credential, and one that exists', () => {
  const { FLOWISE_CREDENTIAL_ID: _, ...keyless } = model.llmModelConfig
  expect(brief(one({ llmModelConfig: keyless }))).toEqual(['missing-credential llmAgentflow_0 llmModel'])
  expect(problems(one({}), ['key-2'])[0]?.message).toBe(
    "The credential of ChatOpenAI in LLM 0 doesn't exist on this server.",
  )
  expect(brief(one({ llmModel: 'chatGone' }))).toEqual(['unknown-node llmAgentflow_0 llmModel'])
})

test('a loop goes back to a step that is there, in the same container', () => {
  const looping = (target: string, more: Partial<FlowNode> = {}) =>
    drawSteps(
      [
        ...one({}).nodes,
        stepNode('iterationAgentflow_0'),
        stepNode('loopAgentflow_0', { loopBackToNode: target }, more),
      ],
      [
        'startAgentflow_0 > llmAgentflow_0',
        'llmAgentflow_0 > iterationAgentflow_0',
        ...(more['parentNode'] ? [] : ['llmAgentflow_0 > loopAgentflow_0']),
      ],
    )
  expect(brief(looping('llmAgentflow_0-LLM 0'))).toEqual([])
  expect(brief(looping(''))).toEqual(['missing-input loopAgentflow_0 loopBackToNode'])
  expect(brief(looping('llmAgentflow_7-Gone'))).toEqual(['loop-target loopAgentflow_0 loopBackToNode'])
  expect(brief(looping('llmAgentflow_0', { parentNode: 'iterationAgentflow_0' }))).toEqual([
    'loop-target loopAgentflow_0 loopBackToNode',
  ])
})

test.each([
  ['{{llmAgentflow_9}}', "a step that isn't in this flow"],
  ['{{llmAgentflow_1.output.topic}}', "hasn't run at that point"],
  ['{{$flow.state.gone}}', 'the flow state has no key "gone"'],
  ['{{$form.gone}}', 'the Start form has no field "gone"'],
  ['{{$iteration.name}}', "isn't inside an Iteration"],
  ['{{output}}', 'only available in "Update Flow State"'],
])('%s leads nowhere', (mention, message) => {
  const [problem, ...others] = problems(one(says(mention), {}))
  expect(others).toEqual([])
  expect(problem).toMatchObject({ code: 'loose-reference', nodeId: 'llmAgentflow_0', field: 'llmMessages' })
  expect(problem?.message).toContain(message)
})

test.each([
  ['v2', 'POST', ['headers.shop']],
  ['hmac-sha256', 'POST', ['headers.shop', 'query.shop']],
  ['', 'POST', ['headers.shop', 'query.shop']],
  ['hmac-sha256', 'GET', ['headers.shop']],
  ['plain-token', 'POST', []],
])('what the webhook signature "%s" does not cover by %s is not mentioned in vain', (type, method, unsigned) => {
  const webhook = { startInputType: 'webhookTrigger', webhookSignatureType: type, webhookMethod: method }
  const found = (begin: Record<string, unknown>) =>
    ['body.shop', 'headers.shop', 'query.shop'].filter((part) =>
      problems(
        drawSteps(
          [stepNode('startAgentflow_0', begin), llm(0, says(`{{$webhook.${part}}}`))],
          ['startAgentflow_0 > llmAgentflow_0'],
        ),
      ).some(({ message }) => message.includes("doesn't cover")),
    )
  expect(found({ ...webhook, webhookEnableAuth: true })).toEqual(unsigned)
  expect(found(webhook)).toEqual([])
})

test('what stands between braces for other reasons is nobody’s mistake', () => {
  const state = { llmUpdateState: [{ key: 'found', value: '{{ output }}' }] }
  expect(brief(one({ ...state, ...says('{{name}} {{$flow.state.found}} {{$vars.a}} {{ some_text_1 }}') }))).toEqual([])
})

test('a node of a chat flow cannot stand among steps', () => {
  const flow = one({})
  const foreign = {
    ...flow.nodes[1]!,
    id: 'chatOpenAI_0',
    data: { ...flow.nodes[1]!.data, name: 'chatOpenAI', label: 'Chat' },
  }
  expect(brief({ ...flow, nodes: [...flow.nodes, foreign] })).toEqual(['no-step chatOpenAI_0'])
})

const writes = (key: string) => ({ llmUpdateState: [{ key, value: '{{output}}' }] })
const sideBySide = (begin: Record<string, unknown>, ...edges: string[]) =>
  drawSteps(
    [
      stepNode('startAgentflow_0', begin),
      llm(0, writes('topic')),
      llm(1, writes('topic')),
      stepNode('conditionAgentflow_0'),
    ],
    edges,
  )

test.each([
  [
    'run at the same time',
    { startParallel: true },
    ['startAgentflow_0 > llmAgentflow_0', 'startAgentflow_0 > llmAgentflow_1'],
    1,
  ],
  [
    'run one after another',
    { startParallel: '' },
    ['startAgentflow_0 > llmAgentflow_0', 'startAgentflow_0 > llmAgentflow_1'],
    0,
  ],
  [
    'follow each other',
    { startParallel: true },
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > llmAgentflow_1'],
    0,
  ],
  [
    'add to a list',
    { startParallel: true, startState: [{ key: 'topic', value: '', type: 'list' }] },
    ['startAgentflow_0 > llmAgentflow_0', 'startAgentflow_0 > llmAgentflow_1'],
    0,
  ],
  [
    'are ways of one decision',
    { startParallel: true },
    [
      'startAgentflow_0 > conditionAgentflow_0',
      'conditionAgentflow_0:0 > llmAgentflow_0',
      'conditionAgentflow_0:1 > llmAgentflow_1',
    ],
    0,
  ],
])('two steps that %s and write one key are a problem or none', (_, begin, edges, count) => {
  const found = problems(sideBySide(begin, ...edges)).filter(({ code }) => code === 'side-by-side')
  expect(found).toHaveLength(count)
})

test('two loops side by side that come to one step are refused', () => {
  const loops = (isParallel: boolean) =>
    drawSteps(
      [
        stepNode('startAgentflow_0', { startParallel: isParallel }),
        llm(0),
        llm(1),
        llm(2),
        stepNode('loopAgentflow_0', { loopBackToNode: 'llmAgentflow_0-LLM 0' }),
        stepNode('loopAgentflow_1', { loopBackToNode: 'llmAgentflow_1-LLM 1' }),
      ],
      [
        'startAgentflow_0 > llmAgentflow_0',
        'startAgentflow_0 > llmAgentflow_1',
        'llmAgentflow_0 > llmAgentflow_2',
        'llmAgentflow_1 > llmAgentflow_2',
        'llmAgentflow_2 > loopAgentflow_0',
        'llmAgentflow_2 > loopAgentflow_1',
      ],
    )
  const found = (isParallel: boolean) =>
    problems(loops(isParallel)).filter(({ code, severity }) => code === 'side-by-side' && severity === 'error')
  expect(found(true).map(({ nodeId }) => nodeId)).toEqual(['loopAgentflow_1'])
  expect(found(false)).toEqual([])
})

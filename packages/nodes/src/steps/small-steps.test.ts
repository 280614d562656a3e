import type { Decision, Sandbox } from '@chatwright/core'
import { expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { runStep, StillWaiting } from '../../test/step-turn.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import customFunction from './custom-function-agentflow.ts'
import directReply from './direct-reply-agentflow.ts'
import humanInput from './human-input-agentflow.ts'
import iteration from './iteration-agentflow.ts'
import loop from './loop-agentflow.ts'
import start from './start-agentflow.ts'

test('a direct reply says its text and hands it on', async () => {
  const { result, turn } = await runStep(directReply, { inputs: { directReplyMessage: 'Done, **thanks**.' } })
  expect(result).toEqual({ input: {}, output: { content: 'Done, **thanks**.' } })
  expect(turn.heard).toEqual([{ type: 'token', text: 'Done, **thanks**.' }])
})

test.each([
  [3, 0, true],
  [3, 1, true],
  [3, 2, false],
  ['2', 0, true],
  ['2', 1, false],
  [1, 0, false],
  ['', 3, true],
  ['', 4, false],
  [0, 3, true],
  [0, 4, false],
])('a loop of %j after pass %j goes back: %j', async (maxLoopCount, pass, goesBack) => {
  const inputs = { loopBackToNode: 'llmAgentflow_0-Draft - mail', maxLoopCount }
  const { result } = await runStep(loop, { inputs, turn: { pass } })
  expect(result.jump).toBe(goesBack ? 'llmAgentflow_0' : undefined)
})

test('a loop that may not go back says what it was given for that', async () => {
  const inputs = { loopBackToNode: 'llmAgentflow_0', maxLoopCount: 1, fallbackMessage: 'That is as good as it gets.' }
  const { result, turn } = await runStep(loop, { inputs })
  expect(result.output).toMatchObject({ content: 'That is as good as it gets.', nodeID: 'llmAgentflow_0' })
  expect(turn.heard).toEqual([{ type: 'token', text: 'That is as good as it gets.' }])
  const silent = await runStep(loop, { inputs: { ...inputs, fallbackMessage: '' } })
  expect(silent.result.output.content).toBe('llmAgentflow_0 ran once, the most the loop allows.')
})

test('a loop that goes back says nothing, and names where to', async () => {
  const { result, turn } = await runStep(loop, { inputs: { loopBackToNode: 'llmAgentflow_0-Draft', maxLoopCount: 4 } })
  expect(turn.heard).toEqual([])
  expect(result.output).toEqual({
    content: 'Returning to Draft: 1 of 4 rounds done.',
    nodeID: 'llmAgentflow_0',
    maxLoopCount: 4,
  })
})

test.each([
  ['["a", "b"]', ['a', 'b']],
  ["['a', 'b',]", ['a', 'b']],
  [String.raw`[\"a\", \"b\"]`, ['a', 'b']],
  [String.raw`\[{"task": "x"}\]`, [{ task: 'x' }]],
  ['[1, /* two */ 2, // three\n 3]', [1, 2, 3]],
  ["[{task: 'it\\'s', 'n': .5}]", [{ task: "it's", n: 0.5 }]],
  ['[0, false, null, ""]', [0, false, null, '']],
  ['[]', []],
  [
    [1, 2],
    [1, 2],
  ],
])('the list %j is read', async (iterationInput, items) => {
  const { result, turn } = await runStep(iteration, { inputs: { iterationInput } })
  expect(result.input).toEqual({ iterationInput: items })
  expect(turn.repeated).toEqual([{ items, atOnce: 1 }])
})

test.each(['', '{"a": 1}', 'first, second', '"text"', '[1, 2'])('%j is no list, and that is said', async (text) => {
  const error = await rejection(runStep(iteration, { inputs: { iterationInput: text || ' ' } }))
  expect(error).toMatchObject({ code: 'bad-input', field: 'iterationInput' })
})

test('an item that fails is told in its place, and the others stand', async () => {
  const items = [{ content: 'one' }, { error: 'No answer.' }, { content: { a: 1 } }, {}]
  const { result } = await runStep(iteration, {
    inputs: { iterationInput: '[1,2,3,4]', iterationAtOnce: '3' },
    turn: { items },
  })
  const results = ['one', 'Error in iteration 2: No answer.', '{"a":1}', '']
  expect(result.output).toEqual({ iterationResults: results, content: results.join('\n') })
})

test('a question begins a run, with the state as it is declared', async () => {
  const inputs = { startState: [{ key: 'topic', value: 'bills' }, { key: ' count ' }, { key: '' }] }
  const { result } = await runStep(start, { inputs, run: testRun({ question: 'Why?' }) })
  expect(result).toEqual({
    input: { question: 'Why?' },
    output: { question: 'Why?' },
    state: { topic: 'bills', count: '' },
  })
})

test('what an earlier run left goes before the declared state, where it is kept', async () => {
  const startState = '[{"key":"a","value":"1"},{"key":"b","value":"2"}]'
  const turn = { stateBefore: { b: 'kept', c: 'more' } }
  const { result } = await runStep(start, { inputs: { startState, startPersistState: true }, turn })
  expect(result.state).toEqual({ a: '1', b: 'kept', c: 'more' })
  expect(result.output.persistState).toBe(true)
  expect((await runStep(start, { inputs: { startState }, turn })).result.state).toEqual({ a: '1', b: '2' })
})

test('a start that forgets says so to the run and in its output', async () => {
  const { result } = await runStep(start, {
    inputs: { startEphemeralMemory: true, startState: '', startPersistState: '' },
  })
  expect(result).toMatchObject({ forgetsPast: true, output: { ephemeralMemory: true }, state: {} })
})

test.each([
  ['formInput', 'formInputTypes'],
  ['scheduleInput', 'scheduleFormInputTypes'],
])('a form of %s with a value of another type is refused, naming the field', async (startInputType, field) => {
  const fields = [{ name: 'amount', label: 'Amount', type: 'number' }]
  const inputs = { startInputType, scheduleInputMode: 'form', [field]: fields }
  const given = (amount: unknown) => runStep(start, { inputs, turn: { given: { form: { amount } } } })
  expect(await rejection(given('many'))).toMatchObject({
    code: 'bad-input',
    field,
    message: expect.stringContaining('"Amount" must be a number, not "many".'),
    hint: 'Send a valid value as form.amount.',
  })
  expect((await given('2')).result.output).toEqual({ form: 'amount: 2' })
})

test('a form begins a run with its values as lines', async () => {
  const inputs = { startInputType: 'formInput', formTitle: 'Order', formDescription: 'Yours', formInputTypes: '' }
  const { result } = await runStep(start, { inputs, turn: { given: { form: { name: 'Ann', amount: 2 } } } })
  expect(result.output).toEqual({ form: 'name: Ann\namount: 2' })
  expect(result.input).toEqual({ form: { title: 'Order', description: 'Yours', values: { name: 'Ann', amount: 2 } } })
  expect(await rejection(runStep(start, { inputs }))).toMatchObject({ code: 'missing-input' })
})

test.each([
  ['text', 'Look at this', 'Look at this'],
  ['text', '', ' '],
  ['none', 'Look at this', ' '],
  ['payload', 'Look at this', undefined],
])('a webhook in mode %j with %j asks %j', async (webhookInputMode, webhookDefaultInput, question) => {
  const webhook = { body: { a: 1 } }
  const inputs = { startInputType: 'webhookTrigger', webhookInputMode, webhookDefaultInput }
  const { result } = await runStep(start, { inputs, turn: { given: { webhook } } })
  expect(result.output).toEqual({ webhook, ...(question !== undefined && { question }) })
  expect(result.input).toEqual(result.output)
})

function fixedSandbox(value: unknown) {
  const asked: Parameters<Sandbox['run']>[0][] = []
  const run: Sandbox['run'] = async (request) => {
    asked.push(request)
    return { value, console: [], durationMs: 1 }
  }
  return { asked, context: testContext({ sandbox: { run }, variables: async () => ({ region: 'north' }) }) }
}

test('code is given its variables, the question, the state and what was said', async () => {
  const { asked, context } = fixedSandbox('Hello')
  const { result, turn } = await runStep(customFunction, {
    inputs: {
      customFunctionJavascriptFunction: 'return $name',
      customFunctionInputVariables: [{ variableName: 'name', variableValue: 'Ann' }, { variableName: '' }],
    },
    context,
    turn: { state: { topic: 'bills' }, said: [{ role: 'user', content: 'Why?' }] },
    run: testRun({ question: 'Why?' }),
  })
  expect(asked[0]).toMatchObject({
    code: 'return $name',
    globals: {
      $input: 'Why?',
      $name: 'Ann',
      $vars: { region: 'north' },
      $flow: {
        sessionId: 'session-1',
        chatId: 'chat-1',
        chatflowId: 'flow-1',
        input: 'Why?',
        state: { topic: 'bills' },
        chatHistory: [{ role: 'user', content: 'Why?' }],
      },
    },
  })
  expect(result.input).toEqual({ inputVariables: { name: 'Ann' }, code: 'return $name' })
  expect(result.output).toEqual({ content: 'Hello' })
  expect(turn.heard).toEqual([{ type: 'token', text: 'Hello' }])
})

test.each([
  [{ a: 1 }, '{\n  "a": 1\n}'],
  [7, '7'],
  [undefined, ''],
])('code that returns %j comes to %j', async (value, content) => {
  const { context } = fixedSandbox(value)
  const inputs = { customFunctionJavascriptFunction: 'return x', customFunctionInputVariables: '' }
  expect((await runStep(customFunction, { inputs, context })).result.output).toEqual({ content })
})

test('what code gives may become state, or a message of the conversation', async () => {
  const inputs = { customFunctionJavascriptFunction: 'return x' }
  const as = async (value: unknown, customFunctionReturnAs: string) => {
    const { context } = fixedSandbox(value)
    return (await runStep(customFunction, { inputs: { ...inputs, customFunctionReturnAs }, context })).result
  }
  expect(await as({ topic: 'bills' }, 'state')).toMatchObject({ state: { topic: 'bills' } })
  await expect(as('bills', 'state')).rejects.toThrow('no object')
  expect((await as('bills', 'assistantMessage')).said?.at(-1)).toMatchObject({ role: 'assistant', content: 'bills' })
  expect((await as('bills', 'result')).said).toBeUndefined()
})

test.each([
  ['return $input.trim()', 'pure'],
  ['return [1, 2].map((n) => n * 2)', 'pure'],
  ['return (await fetch($url)).text()', 'writes'],
  ['const axios = require("axios")', 'writes'],
  ['return globalThis["fet" + "ch"]', 'writes'],
])('the code %j counts as %s', async (source, effect) => {
  const { context } = fixedSandbox('')
  const { step } = await runStep(customFunction, { inputs: { customFunctionJavascriptFunction: source }, context })
  expect(step.effect).toBe(effect)
})

const asking = { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?' }
const said = [
  { role: 'user', content: 'Write to Ann' },
  { role: 'assistant', content: 'Dear Ann', name: 'draft' },
] as const

test('a person is asked about what was said last, and the run rests', async () => {
  const turn = { said }
  const error = await rejection(runStep(humanInput, { inputs: asking, turn }))
  expect(error).toBeInstanceOf(StillWaiting)
})

test.each([
  ['proceed', undefined, '0', 'proceed'],
  ['reject', 'shorter', '1', 'shorter'],
  ['timeout', undefined, '1', 'reject'],
])('the decision %s (%j) goes on by output %s', async (type, feedback, output, content) => {
  const { result, turn } = await runStep(humanInput, {
    inputs: asking,
    turn: { said, decisions: { decision: { type, ...(feedback && { feedback }) } } },
  })
  expect(turn.questions.get('decision')).toEqual({
    kind: 'decision',
    text: 'Dear Ann\n\nSend it?',
    buttons: [
      { type: 'proceed', label: 'Proceed' },
      { type: 'reject', label: 'Reject' },
    ],
    takesFeedback: true,
    input: {
      messages: [
        { role: 'user', content: 'Write to Ann' },
        { role: 'assistant', content: 'Dear Ann' },
      ],
      humanInputEnableFeedback: true,
    },
  })
  expect(result.taken).toEqual([output])
  expect(result.output.content).toBe(content)
  const facts = { startNodeId: 'humanInputAgentflow_0', ...(feedback && { feedback }) }
  expect(result.output.conditions).toEqual([
    { type: 'proceed', ...facts, isFulfilled: output === '0' },
    { type: 'reject', ...facts, isFulfilled: output === '1' },
  ])
  expect(result.said).toEqual([
    { role: 'assistant', content: 'Dear Ann\n\nSend it?' },
    ...(feedback ? [{ role: 'user', content: feedback }] : []),
  ])
})

test('a model writes what the person is asked, once, however often the step is taken up again', async () => {
  const model = scriptedModel(['Shall the mail to Ann be sent?'])
  const inputs = { humanInputDescriptionType: 'dynamic', humanInputModel: model, humanInputModelPrompt: 'Sum it up.' }
  const kept = new Map<string, string>()
  await rejection(runStep(humanInput, { inputs, turn: { said, kept } }))
  const { turn, result } = await runStep(humanInput, {
    inputs,
    turn: { said, kept, decisions: { decision: { type: 'proceed' } } },
  })
  expect(model.requests).toHaveLength(1)
  expect(model.requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Sum it up.' })
  expect(turn.questions.get('decision')?.text).toBe('Shall the mail to Ann be sent?')
  expect(result.taken).toEqual(['0'])
})

test('without a language model, the last message is shown in place of a summary', async () => {
  const inputs = { humanInputDescriptionType: 'dynamic', humanInputModel: scriptedModel([], { quotesOnly: true }) }
  const turn = { said, decisions: { decision: { type: 'proceed' } } }
  const { turn: after } = await runStep(humanInput, { inputs, turn })
  expect(after.questions.get('decision')?.text).toBe('Dear Ann\n\nContinue the run?')
})

test('a wait with a time limit ends at the same moment, whenever the step is taken up again', async () => {
  const inputs = { ...asking, humanInputTimeLimit: 2, humanInputOnTimeout: 'proceed', humanInputEnableFeedback: false }
  const kept = new Map<string, string>()
  const wakeAt = async (now: number) => {
    const { turn, result } = await runStep(humanInput, {
      inputs,
      run: testRun({ now: () => now }),
      turn: { kept, decisions: { decision: { type: 'timeout' } } },
    })
    expect(result.taken).toEqual(['0'])
    return turn.questions.get('decision')
  }
  expect(await wakeAt(1_000_000)).toMatchObject({ wakeAt: 1_000_000 + 7_200_000, takesFeedback: false })
  expect(await wakeAt(5_000_000)).toMatchObject({ wakeAt: 1_000_000 + 7_200_000 })
})

test('further buttons are asked with their words, and each goes by its own branch', async () => {
  const rows = [{ label: 'Ask Ann' }, { label: ' ' }, { label: 'reject' }, { label: 'Ask Ann' }]
  const inputs = { ...asking, humanInputButtons: rows }
  const decided = async (type: string) => runStep(humanInput, { inputs, turn: { decisions: { decision: { type } } } })
  const { turn, result } = await decided('Ask Ann')
  expect(turn.questions.get('decision')?.buttons).toEqual([
    { type: 'proceed', label: 'Proceed' },
    { type: 'reject', label: 'Reject' },
    { type: 'Ask Ann', label: 'Ask Ann' },
    { type: 'button-3', label: 'reject' },
    { type: 'button-4', label: 'Ask Ann' },
  ])
  expect(result).toMatchObject({ taken: ['2'], output: { content: 'Ask Ann' } })
  expect((await decided('button-3')).result.taken).toEqual(['4'])
  expect((await decided('reject')).result.taken).toEqual(['1'])
})

test('a person fills in fields, and what is too late goes by a branch of its own', async () => {
  const rows = [
    { type: 'number', label: 'Amount', name: 'amount', isRequired: true },
    { type: 'options', label: 'Team', name: '', addOptions: [{ option: 'red' }, { option: '' }] },
    { type: 'string', label: '', name: '' },
  ]
  const inputs = { ...asking, humanInputFields: rows, humanInputTimeLimit: 1, humanInputOnTimeout: 'output' }
  const decided = (decision: Decision) => runStep(humanInput, { inputs, turn: { decisions: { decision } } })
  const form = { amount: 3, Team: 'red' }
  const { result, turn } = await decided({ type: 'proceed', form })
  expect(turn.questions.get('decision')?.fields).toEqual([
    { name: 'amount', label: 'Amount', type: 'number', isRequired: true },
    { name: 'Team', label: 'Team', type: 'options', options: ['red'] },
  ])
  expect(result).toMatchObject({ taken: ['0'], output: { content: 'proceed', form } })
  expect((await decided({ type: 'timeout' })).result).toMatchObject({
    taken: ['timeout'],
    output: { content: 'timeout' },
  })
  const nothing = { ...asking, humanInputFields: [{ type: 'options', label: 'Team', addOptions: [] }] }
  const refused = rejection(runStep(humanInput, { inputs: nothing, turn: {} }))
  expect(await refused).toMatchObject({ code: 'bad-input', field: 'humanInputFields' })
})

test('whoever asks a person first brings the question into the conversation', async () => {
  const { result } = await runStep(humanInput, {
    inputs: asking,
    run: testRun({ question: 'Why?' }),
    turn: { decisions: { decision: { type: 'proceed' } } },
  })
  expect(result.said).toEqual([
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'Send it?' },
  ])
})

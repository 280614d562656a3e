import type { AnswerEvent, Branch, Chat, Sandbox } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import customFunction from './custom-function.ts'
import getVariable from './get-variable.ts'
import ifElseFunction from './if-else-function.ts'
import setVariable from './set-variable.ts'

/** Stands for the sandbox by looking up what each code gives; the real one is tested with the server. */
function fixedSandbox(results: Record<string, unknown>) {
  const asked: Parameters<Sandbox['run']>[0][] = []
  const sandbox: Sandbox = {
    run: async (request) => {
      asked.push(request)
      return { value: results[request.code], console: [], durationMs: 1 }
    },
  }
  return { asked, context: testContext({ sandbox, variables: async () => ({ region: 'north' }) }) }
}

const run = testRun({ question: 'Where?' })
const request = { question: 'Where?', run }

test('a function is given its variables, those of the server, the question and the conversation', async () => {
  const { context, asked } = fixedSandbox({ 'return $city': 'Paris' })
  const inputs = { javascriptFunction: 'return $city', functionInputVariables: '{"city": "Paris", "$n": 2}' }
  expect(await buildNode(customFunction, { inputs, output: 'output', request, context })).toBe('Paris')
  expect(asked[0]?.globals).toMatchObject({
    $city: 'Paris',
    $n: 2,
    $input: 'Where?',
    $vars: { region: 'north' },
    $flow: { chatId: 'chat-1', sessionId: 'session-1' },
  })
})

test.each([
  ['text', 'Hello', { type: 'token', text: 'Hello' }],
  ['data', { a: 1 }, { type: 'json', value: { a: 1 } }],
  ['nothing', undefined, { type: 'json', value: null }],
])('a function can end a flow with %s', async (_, value, event) => {
  const { context } = fixedSandbox({ code: value })
  const chat = await buildNode<Chat>(customFunction, {
    inputs: { javascriptFunction: 'code' },
    output: 'EndingNode',
    context,
  })
  const events: AnswerEvent[] = []
  for await (const each of chat.answer({ question: 'Where?' }, run)) events.push(each)
  expect(events).toEqual([event])
})

test('if and else choose the branch and its value', async () => {
  const { context, asked } = fixedSandbox({ yes: 'chosen', no: '', other: 'fallback' })
  const choose = (ifFunction: string) =>
    buildNode<Branch>(ifElseFunction, { inputs: { ifFunction, elseFunction: 'other' }, request, context })
  expect(await choose('yes')).toEqual({ kind: 'branch', output: 'returnTrue', value: 'chosen' })
  expect(asked.length).toBe(1)
  expect(await choose('no')).toEqual({ kind: 'branch', output: 'returnFalse', value: 'fallback' })
})

test('a variable is found by a node that is built before it is set, in the same run only', async () => {
  const getting = buildNode(getVariable, { inputs: { variableName: 'summary' }, request })
  const other = new AbortController()
  const elsewhere = buildNode(getVariable, {
    inputs: { variableName: 'summary' },
    request: { question: '', run: testRun({ signal: other.signal }) },
  })
  const set = await buildNode(setVariable, { inputs: { variableName: 'summary', input: ['Short'] }, request })
  expect([set, await getting]).toEqual(['Short', 'Short'])
  expect(await buildNode(getVariable, { inputs: { variableName: 'summary' }, request })).toBe('Short')
  other.abort()
  await expect(elsewhere).rejects.toThrow('aborted')
})

import { runInNewContext } from 'node:vm'
import { NodeError, type Sandbox } from '@chatwright/core'
import { expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { runStep } from '../../test/step-turn.ts'
import { testContext } from '../../test/test-context.ts'
import condition from './condition-agentflow.ts'

/** Stands for the sandbox, which tries a pattern where it can be ended. */
const sandbox: Sandbox = {
  run: async ({ code, globals }) => ({
    value: runInNewContext(`(() => {${code}})()`, globals) as unknown,
    console: [],
    durationMs: 1,
  }),
}
const context = testContext({ sandbox })

const decide = async (conditions: unknown) => (await runStep(condition, { inputs: { conditions }, context })).result

const holds = async (row: object): Promise<boolean> => (await decide([row])).taken?.[0] === '0'

test.each([
  ['good morning', 'contains', 'morn', true],
  ['good morning', 'contains', 'Morn', false],
  ['good morning', 'notContains', 'night', true],
  ['good morning', 'notContains', 'morn', false],
  ['good morning', 'startsWith', 'good', true],
  ['good morning', 'startsWith', 'morn', false],
  ['good morning', 'endsWith', 'morning', true],
  ['good morning', 'endsWith', 'good', false],
  ['billing', 'equal', 'billing', true],
  ['billing', 'equal', 'Billing', false],
  ['billing', 'notEqual', 'Billing', true],
  ['billing', 'notEqual', 'billing', false],
  ['', 'isEmpty', '', true],
  ['x', 'isEmpty', '', false],
  ['x', 'notEmpty', '', true],
  ['', 'notEmpty', '', false],
  ['order 4711', 'regex', String.raw`^order \d+$`, true],
  ['order x', 'regex', String.raw`^order \d+$`, false],
  ['a[1]', 'regex', '[', false],
])('the text %j %s %j: %j', async (value1, operation, value2, expected) => {
  expect(await holds({ type: 'string', value1, operation, value2 })).toBe(expected)
})

test.each([
  ['**billing**', 'billing'],
  ['<p>billing</p>', 'billing'],
  ['# billing', 'billing'],
  ['> _billing_', 'billing'],
  ['- [billing](https://example.com)', 'billing'],
  ['```\nbilling\n```', 'billing'],
  ['`billing`', 'billing'],
  [String.raw`bill\_ing`, 'bill_ing'],
  ['snake_case_name', 'snake_case_name'],
  ['2*3*4', '2*3*4'],
  ['a < b and c > d', 'a < b and c > d'],
])('%j is compared without its marks', async (value1, value2) => {
  expect(await holds({ type: 'string', value1, operation: 'equal', value2 })).toBe(true)
})

test('a pattern loses the backslashes that an editor put before signs', async () => {
  expect(await holds({ type: 'string', value1: 'abc', operation: 'regex', value2: String.raw`^\[a-c\]\*$` })).toBe(true)
  expect(await holds({ type: 'string', value1: '7', operation: 'regex', value2: String.raw`^\\d$` })).toBe(true)
})

test.each([
  [1, 'smaller', 2, true],
  ['2', 'smaller', 2, false],
  ['2', 'smallerEqual', '2', true],
  [3, 'smallerEqual', 2, false],
  [3, 'larger', '2.5', true],
  [2, 'larger', 2, false],
  [2, 'largerEqual', 2, true],
  [1, 'largerEqual', 2, false],
  ['10', 'equal', 10, true],
  ['10', 'equal', 9, false],
  ['10', 'notEqual', 9, true],
  ['words', 'equal', 0, true],
  ['', 'equal', '', true],
  ['12 apples', 'equal', 12, true],
  ['', 'isEmpty', '', false],
  ['', 'notEmpty', '', true],
])('the number %j %s %j: %j', async (value1, operation, value2, expected) => {
  expect(await holds({ type: 'number', value1, operation, value2 })).toBe(expected)
})

test.each([
  [true, 'equal', 'true', true],
  [true, 'equal', false, false],
  ['', 'equal', false, true],
  [true, 'notEqual', '', true],
  [false, 'notEqual', undefined, false],
])('the switch %j %s %j: %j', async (value1, operation, value2, expected) => {
  expect(await holds({ type: 'boolean', value1, operation, value2 })).toBe(expected)
})

test('the first row that holds decides, and only it', async () => {
  const row = (value2: string) => ({ type: 'string', value1: 'a', operation: 'equal', value2 })
  expect(await decide([row('b'), row('a'), row('a')])).toEqual({
    input: { conditions: { 0: row('b'), 1: row('a'), 2: row('a') } },
    output: {
      conditions: [row('b'), { ...row('a'), isFulfilled: true }, row('a'), { type: 'else', isFulfilled: false }],
    },
    taken: ['1'],
  })
})

test('when none holds, the output after the last row goes on', async () => {
  const row = { type: 'string', value1: 'a', operation: 'equal', value2: 'b' }
  const { taken, output } = await decide([row])
  expect(taken).toEqual(['1'])
  expect(output.conditions).toEqual([row, { type: 'else', isFulfilled: true }])
})

test('rows are taken as older flows hold them: as JSON text, or none at all', async () => {
  const row = { type: 'string', value1: 'a', operation: 'equal', value2: 'a' }
  expect((await decide(JSON.stringify([row]))).taken).toEqual(['0'])
  expect((await decide('')).taken).toEqual(['0'])
  expect((await decide([])).taken).toEqual(['0'])
})

test('a row without type and operation compares texts', async () => {
  expect(await holds({ value1: 'a', value2: 'a' })).toBe(true)
})

test('a pattern that takes for ever is ended, and said to be at fault', async () => {
  const asked: (number | undefined)[] = []
  const slow: Sandbox = {
    run: ({ timeoutMs }) => {
      asked.push(timeoutMs)
      return Promise.reject(new NodeError('The code was not done after 2 seconds.', { code: 'timeout' }))
    },
  }
  const inputs = { conditions: [{ type: 'string', value1: 'aaa', operation: 'regex', value2: '(a+)+b' }] }
  const error = await rejection(runStep(condition, { inputs, context: testContext({ sandbox: slow }) }))
  expect(error).toMatchObject({ code: 'timeout', field: 'conditions' })
  expect(asked).toEqual([2000])
})

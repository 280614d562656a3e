import { expect, test } from 'vitest'
import { NodeError } from '../errors.ts'
import type { ParsableInput } from './parse-input.ts'
import { parseInput } from './parse-input.ts'

const input = (type: string, rest: Partial<ParsableInput> = {}): ParsableInput => ({
  name: 'field',
  label: 'Field',
  type,
  ...rest,
})
const choices = { options: ['a', 'b', 'c,d'].map((name) => ({ name, label: name })) }

test.each<[ParsableInput, unknown, unknown]>([
  [input('number'), '0.9', 0.9],
  [input('number'), 0, 0],
  [input('number', { default: 5 }), '0', 0],
  [input('number', { default: 5 }), '', 5],
  [input('number'), '', undefined],
  [input('number'), undefined, undefined],
  [input('boolean'), 'true', true],
  [input('boolean', { default: true }), false, false],
  [input('boolean', { default: true }), 'False', false],
  [input('string'), 'text', 'text'],
  [input('string'), 12, '12'],
  [input('string'), { a: 1 }, '{"a":1}'],
  [input('string', { default: 'x' }), null, 'x'],
  [input('json'), '{"a":[1]}', { a: [1] }],
  [input('json'), { a: 1 }, { a: 1 }],
  [input('options', choices), 'b', 'b'],
  [input('options', choices), 'c,d', 'c,d'],
  [input('multiOptions', choices), '["a","b"]', ['a', 'b']],
  [input('multiOptions', choices), ['a'], ['a']],
  [input('multiOptions', choices), 'a, b', ['a', 'b']],
  [input('multiOptions', choices), 'c,d', ['c,d']],
  [input('asyncMultiOptions'), 'x', ['x']],
  [input('datagrid'), '[{"a":1}]', [{ a: 1 }]],
  [input('array'), '[{"a":1}]', [{ a: 1 }]],
  [input('file'), 'data:text/plain;base64,aGk=,filename:a.txt', ['data:text/plain;base64,aGk=,filename:a.txt']],
  [input('file'), '["data:a","data:b"]', ['data:a', 'data:b']],
  [input('file'), 'FILE-STORAGE::a.txt', ['FILE-STORAGE::a.txt']],
  [input('file'), 'FILE-STORAGE::["a","b"]', ['FILE-STORAGE::a', 'FILE-STORAGE::b']],
  [input('file'), ['FILE-STORAGE::["a"]', 'data:b'], ['FILE-STORAGE::a', 'data:b']],
  [input('BaseChatModel'), '', ''],
])('%j reads %j as %j', (spec, raw, value) => {
  expect(parseInput(spec, raw)).toEqual(value)
})

test.each<[ParsableInput, unknown, string]>([
  [input('number'), 'warm', '"Field" must be a number, but it is "warm".'],
  [input('number'), ' ', '"Field" must be a number, but it is " ".'],
  [input('number'), Number.NaN, '"Field" must be a number, but it is NaN.'],
  [input('number', { min: 0, max: 2 }), '3', '"Field" must be a number up to 2, but it is "3".'],
  [input('boolean'), 'perhaps', '"Field" must be true or false, but it is "perhaps".'],
  [input('json'), '5', '"Field" must be a JSON object, but it is "5".'],
  [input('options', choices), 'z', '"Field" must be one of a, b, c,d, but it is "z".'],
  [input('multiOptions', choices), '["z"]', '"Field" must be one of a, b, c,d, but it is "z".'],
  [input('datagrid'), '{}', '"Field" must be a list of rows, but it is "{}".'],
  [input('file'), 'a.txt', '"Field" must be a file, but it is "a.txt".'],
  [input('string'), new Map(), '"Field" must be text, but it is an object.'],
  [input('password'), new Map(), '"Field" must be text, but it is something else.'],
])('%j refuses %j and says why', (spec, raw, message) => {
  const error = catchError(() => parseInput(spec, raw))
  expect(error).toMatchObject({ message, code: 'bad-input', field: 'field' })
})

test('broken JSON is refused with the place where it breaks', () => {
  expect(catchError(() => parseInput(input('json'), '{"a":}')).message).toMatch(
    /^"Field" must be JSON \(.+\), but it is/,
  )
})

function catchError(run: () => unknown): NodeError {
  try {
    run()
  } catch (error) {
    if (error instanceof NodeError) return error
  }
  throw new Error('nothing was refused')
}

test('rows are objects, every one of them', () => {
  for (const rows of ['[null]', '[1]', '[{"a":1},"b"]', '{"a":1}']) {
    expect(() => parseInput(input('datagrid'), rows)).toThrow(/must be a list of rows/)
  }
})

test('what was found is shown short', () => {
  const found = 'x'.repeat(61)
  expect(() => parseInput(input('number'), found)).toThrow(`it is "${'x'.repeat(60)}…".`)
  expect(() => parseInput(input('number'), found.slice(1))).toThrow(`it is "${'x'.repeat(60)}".`)
})

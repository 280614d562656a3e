import { expect, test } from 'vitest'
import { FlowFormatError } from './format-error.ts'
import { parseJsonText } from './parse-json-text.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const faultOf = (text: string): unknown => {
  try {
    return parseJsonText(text)
  } catch (error) {
    return error
  }
}

test('a text of two hundred levels is read, a deeper one is refused', () => {
  expect(parseJsonText(nested(200))).toEqual(JSON.parse(nested(200)))
  expect(parseJsonText('{"a":[null,{"b":null}]}')).toEqual({ a: [null, { b: null }] })
  const deep = '{"a":'.repeat(300) + '1' + '}'.repeat(300)
  for (const text of [nested(300), deep]) {
    expect(faultOf(text)).toMatchObject({ name: 'FlowFormatError', message: expect.stringContaining('200 levels') })
  }
})

test('what is not JSON says so, with its cause', () => {
  const fault = faultOf('{"a":')
  expect(fault).toBeInstanceOf(FlowFormatError)
  expect(fault).toMatchObject({ path: '', cause: expect.any(SyntaxError) })
  expect('cause' in new FlowFormatError('No flow.', { path: 'nodes[3]' })).toBe(false)
})

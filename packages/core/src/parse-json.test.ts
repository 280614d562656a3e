import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findShapeFault, parseJson, ShapeReader } from './parse-json.ts'

const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2)

test('a hundred levels are read, one more list or object is refused before it is parsed', () => {
  expect(parseJson(nested(100))).toEqual(JSON.parse(nested(100)))
  expect(() => parseJson(`[${nested(100)}]`)).toThrow(new SyntaxError('Nested deeper than 100 levels'))
  expect(() => parseJson('['.repeat(1_000_000))).toThrow(new SyntaxError('Nested deeper than 100 levels'))
})

test('what was closed before does not make room for what is nested after', () => {
  expect(() => parseJson(`[${'[],{},'.repeat(200)}${nested(100)}]`)).toThrow(/Nested deeper than 100 levels/)
})

test('brackets, commas and escaped quotes inside texts are text', () => {
  const value = { text: '[[[[,,,"{{\\', list: ['\\"', ']'] }
  expect(parseJson(JSON.stringify(value), { maxDepth: 2, maxValues: 5 })).toEqual(value)
})

test('values are counted where they are bounded', () => {
  expect(findShapeFault('[1,2,3]', { maxValues: 3 })).toBeUndefined()
  expect(findShapeFault('[1,2,3,4]', { maxValues: 3 })).toBe('Holds more than 3 values')
})

test('what is not JSON is a SyntaxError too', () => {
  expect(() => parseJson('{"a":')).toThrow(SyntaxError)
})

const sign = fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a', '1')

test('a text in pieces has the same faults as the whole, wherever it is cut', () => {
  const bounds = { maxDepth: 2, maxValues: 4 }
  fc.assert(
    fc.property(fc.array(fc.string({ unit: sign, maxLength: 12 })), (pieces) => {
      const reader = new ShapeReader(bounds)
      const faults = pieces.flatMap((piece) => reader.read(piece) ?? [])
      expect(faults[0]).toBe(new ShapeReader(bounds).read(pieces.join('')))
    }),
    { numRuns: 1000 },
  )
})

import { expect, test } from 'vitest'
import { isInputVisible } from './input-visibility.ts'

test.each([
  [{}, {}, true],
  [{ show: { reasoning: true } }, { reasoning: true }, true],
  [{ show: { reasoning: true } }, { reasoning: 'true' }, true],
  [{ show: { reasoning: true } }, {}, false],
  [{ show: { model: ['a', 'b'] } }, { model: 'b' }, true],
  [{ show: { model: ['a', 'b'], reasoning: true } }, { model: 'b' }, false],
  [{ show: { kinds: 'a' } }, { kinds: ['a', 'c'] }, true],
  [{ show: { tool: '.+' } }, { tool: 'search' }, true],
  [{ show: { tool: '.+' } }, { tool: '' }, false],
  [{ show: { tool: '.+' } }, {}, false],
  [{ hide: { model: 'a' } }, { model: 'a' }, false],
  [{ hide: { model: 'a' } }, { model: 'b' }, true],
])('an input with %j is shown beside %j: %j', (input, values, isVisible) => {
  expect(isInputVisible(input, values)).toBe(isVisible)
})

import { expect, test } from 'vitest'

import { nextProblem } from './next-problem.ts'
import type { CanvasProblem } from './problems.ts'

const at = (...ids: (string | undefined)[]) => ids.map((nodeId) => ({ nodeId }) as CanvasProblem)

test('problems are gone through node by node, and from the last to the first', () => {
  const problems = at('a', 'a', undefined, 'b')
  expect([undefined, 'elsewhere', 'a', 'b'].map((selected) => nextProblem(problems, selected))).toEqual([
    'a',
    'a',
    'b',
    'a',
  ])
})

test('a flow without problems has no next one', () => {
  expect(nextProblem([], 'a')).toBeUndefined()
})

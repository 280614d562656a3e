import type { FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { exampleQuestions } from './example-questions.ts'

const node = (name: string, note: unknown) => ({ data: { name, inputs: { note } } }) as unknown as FlowNode

test('what a note tells to ask is an example, what it only names is not', () => {
  expect(
    exampleQuestions([
      node('stickyNote', 'Save and ask: "How long does it take?" Then change it.'),
      node('stickyNote', 'Press "Load documents". Or write: “2d6+1”.'),
      node('stickyNote', undefined),
      node('promptTemplate', 'ask: "no"'),
    ]),
  ).toEqual(['How long does it take?', '2d6+1'])
})

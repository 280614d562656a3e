import { NodeError } from '@chatwright/core'
import { expect, test } from 'vitest'
import { blame, toFault } from './fault.ts'
import { FlowError } from './flow-error.ts'

const node = { id: 'chain_0', name: 'chain', label: 'Chain' }

test('an error is told with all it knows, and with nothing it does not', () => {
  const error = new NodeError('The key is refused.', {
    code: 'missing-credential',
    hint: 'Open the credential.',
    field: 'credential',
    isRetryable: true,
  })
  error.retryAfterSeconds = 3
  expect(toFault(blame(error, node))).toEqual({
    message: 'The key is refused.',
    code: 'missing-credential',
    hint: 'Open the credential.',
    nodeId: 'chain_0',
    nodeLabel: 'Chain',
    field: 'credential',
    isRetryable: true,
    retryAfterSeconds: 3,
  })
  const { code } = new NodeError('Short.')
  expect(toFault(new NodeError('Short.'))).toEqual({ message: 'Short.', code })
})

test('a flow that cannot run is told as such, with its node where it is one’s', () => {
  const place = { hint: 'Remove one.', nodeId: 'a_0', nodeLabel: 'A' }
  expect(toFault(new FlowError('cycle', 'A circle.', place))).toEqual({
    message: 'A circle.',
    code: 'flow-invalid',
    ...place,
  })
  expect(toFault(new FlowError('cycle', 'A circle.', { hint: 'Remove one.' }))).toEqual({
    message: 'A circle.',
    code: 'flow-invalid',
    hint: 'Remove one.',
  })
})

test('whatever else is thrown is an internal error with the words it has', () => {
  expect(toFault(new Error('Broken.'))).toEqual({ message: 'Broken.', code: 'internal' })
  expect(toFault('Broken, it says.')).toEqual({ message: 'Broken, it says.', code: 'internal' })
  for (const wordless of [new Error(''), '', undefined, { message: 'no error' }]) {
    expect(toFault(wordless)).toEqual({ message: 'Something failed without giving a reason.', code: 'internal' })
  }
})

test('the innermost node is to blame; an abort and a wrong flow are nobody’s fault', () => {
  const inner = blame(new Error('Broken.'), { id: 'model_0', name: 'model', label: 'Model' })
  expect(blame(inner, node)).toMatchObject({ nodeId: 'model_0', nodeLabel: 'Model', message: 'Broken.' })
  const abort = new DOMException('Away', 'AbortError')
  expect(blame(abort, node)).toBe(abort)
  const wrong = new FlowError('cycle', 'A circle.', { hint: '' })
  expect(blame(wrong, node)).toBe(wrong)
})

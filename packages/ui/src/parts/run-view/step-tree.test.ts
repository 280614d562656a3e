import type { ExecutionStep } from '@chatwright/contract'
import { expect, test } from 'vitest'

import { nodeRunsOf, ownersOf, passOf, placesOf, stepTree } from './step-tree.ts'

const step = (path: string, rest: Partial<ExecutionStep> = {}): ExecutionStep =>
  ({ path, nodeId: path.split('@')[0], status: 'done', ...rest }) as ExecutionStep

const shape = (branches: ReturnType<typeof stepTree>): unknown[] =>
  branches.map(({ step: { path }, calls, items }) => [
    path,
    ...calls.map(({ step: called }) => `calls ${called.path}`),
    ...items.map(({ index, steps }) => [index, ...shape(steps)]),
  ])

test('a tool stands below the step that called it; one whose step is not there stands on its own', () => {
  const steps = [
    step('agent@0'),
    step('search', { isCall: true, parent: 'agent@0' }),
    step('lost', { isCall: true, parent: 'gone@0' }),
  ]
  expect(shape(stepTree(steps))).toEqual([['agent@0', 'calls search'], ['lost']])
})

test('the steps of a container stand by item, in the order of the items; a skipped one says its item in its path', () => {
  const steps = [
    step('each@0'),
    step('each@0/1/say@0', { parent: 'each@0', index: 1 }),
    step('each@0/0/say@0', { parent: 'each@0', index: 0 }),
    step('each@0/1/end', { parent: 'each@0', status: 'skipped' }),
  ]
  expect(shape(stepTree(steps))).toEqual([
    ['each@0', [0, ['each@0/0/say@0']], [1, ['each@0/1/say@0'], ['each@0/1/end']]],
  ])
})

test('a pass of a loop is read from the path, and is the first where none is named', () => {
  expect([step('say@2'), step('say@0'), step('say')].map(passOf)).toEqual([2, 0, 0])
})

test('owners are told outermost first, and a circle ends', () => {
  const steps = [step('a'), step('b', { parent: 'a' }), step('c', { parent: 'b' })]
  expect(ownersOf('c', steps)).toEqual(['a', 'b'])
  expect(ownersOf('nowhere', steps)).toEqual([])
  const circle = [step('a', { parent: 'b' }), step('b', { parent: 'a' })]
  expect(ownersOf('a', circle)).toEqual(['a', 'b'])
})

test('the places of a step are the items it stands in', () => {
  expect(placesOf('each@0/2/inner@1/0/say@0')).toEqual([
    { container: 'each@0', index: 2 },
    { container: 'each@0/2/inner@1', index: 0 },
  ])
  expect(placesOf('say@0')).toEqual([])
  expect(placesOf('a//b')).toEqual([])
})

test('a node shows what happened to it last, with the time of all its passes', () => {
  const reasonOf = () => 'Another branch was taken.'
  const runs = nodeRunsOf(
    [
      step('say@0', { nodeId: 'say', durationMs: 10 }),
      step('say@1', { nodeId: 'say', durationMs: 5, status: 'failed', fault: { message: 'No key.' } }),
      step('quiet', { nodeId: 'quiet', status: 'failed' }),
      step('wait', { nodeId: 'wait', status: 'waiting' }),
      step('now', { nodeId: 'now', status: 'running' }),
      step('skip', { nodeId: 'skip', status: 'skipped' }),
      step('odd', { nodeId: 'odd', status: 'cancelled' }),
    ],
    reasonOf,
  )
  expect(runs).toEqual({
    say: { status: 'failed', durationMs: 15, message: 'No key.' },
    quiet: { status: 'failed', durationMs: 0, message: '' },
    wait: { status: 'waiting' },
    now: { status: 'running', openCalls: 1, spentMs: 0 },
    skip: { status: 'skipped', reason: 'Another branch was taken.' },
  })
})

test('what ran once is not shown as skipped by a later pass, and calls of a drawn step are not its own', () => {
  const runs = nodeRunsOf(
    [
      step('say@0', { nodeId: 'say', durationMs: 10 }),
      step('say', { nodeId: 'say', isCall: true, durationMs: 100 }),
      step('say@1', { nodeId: 'say', status: 'skipped' }),
      step('model', { nodeId: 'model', isCall: true, durationMs: 7 }),
    ],
    () => '',
  )
  expect(runs).toEqual({ say: { status: 'done', durationMs: 10 }, model: { status: 'done', durationMs: 7 } })
})

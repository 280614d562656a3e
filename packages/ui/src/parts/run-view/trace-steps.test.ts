import { expect, test } from 'vitest'

import { stepTree } from './step-tree.ts'
import { tracedRun } from './trace-steps.ts'

const start = (callId: string, at: number, parentCallId?: string) => ({
  type: 'node-start',
  callId,
  nodeId: `${callId}_0`,
  label: callId,
  name: callId,
  at,
  input: `in ${callId}`,
  ...(parentCallId !== undefined && { parentCallId }),
})

test('the calls of a chat flow stand below the one that made them, with what went in and out', () => {
  const usage = { inputTokens: 5, outputTokens: 2 }
  const { steps, facts } = tracedRun(
    [
      { type: 'run-start' },
      start('agent', 1000),
      start('tool', 1010, 'agent'),
      start('model', 1020, 'tool'),
      { type: 'node-end', callId: 'model', nodeId: 'model_0', at: 1090, durationMs: 80, output: 'out', usage } as never,
      { type: 'node-end', callId: 'tool', nodeId: 'tool_0', at: 1095, durationMs: 85 } as never,
    ],
    { isOver: false },
  )
  expect(steps.map(({ path, status, parent }) => [path, status, parent])).toEqual([
    ['agent', 'running', undefined],
    ['tool', 'done', 'agent'],
    ['model', 'done', 'tool'],
  ])
  expect(facts.get('model')).toEqual({ input: 'in model', output: 'out' })
  const [agent] = stepTree(steps)
  expect(agent?.calls[0]?.calls[0]?.step).toMatchObject({ path: 'model', usage, durationMs: 80 })
})

test('what a failed run left open was stopped, and a failure keeps its cause', () => {
  const fault = { message: 'Refused', code: 'refused' }
  const { steps } = tracedRun(
    [
      start('a', 10),
      start('b', 12, 'a'),
      { type: 'node-error', callId: 'b', nodeId: 'b_0', at: 20, durationMs: 8, fault } as never,
    ],
    { isOver: true },
  )
  expect(steps).toMatchObject([{ status: 'cancelled' }, { status: 'failed', fault }])
})

test('a run without a trace has no steps', () => {
  expect(tracedRun([], { isOver: true }).steps).toEqual([])
})

import { expect, test } from 'vitest'

import { buildTimeline } from './timeline.ts'

const start = (callId: string, at: number) => ({
  type: 'node-start',
  callId,
  nodeId: `${callId}_0`,
  label: callId,
  name: callId,
  at,
  input: `in ${callId}`,
})

test('calls stand in the order they began, with their times, inputs and outputs', () => {
  const usage = { inputTokens: 5, outputTokens: 2 }
  const timeline = buildTimeline(
    [
      { type: 'run-start' },
      start('chain', 1000),
      start('model', 1010),
      { type: 'node-end', callId: 'model', nodeId: 'model_0', at: 1090, durationMs: 80, output: 'out', usage } as never,
      { type: 'node-end', callId: 'chain', nodeId: 'chain_0', at: 1100, durationMs: 100 } as never,
    ],
    105,
  )
  expect(timeline.totalMs).toBe(105)
  expect(timeline.calls).toMatchObject([
    { callId: 'chain', startMs: 0, durationMs: 100, status: 'done', input: 'in chain' },
    { callId: 'model', startMs: 10, durationMs: 80, status: 'done', output: 'out', usage },
  ])
})

test('a failed call keeps its cause, and one that never ended is still running', () => {
  const fault = { message: 'Refused', code: 'refused' }
  const timeline = buildTimeline(
    [
      start('a', 10),
      start('b', 12),
      { type: 'node-error', callId: 'b', nodeId: 'b_0', at: 20, durationMs: 8, fault } as never,
    ],
    null,
  )
  expect(timeline.calls.map(({ callId, status, fault: cause }) => [callId, status, cause])).toEqual([
    ['a', 'running', undefined],
    ['b', 'failed', fault],
  ])
})

test('a run without a trace has no calls', () => {
  expect(buildTimeline([], null)).toEqual({ calls: [], totalMs: 0 })
})

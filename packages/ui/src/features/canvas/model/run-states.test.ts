import type { RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nextRuns } from './run-states.ts'
import type { NodeRuns } from '../../../lib/node-run.ts'

const start = (nodeId: string): RunEvent => ({
  type: 'node-start',
  nodeId,
  label: nodeId,
  name: nodeId,
  callId: 'c',
  at: 0,
})
const end = (nodeId: string, durationMs: number): RunEvent => ({
  type: 'node-end',
  nodeId,
  callId: 'c',
  at: 0,
  durationMs,
})

function follow(events: readonly RunEvent[], runs: NodeRuns = {}): NodeRuns {
  return events.reduce(nextRuns, runs)
}

test('nodes run, end with their time, or fail with the cause', () => {
  expect(
    follow([
      { type: 'run-start', runId: 'r', at: 0, endingNodeId: 'b' },
      start('a'),
      end('a', 12),
      start('b'),
      {
        type: 'node-error',
        nodeId: 'b',
        callId: 'c',
        at: 0,
        durationMs: 3,
        fault: { message: 'No key', code: 'missing-credential', field: 'credential' },
      },
    ]),
  ).toEqual({
    a: { status: 'done', durationMs: 12 },
    b: { status: 'failed', durationMs: 3, message: 'No key', field: 'credential' },
  })
})

test('one node failed; those that waited for it stopped because of it', () => {
  const fault = { message: 'No key', code: 'wrong-credential' as const, nodeId: 'model', nodeLabel: 'ChatOpenAI' }
  const failed = (nodeId: string): RunEvent => ({
    type: 'node-error',
    nodeId,
    callId: 'c',
    at: 0,
    durationMs: 3,
    fault,
  })
  expect(follow([start('chain'), start('model'), failed('model'), failed('chain')])).toEqual({
    model: { status: 'failed', durationMs: 3, message: 'No key' },
    chain: { status: 'stopped', durationMs: 3, because: 'ChatOpenAI' },
  })
})

test('a node called twice shows the time of both calls, and runs until the last has ended', () => {
  const between = follow([start('a'), end('a', 100), start('a')])
  expect(between['a']?.status).toBe('running')
  expect(follow([end('a', 50)], between)).toEqual({ a: { status: 'done', durationMs: 150 } })
  const beside = follow([start('a'), start('a'), end('a', 100)])
  expect(beside['a']?.status).toBe('running')
  expect(follow([end('a', 50)], beside)).toEqual({ a: { status: 'done', durationMs: 150 } })
})

test('a cancelled run leaves nothing running, and the next one starts clean', () => {
  const cancelled = follow([start('a'), { type: 'run-end', runId: 'r', at: 0, status: 'cancelled', durationMs: 5 }])
  expect(cancelled).toEqual({})
  expect(
    follow([{ type: 'run-start', runId: 's', at: 0, endingNodeId: 'a' }], { a: { status: 'done', durationMs: 1 } }),
  ).toEqual({})
})

test('tokens leave the states untouched', () => {
  const runs = follow([start('a')])
  expect(nextRuns(runs, { type: 'token', text: 'x' })).toBe(runs)
})

test('a step that asks somebody waits, also once its run has come to rest', () => {
  const question = { kind: 'decision', text: 'Send it?', buttons: [], takesFeedback: false, calls: [], fields: [] }
  const wait = {
    type: 'step-wait',
    path: 'human@0',
    nodeId: 'human',
    label: 'Human',
    at: 1,
    question,
  } as never as RunEvent
  const rested: RunEvent = { type: 'run-end', runId: 'r', at: 2, status: 'waiting', durationMs: 2 }
  expect(follow([start('human'), wait, end('human', 1), rested])).toEqual({ human: { status: 'waiting' } })
  expect(follow([start('human'), end('human', 1), wait, rested])).toEqual({ human: { status: 'waiting' } })
})

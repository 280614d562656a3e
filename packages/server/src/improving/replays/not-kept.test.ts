import type { RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { writtenRun } from '../test-sets/written-run.ts'
import { whyNotKept } from './not-kept.ts'

const CREATED = '2026-01-01T00:00:00.000Z'
const { job } = writtenRun('Hi', { id: 'f', name: 'Flow', version: 1, flow: { nodes: [], edges: [] } })
const run = { request: JSON.stringify(job), status: 'done' as const, created_date: CREATED }
const call: RunEvent = {
  type: 'call',
  kind: 'model',
  method: 'stream',
  effect: 'asks',
  key: 'key',
  request: 'asked',
  response: 'said',
}
const nodeEnd: RunEvent = { type: 'node-end', nodeId: 'chain_0', callId: 'a', at: 1, durationMs: 1 }
const asked: RunEvent = { ...nodeEnd, model: 'gpt' }
const step = (effect: 'pure' | 'own' | 'asks' | 'writes'): RunEvent => ({
  type: 'step-start',
  path: 'step',
  nodeId: 'step_0',
  label: 'Step',
  name: 'step',
  effect,
  at: 1,
})

function why(events: RunEvent[], { days = 30, age = 1, of = {} }: { days?: number; age?: number; of?: object } = {}) {
  const now = Date.parse(CREATED) + age * 86_400_000
  return whyNotKept({ ...run, ...of }, { events, days, now })
}

test('a server that records nothing is the reason, whatever the run did', () => {
  expect(why([call], { days: 0 })).toBe('server-off')
  expect(why([], { days: 0 })).toBe('server-off')
})

test('what was recorded and is gone was too old, or gave its room to newer recordings', () => {
  expect(why([nodeEnd, call], { age: 34 })).toBe('too-old')
  // A little longer than asked for, as the newest of a chain of answers needs the older ones.
  expect(why([nodeEnd, call], { age: 33 })).toBe('no-room')
})

test('a flow that was left out is told as it was when it ran', () => {
  const of = { request: JSON.stringify({ ...job, isUnrecorded: true }) }
  expect(why([asked], { of })).toBe('flow-off')
})

test('that nothing was called is said only of a whole run that shows no trace of a call', () => {
  expect(why([nodeEnd, step('pure'), step('own')])).toBe('no-calls')
  expect(why([nodeEnd], { of: { status: 'cancelled' } })).toBeNull()
  expect(why([asked])).toBeNull()
  expect(why([])).toBeNull()
  expect(why([step('asks')])).toBeNull()
  expect(why([step('writes')])).toBeNull()
})

import type { CallEvent, RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { callsIn } from './recorded-calls.ts'

const FAULT = { code: 'internal', message: 'Gone' } as const

const nodeStart = (callId: string, parentCallId?: string): RunEvent => {
  const [nodeId = ''] = callId.split('#')
  return { type: 'node-start', nodeId, label: '', name: '', callId, at: 0, ...(parentCallId && { parentCallId }) }
}
const nodeEnd = (callId: string): RunEvent => {
  const [nodeId = ''] = callId.split('#')
  return { type: 'node-end', nodeId, callId, at: 0, durationMs: 0 }
}
const nodeError = (callId: string): RunEvent => {
  const [nodeId = ''] = callId.split('#')
  return { type: 'node-error', nodeId, callId, at: 0, durationMs: 0, fault: FAULT }
}
const stepStart = (path: string, nodeId = 'http_0'): RunEvent => {
  return { type: 'step-start', path, nodeId, label: '', name: '', effect: 'writes', at: 0 }
}
const stepEnd = (path: string, nodeId = 'http_0'): RunEvent => {
  return { type: 'step-end', path, nodeId, at: 0, durationMs: 0, output: {} }
}
const stepError = (path: string, nodeId = 'http_0'): RunEvent => {
  return { type: 'step-error', path, nodeId, at: 0, durationMs: 0, fault: FAULT }
}
/** What a step does by itself, or what a node that it asks is asked. */
const call = (callId: string, nodeId?: string): CallEvent => ({
  type: 'call',
  kind: 'http',
  method: 'POST',
  effect: 'writes',
  key: '=',
  request: '={}',
  response: '={}',
  callId,
  ...(nodeId !== undefined && { nodeId }),
})

const stepsIn = (events: RunEvent[]) => callsIn(events).map(({ event, step }) => [event.callId, step])

test('a call that is written down in the next pass belongs to the pass that made it', () => {
  const events = [
    [nodeStart('http_0#1'), stepStart('http_0@0'), stepEnd('http_0@0'), nodeEnd('http_0#1')],
    [nodeStart('http_0#2'), stepStart('http_0@1'), call('http_0#1'), stepError('http_0@1'), nodeError('http_0#2')],
    [nodeStart('http_0#3'), stepStart('http_0@2'), call('http_0#2'), call('http_0#3')],
  ].flat()
  expect(stepsIn(events)).toEqual([
    ['http_0#1', 'http_0@0'],
    ['http_0#2', 'http_0@1'],
    ['http_0#3', 'http_0@2'],
  ])
})

test('of items side by side each has its own calls, also those of nodes that it asks', () => {
  const events = [
    [nodeStart('llm_0#1'), stepStart('each@0/0/llm_0@0', 'llm_0'), nodeStart('llm_0/model#2', 'llm_0#1')],
    [nodeStart('llm_0#3'), stepStart('each@0/1/llm_0@0', 'llm_0'), nodeStart('llm_0/model#4', 'llm_0#3')],
    [nodeEnd('llm_0/model#2'), call('llm_0/model#2', 'llm_0/model'), call('llm_0#1')],
    [nodeEnd('llm_0/model#4'), stepEnd('each@0/1/llm_0@0', 'llm_0'), nodeEnd('llm_0#3')],
    [stepEnd('each@0/0/llm_0@0', 'llm_0'), nodeEnd('llm_0#1')],
    [call('llm_0#3'), call('llm_0/model#4', 'llm_0/model')],
  ].flat()
  expect(stepsIn(events)).toEqual([
    ['llm_0/model#2', 'each@0/0/llm_0@0'],
    ['llm_0#1', 'each@0/0/llm_0@0'],
    ['llm_0#3', 'each@0/1/llm_0@0'],
    ['llm_0/model#4', 'each@0/1/llm_0@0'],
  ])
})

test('a call within a part of a step belongs to the part, and what follows the part to the step', () => {
  const model = (at: number): RunEvent[] => [nodeStart(`a/model#${at}`, 'a#1'), nodeEnd(`a/model#${at}`)]
  const events = [
    [nodeStart('a#1'), stepStart('a@0', 'a'), stepStart('a@0/summary', 'a'), ...model(2)],
    [stepEnd('a@0/summary', 'a'), ...model(3), stepStart('a@0/tool:0', 'a'), call('a/model#2'), call('a/model#3')],
    [stepError('a@0/tool:0', 'a'), stepError('a@0', 'a'), nodeError('a#1'), call('a#1')],
  ].flat()
  expect(stepsIn(events)).toEqual([
    ['a/model#2', 'a@0/summary'],
    ['a/model#3', 'a@0'],
    ['a#1', 'a@0'],
  ])
})

test('a run that is gone on with counts its calls anew', () => {
  const events = [
    [nodeStart('http_0#1'), stepStart('http_0@0'), call('http_0#1')],
    [nodeStart('http_0#1'), stepStart('http_0@1'), stepEnd('http_0@1'), nodeEnd('http_0#1'), call('http_0#1')],
  ].flat()
  expect(stepsIn(events)).toEqual([
    ['http_0#1', 'http_0@0'],
    ['http_0#1', 'http_0@1'],
  ])
})

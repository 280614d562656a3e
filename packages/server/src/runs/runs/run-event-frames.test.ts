import { outcomeOf, readRunEvent, VISITOR, type Asker, type RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { ON_CANVAS } from '../../door/askers/asker-of.ts'
import { createRunEventFrames } from './run-event-frames.ts'

const fault = {
  code: 'wrong-credential',
  message: 'Refused',
  nodeId: 'm_0',
  nodeLabel: 'Model',
  hint: 'Mend it',
} as const
const told: RunEvent[] = [
  { type: 'run-start', runId: 'r', at: 1, endingNodeId: 'chain_0', messageId: 'm' },
  {
    type: 'node-start',
    nodeId: 'm_0',
    label: 'Model',
    name: 'model',
    callId: 'm_0#1',
    at: 1,
    input: 'a secret prompt',
  },
  { type: 'token', text: 'Hi' },
  { type: 'node-end', nodeId: 'm_0', callId: 'm_0#1', at: 2, durationMs: 1, output: 'an inner thought' },
  { type: 'node-error', nodeId: 'm_0', callId: 'm_0#2', at: 2, durationMs: 1, fault },
  { type: 'run-end', runId: 'r', at: 3, status: 'interrupted', durationMs: 2, fault },
]

function heard(asker: Asker): { ids: string[]; events: (RunEvent | undefined)[] } {
  const writer = createRunEventFrames('r', { asker, idPrefix: 'r:' })
  const frames = told.map((event, index) => writer.frames(event, index + 1)).filter((frame) => frame !== '')
  const parts = frames.map((frame) => /^id:(\S+)\ndata:(.*)\n\n$/.exec(frame))
  return { ids: parts.map((part) => part?.[1] ?? ''), events: parts.map((part) => readRunEvent(part?.[2] ?? '')) }
}

test('the builder hears a run as it is told', () => {
  expect(heard(ON_CANVAS)).toEqual({ ids: told.map((_, index) => `r:${index + 1}`), events: told })
})

test('a visitor hears what the flow says and nothing of how it is made', () => {
  const { ids, events } = heard(VISITOR)
  expect(ids).toEqual(['r:1', 'r:3', 'r:6'])
  expect(JSON.stringify(events)).not.toMatch(/m_0|chain_0|secret prompt|inner thought|wrong-credential/)
  expect(outcomeOf(events.flatMap((event) => event ?? []))).toMatchObject({
    status: 'interrupted',
    text: 'Hi',
    messageId: 'm',
    fault: { code: 'failed', message: expect.stringContaining("isn't set up correctly") },
  })
})

import type { CallEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { writtenRun } from '../test-sets/written-run.ts'
import { createCallService } from './call-service.ts'

const call = (request: string, response: string): CallEvent => ({
  type: 'call',
  kind: 'model',
  method: 'stream',
  effect: 'asks',
  key: 'key',
  request,
  response,
})

/** Whether a run with these calls is listed as kept, where these texts are. */
async function isKept(events: CallEvent[], texts: string[]): Promise<boolean> {
  const { job } = writtenRun('Hi', { id: 'flow', name: 'Flow', version: 1, flow: { nodes: [], edges: [] } })
  const run = { chatflow_id: 'flow', chat_id: 'chat', request: JSON.stringify(job) } as NonNullable<
    Awaited<ReturnType<RunStore['find']>>
  >
  const service = createCallService({
    runs: { find: async () => run, events: async () => events },
    values: {
      load: async (_, hashes) => new Map([...hashes].flatMap((hash) => (texts.includes(hash) ? [[hash, 'v1']] : []))),
    },
    days: () => 30,
    now: () => new Date('2026-01-31'),
  })
  return (await service.list('run', {})).isKept
}

test('a run is kept while the newest of its calls that needs more than its event is', async () => {
  const long = call('asked', 'said')
  const short = call('="asked"', '="said"')
  expect(await isKept([long, short], ['asked', 'said'])).toBe(true)
  // What was long is forgotten before the events are.
  expect(await isKept([long, short], [])).toBe(false)
  expect(await isKept([long, call('later', '="said"'), short], ['later'])).toBe(true)
  expect(await isKept([short, short], [])).toBe(true)
  expect(await isKept([], [])).toBe(false)
})

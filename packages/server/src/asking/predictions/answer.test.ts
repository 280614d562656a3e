import { VISITOR } from '@chatwright/core'
import { expect, test } from 'vitest'
import { askerOf } from '../../door/askers/asker-of.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { toAnswer } from './answer.ts'

test('an answer cut short by the end of the server is no answer', () => {
  const job = { session: {}, memoryType: null, overrides: {} } as RunJob
  const cutShort = () => toAnswer(job, { status: 'interrupted', text: 'Half an', durationMs: 5 }, { asker: VISITOR })
  expect(cutShort).toThrow(
    expect.objectContaining({ code: 'run-interrupted', status: 503, details: { text: 'Half an' } }),
  )
})

test('only the owner is told at which address others can decide', () => {
  const session = { chatId: 'c1', sessionId: 'c1' }
  const job = { kind: 'flow', runId: 'r1', session, memoryType: null, overrides: {} } as unknown as RunJob
  const question = { kind: 'decision' as const, text: 'Send?', buttons: [{ type: 'proceed', label: 'Yes' }] }
  const waits = [{ path: 'ask@0', nodeId: 'ask', label: 'Ask', at: 1, question }]
  const outcome = { status: 'waiting' as const, text: 'Send?', durationMs: 5, waits }
  const [owner, visitor] = [askerOf('chat', { kind: 'owner' }), VISITOR].map(
    (asker) => toAnswer(job, outcome, { asker, linkFor: (id) => `https://here/${id}` })['action'],
  )
  expect(owner).toMatchObject({ link: expect.stringMatching(/^https:\/\/here\/[\w-]{32}$/) })
  expect(visitor).toMatchObject({ data: { nodeId: 'ask' } })
  expect(visitor).not.toHaveProperty('link')
})

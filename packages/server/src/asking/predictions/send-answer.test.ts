import { VISITOR } from '@chatwright/core'
import { expect, test } from 'vitest'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { answerWhole } from './send-answer.ts'

test('who was gone before their answer began is not waited for', async () => {
  const reply = { raw: { destroyed: true, once: () => undefined, off: () => undefined } }
  let isRead = true
  const run = {
    job: { kind: 'question' },
    read: () => () => void (isRead = false),
    outcome: new Promise(() => undefined),
  }
  void answerWhole(run as unknown as AnswerHandle, {
    reply: reply as unknown as Parameters<typeof answerWhole>[1]['reply'],
    asker: VISITOR,
    earlier: [],
    linkFor: () => '',
  })
  expect(isRead).toBe(false)
})

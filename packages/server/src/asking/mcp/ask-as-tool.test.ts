import { VISITOR } from '@chatwright/core'
import { expect, test } from 'vitest'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { answerOf } from './ask-as-tool.ts'

test('a call that was given up before its run began leaves it at once', async () => {
  let isRead = true
  const run = { read: () => () => void (isRead = false), outcome: new Promise(() => undefined) }
  void answerOf(run as unknown as AnswerHandle, {
    signal: AbortSignal.abort(),
    tell: () => undefined,
    asker: VISITOR,
  })
  expect(isRead).toBe(false)
})

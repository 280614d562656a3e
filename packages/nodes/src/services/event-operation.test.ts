import type { FlowStep } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { testTurn } from '../../test/step-turn.ts'
import slack from './slack/service.ts'

test('what is new in a channel is given once, from the first look on', async () => {
  const [step] = slack
  if (!step) throw new Error('Slack has a step')
  let messages = [{ ts: '100.000001', text: 'before' }]
  const context = testContext({
    now: () => 200_000,
    fetch: async (_, init) => {
      const { oldest } = Object.fromEntries(new URLSearchParams(init?.body as string))
      return Response.json({ ok: true, messages: messages.filter(({ ts }) => ts >= (oldest ?? '')) })
    },
  })
  const look = async (): Promise<unknown> => {
    const built = await buildNode<FlowStep>(step, { inputs: { operation: 'newMessage', channel: 'C1' }, context })
    const { output } = await built.run(testTurn(), testRun())
    return (output['data'] as { text: string }[]).map(({ text }) => text)
  }
  expect(await look()).toEqual([])
  messages = [{ ts: '201.000002', text: 'two' }, { ts: '201.000001', text: 'one' }, ...messages]
  expect(await look()).toEqual(['one', 'two'])
  messages = [{ ts: '202.000001', text: 'three' }, ...messages]
  expect(await look()).toEqual(['three'])
  expect(await look()).toEqual([])
})

test('an event that lacks what it needs looks nowhere', async () => {
  const [step] = slack
  if (!step) throw new Error('Slack has a step')
  const context = testContext()
  const built = await buildNode<FlowStep>(step, { inputs: { operation: 'newMessage', channel: '' }, context })
  await expect(built.run(testTurn(), testRun())).rejects.toMatchObject({ code: 'missing-input', field: 'channel' })
})

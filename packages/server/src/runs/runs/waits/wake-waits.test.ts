import { AppError } from '@chatwright/contract'
import { expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../../testing/agent-flow.ts'
import { describeOnBothDatabases } from '../../../../testing/test-server.ts'
import type { StepsJob } from '../run-job.ts'
import type { WaitRow } from './wait-list.ts'
import { keepWaking } from './wake-waits.ts'

test('whoever looks after decisions takes it for no fault that somebody else was quicker', async () => {
  const refused = [
    new AppError('decision-kept', { id: 'w1' }),
    new AppError('wait-over', { id: 'w1' }),
    new AppError('overloaded'),
  ]
  const from = { runId: 'r1', question: 'Hi', message: 'Hi', questionMessageId: 'm1' } as StepsJob
  const enqueue = vi.fn<() => Promise<void>>()
  for (const error of refused) enqueue.mockRejectedValueOnce(error)
  enqueue.mockResolvedValue()
  const onFault = vi.fn<(error: unknown) => void>()
  const stop = keepWaking({
    waits: {
      due: async () => [],
      expired: async () => [],
      decide: async () => true,
      decidedBefore: async () => ['e1'],
      decided: async () => ({ from, decisions: [] }),
      isOver: async () => false,
      close: async () => undefined,
    },
    runner: { enqueue },
    cancelWait: async () => true,
    waitDays: () => 30,
    now: () => new Date(),
    onFault,
    everyMs: 1,
  })
  await vi.waitFor(() => expect(enqueue.mock.calls.length).toBeGreaterThan(refused.length), 60_000)
  stop()
  expect(onFault.mock.calls).toEqual([[refused.at(-1)]])
})

test('all that are due at once go on in one look, also where some fail', async () => {
  const open = new Set(Array.from({ length: 350 }, (_, at) => `w${at}`))
  const broken = new Set(['w3', 'w120', 'w349'])
  const decided: string[] = []
  const onFault = vi.fn<(error: unknown) => void>()
  let looks = 0
  const stop = keepWaking({
    waits: {
      due: async (_, limit) => {
        looks += 1
        return [...open].slice(0, limit).map((id) => ({ id, execution_id: id }) as WaitRow)
      },
      expired: async () => [],
      async decide(id) {
        if (broken.has(id)) throw new Error(`No ${id}`)
        open.delete(id)
        return decided.push(id) > 0
      },
      decidedBefore: async () => [],
      decided: async () => undefined,
      isOver: async () => false,
      close: async () => undefined,
    },
    runner: { enqueue: async () => undefined },
    cancelWait: async () => true,
    waitDays: () => 30,
    now: () => new Date(),
    onFault,
    everyMs: 1,
  })
  await vi.waitFor(() => expect(onFault.mock.calls.length).toBeGreaterThanOrEqual(broken.size), 60_000)
  stop()
  expect(decided).toHaveLength(350 - broken.size)
  expect(new Set(decided).size).toBe(decided.length)
  expect(looks).toBeGreaterThanOrEqual(4)
})

describeOnBothDatabases('Many waits', (start) => {
  const COUNT = 20

  test('that are due in the same second go on once each', async () => {
    const server = await start({ lookEveryMs: 50 })
    const flowId = await createAgentFlow(server, {
      steps: {
        waitAgentflow_0: { waitFor: 'time', waitAmount: 9, waitUnit: 'days' },
        directReplyAgentflow_0: { directReplyMessage: 'Done' },
      },
      edges: ['startAgentflow_0 > waitAgentflow_0', 'waitAgentflow_0 > directReplyAgentflow_0'],
    })
    const ask = (chat: number) =>
      server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hello', chatId: `chat-${chat}` })
    const asked = await Promise.all(Array.from({ length: COUNT }, (_, chat) => ask(chat)))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
    const { query: db } = server.database
    await db.updateTable('run_wait').set({ wake_at: new Date().toISOString() }).execute()
    const ended = () =>
      db
        .selectFrom('run')
        .select('execution_id')
        .where('chatflow_id', '=', flowId)
        .where('status', '=', 'done')
        .execute()
    await vi.waitFor(async () => expect((await ended()).length).toBeGreaterThanOrEqual(COUNT), { timeout: 110_000 })
    const executions = (await ended()).map(({ execution_id: execution }) => execution)
    expect(new Set(executions).size).toBe(COUNT)
    expect(executions).toHaveLength(COUNT)
    expect(await db.selectFrom('run_wait').select('id').where('decided_run', 'is', null).execute()).toEqual([])
    await server.close()
  })
})

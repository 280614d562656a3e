import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { collectFrames, openStream, textOf } from '../../../testing/sse-client.ts'
import { describeOnBothDatabases, TEST_SECRET_KEY, type TestServer } from '../../../testing/test-server.ts'
import { createEventIds } from '../../asking/predictions/event-ids.ts'

const PATIENCE = { timeout: 60_000 }

describeOnBothDatabases('A run that a timer woke', (start) => {
  let vendor: FakeVendor
  let server: TestServer
  let address: string
  let flowId: string

  beforeAll(async () => {
    ;[vendor, server] = await Promise.all([
      startFakeVendor(),
      start({ env: { BACKGROUND_CONCURRENCY: '1' }, lookEveryMs: 50 }),
    ])
    address = await server.listen()
    flowId = await createAgentFlow(server, {
      steps: {
        humanInputAgentflow_0: {
          humanInputDescription: 'Sure?',
          humanInputTimeLimit: 1,
          humanInputOnTimeout: 'output',
        },
        llmAgentflow_0: {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)) },
          llmMessages: [{ role: 'system', content: '<p>Answer {{ question }}</p>' }],
          llmEnableMemory: false,
        },
      },
      edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:timeout > llmAgentflow_0'],
    })
  })
  beforeEach(() => {
    vendor.requests.length = 0
    vendor.script = { tokens: ['half ', 'whole'], holdAfter: 1 }
  })
  afterAll(async () => {
    await vendor.close()
    await server.close()
  })

  const newestRun = (chatId: string) =>
    server.database.query
      .selectFrom('run')
      .select(['id', 'status'])
      .where('chat_id', '=', chatId)
      .orderBy('created_date', 'desc')
      .executeTakeFirstOrThrow()
  const becomes = (chatId: string, status: string) =>
    vi.waitFor(async () => {
      const run = await newestRun(chatId)
      expect(run.status).toBe(status)
      return run.id
    }, PATIENCE)
  /** Its time to wait is over at once: what follows is done in the background. */
  const wake = async (chatId: string, status: 'running' | 'queued'): Promise<string> => {
    await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Go', chatId })
    const past = new Date(Date.now() - 1000).toISOString()
    await server.database.query
      .updateTable('run_wait')
      .set({ wake_at: past })
      .where('session_id', '=', chatId)
      .execute()
    return becomes(chatId, status)
  }
  const stop = async (chatId: string) =>
    (await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/${chatId}`)).body as object
  const ids = createEventIds(() => [TEST_SECRET_KEY])
  const resume = (runId: string) =>
    openStream(`${address}/api/v1/prediction/${flowId}`, { headers: { 'last-event-id': `${ids.prefixOf(runId)}0` } })

  test('is stopped from its chat, and from no other', async () => {
    await wake('a', 'running')
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1), PATIENCE)
    expect(await stop('another')).toMatchObject({ stopped: 0 })
    expect(await stop('a')).toEqual({ status: 200, message: 'Stopped.', stopped: 1 })
    await vendor.requests[0]?.gone
    await becomes('a', 'cancelled')
    expect(await stop('a')).toMatchObject({ message: 'No answer was in progress.' })
  })

  test('is heard by whoever comes back to it, also before its turn has come', async () => {
    const first = await resume(await wake('b', 'running'))
    const second = await resume(await wake('c', 'queued'))
    expect([first.status, second.status]).toEqual([200, 200])
    for await (const frame of first.frames) {
      if (frame.event !== 'token') continue
      expect(frame.data).toBe('half ')
      break
    }
    vendor.script = { tokens: ['Hello', ' there'] }
    await stop('b')
    const frames = await collectFrames(second.frames)
    expect([textOf(frames), frames.at(-1)?.event]).toEqual(['Hello there', 'end'])
    expect(await becomes('c', 'done')).toBe(frames.findLast(({ id }) => id !== undefined)?.id?.split('.')[0])
  })

  test('is stopped from its chat before its turn has come, too, and told so to whoever hears it', async () => {
    await wake('e', 'running')
    const waiting = await resume(await wake('f', 'queued'))
    expect(await stop('f')).toEqual({ status: 200, message: 'Stopped.', stopped: 1 })
    await becomes('f', 'cancelled')
    expect((await collectFrames(waiting.frames)).at(-1)?.event).toBe('end')
    expect(await stop('e')).toMatchObject({ stopped: 1 })
    await becomes('e', 'cancelled')
    expect(await newestRun('f')).toMatchObject({ status: 'cancelled' })
  })

  test('that is deleted while somebody hears it is over for them', async () => {
    const runId = await wake('d', 'running')
    const { frames } = await resume(runId)
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1), PATIENCE)
    await server.database.query.deleteFrom('run').where('id', '=', runId).execute()
    expect((await collectFrames(frames)).at(-1)).toMatchObject({ event: 'end' })
    await stop('d')
  })
})

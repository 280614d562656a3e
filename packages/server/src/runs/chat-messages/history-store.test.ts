import type { Message } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createHistoryStore } from './history-store.ts'
import { createMessageStore, type MessageRow } from './message-store.ts'

/** What a message holds besides its words. */
const BARE = {
  chat_type: 'EXTERNAL',
  memory_type: null,
  status: 'done',
  run_id: null,
  source_documents: null,
  used_tools: null,
  file_annotations: null,
  file_uploads: null,
  artifacts: null,
  action: null,
  agent_reasoning: null,
  reason_content: null,
  follow_up_prompts: null,
  lead_email: null,
  created_date: '2026-01-01T00:00:00.000Z',
} as const

describeOnBothDatabases('A remembered conversation', (start) => {
  let server: TestServer
  let flowId: string
  beforeAll(async () => {
    server = await start()
    const flow = { name: 'Long chats', flowData: '{"nodes":[],"edges":[]}' }
    flowId = (await server.send('POST', '/api/v1/chatflows', flow)).body.id
  })
  afterAll(() => server.close())

  /** Keeps a conversation, a question and its answer by turns, and gives what is remembered of it. */
  const remembered = async (sessionId: string, lengths: readonly number[]) => {
    for (const [at, length] of lengths.entries()) {
      const message = {
        ...BARE,
        id: `${sessionId}-${at}`,
        chatflow_id: flowId,
        chat_id: sessionId,
        session_id: sessionId,
        seq: at + 1,
        role: at % 2 === 0 ? ('userMessage' as const) : ('apiMessage' as const),
        content: `${at}`.padEnd(length, 'x'),
      }
      await server.database.query.insertInto('chat_message').values(message).execute()
    }
    const store = createHistoryStore(createMessageStore(server.database), { find: async () => undefined })
    const messages = await store.load({ flowId, chatId: sessionId, sessionId, origin: 'external' })
    return messages.map(({ content }) => (typeof content === 'string' ? Number.parseInt(content, 10) : undefined))
  }

  test('comes whole, in its order, however many messages it has', async () => {
    expect(await remembered('many', Array<number>(50).fill(3))).toEqual(Array.from({ length: 50 }, (_, at) => at))
  })

  test('of very long messages holds the newest, as many as one question could', async () => {
    const long = 1_500_000
    expect(await remembered('long', [3, 3, long, long, long, long])).toEqual([4, 5])
  })
})

test('of questions with the text of files the newest come with it, as far as there is room', async () => {
  const files = { role: 'userMessage', file_uploads: '[{"type":"file:full"}]' }
  const rows = ['1', '2', '3', '4', '5', '6'].flatMap((run) =>
    [files, { role: 'apiMessage' }].map((message) => ({ ...BARE, id: run, run_id: run, content: 'short', ...message })),
  ) as MessageRow[]
  const asked: string[] = []
  const store = createHistoryStore(
    {
      session: async () => rows,
      questions: async (runs) => {
        asked.push(...runs)
        return new Map(runs.map((run) => [run, run.padEnd(1_500_000, 'x')]))
      },
      delete: async () => 0,
    },
    { find: async () => undefined },
  )
  const said = await store.load({ flowId: 'f', chatId: 'c', sessionId: 's', origin: 'external' })
  const lengths = said.filter(({ role }) => role === 'user').map(({ content }: Message) => content.length)
  expect([lengths, asked]).toEqual([
    [5, 5, 5, 5, 1_500_000, 1_500_000],
    ['6', '5', '4', '3'],
  ])
})

import { afterEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
const upload = { type: 'file:full', name: 'a.txt', mime: 'text/plain', data: 'Hello' }

describeOnBothDatabases('What is stored for a time', (start) => {
  let server: TestServer
  afterEach(() => server.close())

  const flow = (wait = false) =>
    createAgentFlow(server, {
      steps: {
        ...(wait && {
          humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go?' },
        }),
        directReplyAgentflow_0: { directReplyMessage: 'Yes' },
      },
      edges: wait
        ? ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0']
        : ['startAgentflow_0 > directReplyAgentflow_0'],
    })
  const ask = async (flowId: string, chatId: string): Promise<void> => {
    const body = { question: 'Hi', chatId, uploads: [upload] }
    expect((await server.send('POST', `/api/v1/prediction/${flowId}`, body)).status).toBe(200)
  }
  const age = (flowId: string, chatId: string, days: number) =>
    server.database.query
      .updateTable('chat_message')
      .set({ created_date: daysAgo(days) })
      .where('chatflow_id', '=', flowId)
      .where('chat_id', '=', chatId)
      .execute()
  const chatsOf = async (flowId: string): Promise<string[]> => {
    const { body } = await server.send('GET', `/api/v1/chatmessage/${flowId}`)
    return [...new Set(body.map(({ chatId }: { chatId: string }) => chatId))].toSorted() as string[]
  }
  const preview = async (days: number) => (await server.send('GET', `/api/v1/retention/preview?days=${days}`)).body
  const attach = async (flowId: string, chatId: string): Promise<void> => {
    const sent = new Response(
      (() => {
        const form = new FormData()
        form.append('files', new Blob(['Hello'], { type: 'text/plain' }), 'a.txt')
        return form
      })(),
    )
    const type = { 'content-type': sent.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await sent.arrayBuffer())
    const { status, text } = await server.send('POST', `/api/v1/attachments/${flowId}/${chatId}`, payload, type)
    expect(status, text).toBe(200)
  }
  const fileOf = async (flowId: string, chatId: string): Promise<number> =>
    (await server.send('GET', `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=a.txt`)).status
  const lead = (flowId: string, id: string, days: number) =>
    server.database.query
      .insertInto('lead')
      .values({
        id,
        chatflow_id: flowId,
        chat_id: id,
        name: null,
        email: 'a@example.com',
        phone: null,
        created_date: daysAgo(days),
      })
      .execute()

  test('nothing is deleted before somebody says so, and what would be is told', async () => {
    server = await start({ lookEveryMs: 30 })
    const flowId = await flow()
    for (const chatId of ['old', 'young']) await ask(flowId, chatId)
    await age(flowId, 'old', 100)
    await lead(flowId, 'old-lead', 100)
    expect(await preview(90)).toEqual({ chats: 1, messages: 2, leads: 1 })
    expect(await preview(365)).toEqual({ chats: 0, messages: 0, leads: 0 })
    const { body } = await server.send('GET', '/api/v1/retention')
    expect(body.items).toEqual([
      { kind: 'messages', setting: 'MESSAGE_DAYS', days: null, withoutEnd: 0 },
      { kind: 'leads', setting: 'LEAD_DAYS', days: null, withoutEnd: 0 },
      { kind: 'waits', setting: 'WAIT_DAYS', days: 30, withoutEnd: 0 },
      { kind: 'executions', setting: 'EXECUTION_DAYS', days: 90, withoutEnd: 0 },
      { kind: 'traces', setting: 'TRACE_DAYS', days: 90, withoutEnd: 0 },
      { kind: 'recordings', setting: 'RECORDING_DAYS', days: 30, withoutEnd: 0 },
    ])
    expect(await chatsOf(flowId)).toEqual(['old', 'young'])
  })

  test('silent chats go with their files and runs, and those that are at work stay', async () => {
    server = await start({ env: { MESSAGE_DAYS: '90', LEAD_DAYS: '30' }, lookEveryMs: 30 })
    const [flowId, waiting] = [await flow(), await flow(true)]
    for (const chatId of ['old', 'young', 'both']) await ask(flowId, chatId)
    await ask(waiting, 'waits')
    await attach(flowId, 'old')
    await attach(flowId, 'young')
    await attach(flowId, 'only files')
    await lead(flowId, 'old-lead', 40)
    await lead(flowId, 'young-lead', 20)
    const { query } = server.database
    const first = await query
      .selectFrom('chat_message')
      .select('id')
      .where('chat_id', '=', 'both')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow()
    await query
      .updateTable('chat_message')
      .set({ created_date: daysAgo(100) })
      .where('id', '=', first.id)
      .execute()
    await query
      .updateTable('record')
      .set({ value: daysAgo(100) })
      .where('namespace', '=', 'uploads')
      .where('key', '=', `${flowId} only files`)
      .execute()
    await age(waiting, 'waits', 100)
    await age(flowId, 'old', 100)
    await vi.waitFor(async () => expect(await chatsOf(flowId)).toEqual(['both', 'young']), 60_000)
    await vi.waitFor(async () => expect(await fileOf(flowId, 'only files')).toBe(404), 60_000)
    await vi.waitFor(async () => expect(await fileOf(flowId, 'old')).toBe(404), 60_000)
    expect([await fileOf(flowId, 'young'), await chatsOf(waiting)]).toEqual([200, ['waits']])
    const runs = await query.selectFrom('run').select('chat_id').where('chatflow_id', '=', flowId).execute()
    expect(runs.map(({ chat_id: chatId }) => chatId).toSorted()).toEqual(['both', 'young'])
    const leads = await query.selectFrom('lead').select('id').execute()
    expect(leads).toEqual([{ id: 'young-lead' }])
    const notes = await query.selectFrom('record').select('key').where('namespace', '=', 'uploads').execute()
    expect(notes).toEqual([{ key: `${flowId} young` }])
  })
})

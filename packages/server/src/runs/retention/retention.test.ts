import { RETENTION_KINDS, type Retention, type RetentionKind } from '@chatwright/contract'
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
  const preview = async (kind: RetentionKind, days: number) =>
    (await server.send('GET', `/api/v1/retention/preview?kind=${kind}&days=${days}`)).body
  const choose = (kind: RetentionKind, days: number) => server.send('PUT', `/api/v1/retention/${kind}`, { days })
  const kept = async (kind: RetentionKind) =>
    (await server.send('GET', '/api/v1/retention')).body.items.find((item: Retention) => item.kind === kind)
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
    expect([await preview('messages', 90), await preview('leads', 90)]).toEqual([
      { items: 1, messages: 2 },
      { items: 1, messages: 0 },
    ])
    expect([await preview('messages', 365), await preview('leads', 0)]).toEqual([
      { items: 0, messages: 0 },
      { items: 0, messages: 0 },
    ])
    const { body } = await server.send('GET', '/api/v1/retention')
    expect(body.items).toEqual([
      { kind: 'messages', setting: 'MESSAGE_DAYS', isFixed: false, days: null, withoutEnd: 0 },
      { kind: 'leads', setting: 'LEAD_DAYS', isFixed: false, days: null, withoutEnd: 0 },
      { kind: 'waits', setting: 'WAIT_DAYS', isFixed: false, days: 30, withoutEnd: 0 },
      { kind: 'executions', setting: 'EXECUTION_DAYS', isFixed: false, days: 90, withoutEnd: 0 },
      { kind: 'traces', setting: 'TRACE_DAYS', isFixed: false, days: 90, withoutEnd: 0 },
      { kind: 'recordings', setting: 'RECORDING_DAYS', isFixed: false, days: 30, withoutEnd: 0 },
    ])
    expect(await chatsOf(flowId)).toEqual(['old', 'young'])
  })

  test('an owner sets each limit, sees before what it deletes, and it holds in every process', async () => {
    server = await start({ lookEveryMs: 30 })
    const [flowId, waiting] = [await flow(), await flow(true)]
    for (const chatId of ['old', 'young']) await ask(flowId, chatId)
    for (const chatId of ['old wait', 'older wait', 'young wait']) await ask(waiting, chatId)
    await age(flowId, 'old', 100)
    await lead(flowId, 'old-lead', 100)
    await lead(flowId, 'young-lead', 1)
    const { query } = server.database
    const created_date = daysAgo(20)
    for (const [chatId, hasEnd] of [
      ['old wait', 1],
      ['older wait', 0],
    ] as const) {
      const ofIt = query.selectFrom('run').select('execution_id').where('chat_id', '=', chatId)
      const change = { created_date, has_end: hasEnd }
      await query
        .updateTable('run_wait')
        .set(change)
        .where('execution_id', 'in', ofIt.$castTo<{ execution_id: string }>())
        .execute()
    }
    await query.updateTable('recorded_value').set({ day: 1 }).execute()
    const found = await Promise.all(RETENTION_KINDS.map(async (kind) => [kind, await preview(kind, 10)]))
    expect(Object.fromEntries(found)).toEqual({
      messages: { items: 1, messages: 2 },
      leads: { items: 1, messages: 0 },
      waits: { items: 1, messages: 0 },
      executions: { items: 0, messages: 0 },
      traces: { items: 0, messages: 0 },
      recordings: { items: 0, messages: 0 },
    })
    for (const kind of RETENTION_KINDS) expect((await choose(kind, 10)).body.items).toContainEqual(await kept(kind))
    const limits = (await server.send('GET', '/api/v1/retention')).body.items
    expect(limits.map(({ days }: Retention) => days)).toEqual(RETENTION_KINDS.map(() => 10))
    await vi.waitFor(async () => expect(await chatsOf(flowId)).toEqual(['young']), 60_000)
    await vi.waitFor(async () => {
      const open = (await server.send('GET', '/api/v1/waits')).body
      expect(open.items.map((wait: { isWithoutEnd: boolean }) => wait.isWithoutEnd).toSorted()).toEqual([false, true])
    }, 60_000)
    const without = (await server.send('GET', '/api/v1/waits?withoutEnd=true')).body
    expect([without.total, without.items[0].chatId, without.items[0].endDate]).toEqual([1, 'older wait', null])
    expect(await kept('waits')).toMatchObject({ days: 10, withoutEnd: 1 })
    // Without a limit again, and what needs one is refused.
    expect([(await choose('messages', 0)).status, await kept('messages')]).toEqual([
      200,
      { kind: 'messages', setting: 'MESSAGE_DAYS', isFixed: false, days: null, withoutEnd: 0 },
    ])
    expect([(await choose('traces', 0)).body.code, (await kept('traces')).days]).toEqual(['retention-needs-days', 10])
    for (const days of [-1, 1.5, 36_501, null]) {
      expect((await choose('messages', days as number)).status).toBe(400)
    }
  })

  test('what the environment sets is changed there alone, and recording ends and begins without a restart', async () => {
    server = await start({ env: { WAIT_DAYS: '30', MESSAGE_DAYS: '0' } })
    const flowId = await flow()
    expect([(await choose('waits', 5)).body.code, await kept('waits')]).toEqual([
      'retention-fixed',
      { kind: 'waits', setting: 'WAIT_DAYS', isFixed: true, days: 30, withoutEnd: 0 },
    ])
    expect((await choose('messages', 5)).status).toBe(409)
    const recorded = async (chatId: string): Promise<number> => {
      await ask(flowId, chatId)
      const rows = await server.database.query
        .selectFrom('recorded_value')
        .select('hash')
        .where('chat_id', '=', chatId)
        .execute()
      return rows.length
    }
    await choose('recordings', 0)
    const off = await recorded('off')
    await choose('recordings', 7)
    expect([off, (await kept('recordings')).days]).toEqual([0, 7])
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

import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../testing/test-server.ts'
import { useConversation } from '../../../testing/use-conversation.ts'
import { collectGraphs } from './collect-graphs.ts'
import { graphHash } from '../../parts/graphs/graph-hash.ts'
import { shareGraphs } from '../../parts/graphs/shared-graphs.ts'

describeOnBothDatabases('The graph a run began with', (start) => {
  const chat = useConversation(start)

  const ask = (body: object) =>
    chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, { chatId: 'chat', ...body })
  /** Saves the flow so many times, each time with another model. */
  async function save(times: number): Promise<void> {
    const { body } = await chat.server.send('GET', `/api/v1/chatflows/${chat.flowId}`)
    const flow = JSON.parse(String(body.flowData)) as Flow
    for (let each = 1; each <= times; each += 1) {
      for (const node of flow.nodes) if (node.id === 'chatOpenAI_0') node.data.inputs['modelName'] = `model-${each}`
      const saved = await chat.server.send('PUT', `/api/v1/chatflows/${chat.flowId}`, {
        flowData: JSON.stringify(flow),
      })
      expect(saved.status).toBe(200)
    }
  }
  const graphs = async (): Promise<string[]> =>
    (await chat.server.database.query.selectFrom('graph').select('hash').orderBy('hash').execute()).map(
      ({ hash }) => hash,
    )

  test('is what it goes on with after ten saves, and when its version is pruned', async () => {
    chat.vendor.upcoming.push({ tokens: ['One ', 'two ', 'three'], breakAfter: 2 })
    await ask({ question: 'Count' })
    const [, broken] = (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}`)).body as { id: string }[]
    await save(10)
    await chat.server.database.query.deleteFrom('chat_flow_version').where('version', '<', 11).execute()
    // The compiled graph is out of the process's memory, too, after 200 others.
    for (let other = 0; other < 200; other += 1) {
      const { body } = await chat.server.send('POST', '/api/v1/chatflows', {
        name: 'Other',
        flowData: '{"nodes":[],"edges":[]}',
      })
      await chat.server.send('POST', `/api/v1/prediction/${body.id}`, { question: 'x' })
    }
    chat.vendor.upcoming.push({ tokens: ['three'] })
    const answer = await ask({ continue: broken?.id })
    expect([answer.body.text, chat.vendor.requests.at(-1)?.body.model]).toEqual(['One two three', 'gpt-4o-mini'])
    await ask({ question: 'Again' })
    expect(chat.vendor.requests.at(-1)?.body.model).toBe('model-10')
  })

  test('is kept once for all its runs, and only as long as one of them is there', async () => {
    await ask({ question: 'One' })
    await ask({ question: 'Two' })
    const [first] = await graphs()
    expect(await graphs()).toHaveLength(1)
    await save(1)
    await ask({ question: 'Three' })
    expect(await graphs()).toHaveLength(2)
    const later = { before: new Date(Date.now() + 1000), signal: new AbortController().signal }
    expect(await collectGraphs(chat.server.database, later)).toBe(0)
    for (const table of ['run', 'chat_flow_version'] as const) {
      expect(await collectGraphs(chat.server.database, later)).toBe(0)
      await chat.server.database.query
        .deleteFrom(table)
        .where('graph', '=', first ?? '')
        .execute()
    }
    expect(await collectGraphs(chat.server.database, { ...later, before: new Date(0) })).toBe(0)
    expect(await collectGraphs(chat.server.database, later)).toBe(1)
    expect(await graphs()).not.toContain(first)
  })

  test('is what a saved version points at; the copy of an earlier release is moved there, and nothing is lost', async () => {
    await save(2)
    const { query: db } = chat.server.database
    const rows = () =>
      db.selectFrom('chat_flow_version').select(['version', 'flow_data', 'graph']).orderBy('version').execute()
    const drawn = async () =>
      Promise.all(
        [1, 2, 3].map(async (version) => {
          const { body } = await chat.server.send('GET', `/api/v1/chatflows/${chat.flowId}/versions/${version}`)
          return body.flowData as string
        }),
      )
    const saved = await drawn()
    expect(new Set(saved).size).toBe(3)
    const shared = saved.map((text, index) => ({ version: index + 1, flow_data: '', graph: graphHash(text) }))
    expect(await rows()).toEqual(shared)

    await db.deleteFrom('graph').execute()
    for (const [index, text] of saved.entries()) {
      const copy = { flow_data: text, graph: null }
      await db
        .updateTable('chat_flow_version')
        .set(copy)
        .where('version', '=', index + 1)
        .execute()
    }
    await db
      .updateTable('chat_flow')
      .set({ flow_data: saved[2] ?? '', graph: null })
      .execute()
    expect(await drawn()).toEqual(saved)
    const answer = await ask({ question: 'Count' })
    expect(answer.status).toBe(200)
    expect(await graphs()).toEqual([graphHash(saved[2] ?? '')])

    const { signal } = new AbortController()
    expect(await shareGraphs(chat.server.database, { at: new Date(), signal })).toBe(4)
    expect(await rows()).toEqual(shared)
    expect(await drawn()).toEqual(saved)
    expect(await shareGraphs(chat.server.database, { at: new Date(), signal })).toBe(0)
    expect(await collectGraphs(chat.server.database, { before: new Date(Date.now() + 1000), signal })).toBe(0)
    const file = await chat.server.send('GET', '/api/v1/database/export')
    expect(file.body.chatflowVersions.map(({ flowData }: { flowData: string }) => flowData).sort()).toEqual(
      saved.toSorted(),
    )
  })

  test('is what the flow itself points at; the copy of an earlier release is moved there, and read where it is until then', async () => {
    await save(1)
    const { query: db } = chat.server.database
    const row = () => db.selectFrom('chat_flow').select(['flow_data', 'graph']).executeTakeFirstOrThrow()
    const read = async () => (await chat.server.send('GET', `/api/v1/chatflows/${chat.flowId}`)).body.flowData as string
    const drawn = await read()
    expect(drawn).toContain('model-1')
    const shared = { flow_data: '', graph: graphHash(drawn) }
    expect(await row()).toEqual(shared)
    const { signal } = new AbortController()
    const later = { before: new Date(Date.now() + 1000), signal }
    // Whoever deletes graphs finds that the flow needs it, also when no version does.
    await db.deleteFrom('chat_flow_version').execute()
    await collectGraphs(chat.server.database, later)
    expect(await read()).toBe(drawn)

    await db.deleteFrom('graph').execute()
    await db.updateTable('chat_flow').set({ flow_data: drawn, graph: null }).execute()
    expect(await read()).toBe(drawn)
    expect(await shareGraphs(chat.server.database, { at: new Date(), signal })).toBe(1)
    expect([await row(), await read()]).toEqual([shared, drawn])
    expect(await shareGraphs(chat.server.database, { at: new Date(), signal })).toBe(0)

    await save(2)
    expect([(await row()).flow_data, await read()]).toEqual(['', expect.stringContaining('model-2')])
    const renamed = await chat.server.send('PUT', `/api/v1/chatflows/${chat.flowId}`, { deployed: true })
    expect(renamed.body.flowData).toBe(await read())
    await ask({ question: 'Count' })
    expect(chat.vendor.requests.at(-1)?.body.model).toBe('model-2')
  })

  test('comes along whole in files, and a file that replaces a flow replaces its graph', async () => {
    await save(1)
    const { query: db } = chat.server.database
    const { body: file } = await chat.server.send('POST', '/api/v1/export-import/export', { chatflow: true })
    const [flow] = file.ChatFlow as Record<string, unknown>[]
    expect([flow?.['flowData'], 'graph' in (flow ?? {})]).toEqual([expect.stringContaining('model-1'), false])
    await save(2)
    const brought = await chat.server.send('POST', '/api/v1/export-import/import?existing=replace', file)
    expect(brought.status).toBe(200)
    await ask({ question: 'Count' })
    expect(chat.vendor.requests.at(-1)?.body.model).toBe('model-1')
    await shareGraphs(chat.server.database, { at: new Date(), signal: new AbortController().signal })
    expect(await db.selectFrom('chat_flow').select('flow_data').execute()).toEqual([{ flow_data: '' }])
    const { body } = await chat.server.send('GET', `/api/v1/chatflows/${chat.flowId}`)
    expect(body.flowData).toContain('model-1')
  })
})

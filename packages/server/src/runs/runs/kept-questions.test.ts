import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const MEGABYTE = 1_000_000
/** What a run costs beside its question, in all its rows. */
const REST = 60_000
const DAYS = { on: '30', off: '0' }

describeOnBothDatabases('A question of a megabyte', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  beforeAll(async () => {
    vendor = await startFakeVendor()
  })
  afterAll(() => vendor.close())

  /** Everything in the database: texts by the table and the column that holds them. */
  async function texts(): Promise<[place: string, text: string][]> {
    const { query, kind } = server.database
    const tables =
      kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
        : sql<{
            name: string
          }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    const found: [string, string][] = []
    for (const { name } of (await tables.execute(query)).rows) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(query)
      for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
        if (typeof value === 'string') found.push([`${name}.${column}`, value])
    }
    return found
  }

  const bytes = async (): Promise<number> => (await texts()).reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)

  const placesOf = async (part: string): Promise<string[]> =>
    (await texts()).filter(([, text]) => text.includes(part)).map(([place]) => place)

  /** No two parts are alike, and none stands twice by chance. */
  const longText = (mark: string, between: string): string => {
    let text = ''
    for (let part = 0; text.length < MEGABYTE; part += 1)
      text += `${mark} ${part} ${'lorem ipsum '.repeat(20)}${between}`
    return text.slice(0, MEGABYTE).trim()
  }

  const ask = async (flowId: string, body: object) => {
    const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, body)
    expect(answer.status, answer.text.slice(0, 500)).toBe(200)
    return answer.body
  }

  const waiting = async (content = 'Sum this up: {{question}}') =>
    createAgentFlow(server, {
      steps: {
        llmAgentflow_0: {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)) },
          llmMessages: [{ role: 'user', content }],
        },
        humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go?' },
        directReplyAgentflow_0: { directReplyMessage: 'Done' },
      },
      edges: [
        'startAgentflow_0 > llmAgentflow_0',
        'llmAgentflow_0 > humanInputAgentflow_0',
        'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      ],
    })

  describe.each(['on', 'off'] as const)('with recording %s', (recording) => {
    beforeAll(async () => {
      server = await start({ env: { RECORDING_DAYS: DAYS[recording] } })
    })
    afterAll(() => server.close())

    test.each([
      ['in one piece', ' '],
      ['with paragraphs', '\n\n'],
    ])('to a chat flow is stored once, %s', async (mark, between) => {
      const flowId = await createConversation(server, { vendorUrl: vendor.url })
      const question = longText(mark, between)
      const before = await bytes()
      const { chatId } = await ask(flowId, { question })
      expect((await bytes()) - before).toBeLessThan(MEGABYTE + REST)
      expect(await placesOf(question.slice(500_000, 500_400))).toEqual(['chat_message.content'])
      // What is read is whole.
      const [run] = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body.items
      expect(run).toMatchObject({ chatId, question })
      if (recording === 'off') return
      const { job, values } = (await server.send('GET', `/api/v1/runs/${run.id}/recording`)).body
      expect(job.question).toBe(question)
      const recorded = Object.values(values as Record<string, string>).join('')
      for (const start of [0, 500_000, 990_000])
        expect(recorded).toContain(
          JSON.stringify(question.slice(start, start + 200))
            .slice(1, -1)
            .slice(0, 90),
        )
    })

    test('to an agent flow is stored once, also while it waits, and is whole when the flow goes on', async () => {
      const flowId = await waiting()
      const question = longText('agent', ' ')
      const before = await bytes()
      const { chatId, executionId } = await ask(flowId, { question })
      expect((await bytes()) - before).toBeLessThan(MEGABYTE + REST)
      expect(await placesOf(question.slice(500_000, 500_400))).toEqual(['chat_message.content'])
      const [wait] = (await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`)).body.items
      expect(JSON.stringify(wait)).toContain('Go?')
      await ask(flowId, { chatId, humanInput: { type: 'proceed', startNodeId: 'humanInputAgentflow_0' } })
      expect((await bytes()) - before).toBeLessThan(MEGABYTE + 2 * REST)
      const execution = await server.send('GET', `/api/v1/executions/${executionId}`)
      expect(execution.text).toContain(`Sum this up: ${question}`)
    })

    test.each([
      ['one question in one piece', ' ', 'Sum it up.'],
      ['one question, with paragraphs', '\n\n', 'Sum it up.'],
      ['one long question', ' ', longText('written', '\n\n')],
    ])('the text of a file of %s to a chat flow is stored once', async (_, between, question) => {
      const flowId = await createConversation(server, { vendorUrl: vendor.url })
      const data = longText(`file of ${flowId}`, between)
      const before = await bytes()
      await ask(flowId, { question, uploads: [{ type: 'file:full', name: 'a.txt', mime: 'text/plain', data }] })
      expect((await bytes()) - before).toBeLessThan(MEGABYTE + question.length + REST)
      expect(await placesOf(data.slice(500_000, 500_400))).toEqual(['kept_question.content'])
      const [run] = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body.items
      expect(run.question).toBe(question)
      if (recording === 'off') return
      const { job, values } = (await server.send('GET', `/api/v1/runs/${run.id}/recording`)).body
      expect(job.question).toBe(`<doc name='a.txt'>${data}</doc>\n\n${question}`)
      const recorded = Object.values(values as Record<string, string>).join('')
      for (const part of [0, 2000, 3400]) expect(recorded).toContain(`file of ${flowId} ${part} lorem ipsum lorem`)
    })

    test.each(['Sum this up: {{question}}', 'Of {{file_attachment}}: {{question}}'])(
      'the text of a file that an agent flow reads by "%s" is stored once, and whole when it goes on',
      async (content) => {
        const flowId = await waiting(content)
        const data = longText(`file of ${flowId}`, ' ')
        const uploads = [{ type: 'file:full', name: 'a.txt', mime: 'text/plain', data }]
        const before = await bytes()
        const { chatId, executionId } = await ask(flowId, { question: 'How many?', uploads })
        expect(await placesOf(data.slice(500_000, 500_400))).toEqual(['kept_question.content'])
        expect((await bytes()) - before).toBeLessThan(MEGABYTE + REST)
        await ask(flowId, { chatId, humanInput: { type: 'proceed', startNodeId: 'humanInputAgentflow_0' } })
        expect((await bytes()) - before).toBeLessThan(MEGABYTE + 2 * REST)
        const execution = await server.send('GET', `/api/v1/executions/${executionId}`)
        expect(execution.text).toContain(`<doc name='a.txt'>${data}</doc>`)
        await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
        expect(await placesOf(data.slice(500_000, 500_400))).toEqual([])
      },
    )

    test('that another takes the place of leaves the trace of its run whole', async () => {
      const flowId = await createConversation(server, { vendorUrl: vendor.url })
      const question = longText('replaced', ' ')
      const { chatId, chatMessageId } = await ask(flowId, { question })
      const [run] = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body.items
      await ask(flowId, { question: 'Shorter', chatId, replaces: chatMessageId })
      expect(await placesOf(question.slice(500_000, 500_400))).toEqual(['kept_question.content'])
      expect((await server.send('GET', `/api/v1/runs/${run.id}`)).body.question).toBe(question)
      await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
      const [left] = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body.items
      // The run of a turn that was replaced is no part of the chat any more, and goes with its flow.
      expect(left.question).toBe(question)
      await server.send('DELETE', `/api/v1/chatflows/${flowId}`)
      expect(await placesOf(question.slice(500_000, 500_400))).toEqual([])
    })

    test('with a picture that its flow takes none of is refused before anything is kept', async () => {
      const flowId = await createConversation(server, { vendorUrl: vendor.url })
      const asked = vendor.requests.length
      const before = await bytes()
      const upload = { type: 'file', name: 'a.png', mime: 'image/png', data: 'data:image/png;base64,iVBORw0KGgo=' }
      const refused = await server.send('POST', `/api/v1/prediction/${flowId}`, {
        question: longText('picture', ' '),
        uploads: [upload],
      })
      expect([refused.status, refused.body.message]).toEqual([415, expect.stringContaining('Send it without "a.png"')])
      expect((await bytes()) - before).toBeLessThan(REST)
      expect(vendor.requests.length).toBe(asked)
    })
  })
})

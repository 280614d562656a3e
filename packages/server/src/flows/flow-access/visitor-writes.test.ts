import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const rateLimit = { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slow down, please.' }

describeOnBothDatabases('What visitors may write', (start) => {
  let server: TestServer
  let vendor: FakeVendor

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const create = (chatbotConfig: object, apiConfig: object = {}) =>
    createConversation(server, {
      vendorUrl: vendor.url,
      columns: { chatbotConfig: JSON.stringify(chatbotConfig), apiConfig: JSON.stringify(apiConfig) },
    })
  const ask = (flowId: string) => server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId: 'a' })

  /** Whoever runs the server may try what visitors may not. */
  const visitor = { origin: 'https://shop.example' }

  describe('Leads', () => {
    const leave = (chatflowid: string, more: object = {}, path = '/api/v1/leads', headers = {}) =>
      server.send('POST', path, { chatflowid, chatId: 'a', email: 'anna@example.com', ...more }, headers)

    test('are left at both addresses widgets know', async () => {
      const flowId = await create({ leads: { status: true, email: true } })
      for (const path of ['/api/v1/leads', '/api/v1/leads/']) {
        expect((await leave(flowId, {}, path)).body).toMatchObject({ email: 'anna@example.com', name: null })
      }
      expect((await server.send('GET', `/api/v1/leads/${flowId}`)).body).toHaveLength(2)
      expect((await leave('none')).status).toBe(404)
    })

    test('are refused where nobody asked for them, where they are too long, and where they come too fast', async () => {
      const unasked = await create({ leads: { status: false } })
      const { status, body } = await leave(unasked, {}, '/api/v1/leads', visitor)
      expect([status, body.message]).toEqual([403, "This flow doesn't ask for visitors' details."])
      expect((await leave(unasked)).status).toBe(200)
      const flowId = await create({ leads: { status: true, email: true } }, { rateLimit })
      expect((await leave(flowId, { name: 'x'.repeat(301) })).status).toBe(400)
      expect([(await leave(flowId)).status, (await leave(flowId)).status]).toEqual([200, 200])
      const tooMany = await leave(flowId)
      expect([tooMany.status, tooMany.body.message]).toEqual([429, 'Slow down, please.'])
      expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(50)
      // Questions are counted by themselves.
      expect((await ask(flowId)).status).toBe(200)
    })
  })

  test('ratings that come too fast are refused, the first ones kept', async () => {
    const flowId = await create({}, { rateLimit })
    const { body: answer } = await ask(flowId)
    const rate = (content: string) =>
      server.send('POST', `/api/v1/feedback/${flowId}`, {
        chatId: 'a',
        messageId: answer.chatMessageId,
        rating: 'THUMBS_UP',
        content,
      })
    expect((await rate('x'.repeat(20_001))).status).toBe(400)
    const given = await rate('Good')
    const change = (content: string) => server.send('PUT', `/api/v1/feedback/${given.body.id}`, { content })
    // Two questions in the time, and four ratings to each: the one above and seven more.
    for (const word of ['1', '2', '3', '4', '5', '6', 'Better']) expect((await change(word)).status).toBe(200)
    for (const refused of [await change('Spam'), await rate('Spam')]) {
      expect([refused.status, refused.body.message]).toEqual([429, 'Slow down, please.'])
    }
    expect((await server.send('GET', `/api/v1/feedback/${flowId}`)).body).toMatchObject([{ content: 'Better' }])
  })

  describe('Attachments', () => {
    const attach = (flowId: string, ...files: [name: string, type: string, text: string][]) =>
      attachAs({}, flowId, files)
    const attachAs = async (headers: object, flowId: string, files: [name: string, type: string, text: string][]) => {
      const form = new FormData()
      for (const [name, type, text] of files) form.append('files', new Blob([text], { type }), name)
      const request = new Request('http://localhost', { method: 'POST', body: form })
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/v1/attachments/${flowId}/a`,
        headers: { host: 'localhost', ...headers, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })
      return { status: answer.statusCode, body: answer.json<{ message: string }>() }
    }
    const note: [string, string, string] = ['note.txt', 'text/plain', 'Remember the milk.']

    test('are refused by a flow that takes no files, and nothing is kept', async () => {
      const flowId = await create({})
      const { status, body } = await attachAs(visitor, flowId, [note])
      expect([status, body.message]).toEqual([403, expect.stringMatching(/^This flow doesn't accept files\./)])
      const kept = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=a&fileName=note.txt`
      expect((await server.send('GET', kept)).status).toBe(404)
      expect((await attach(flowId, note)).status).toBe(200)
    })

    test('are of the kinds the owner chose', async () => {
      const flowId = await create({ fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,.md' } })
      expect((await attach(flowId, note, ['list.md', 'application/octet-stream', '- one'])).status).toBe(200)
      const { status, body } = await attach(flowId, note, ['page.html', 'text/html', '<p>Hi'])
      expect([status, body.message]).toEqual([
        415,
        'This flow doesn\'t accept files like "page.html", only text/plain, .md. The content decides the type of a file.',
      ])
      expect((await attach(flowId)).status).toBe(400)
    })

    test.each(['application/pdf', '.pdf'])(
      'are what their content says: %s takes no text called a PDF',
      async (kind) => {
        const flowId = await create({ fullFileUpload: { status: true, allowedUploadFileTypes: kind } })
        const { status, body } = await attach(flowId, ['report.pdf', 'application/pdf', 'Only text.'])
        expect([status, body.message]).toEqual([
          415,
          expect.stringContaining('doesn\'t accept files like "report.pdf"'),
        ])
      },
    )

    test('are kept as what their content says: a text called a picture is never shown as one', async () => {
      const flowId = await create({ fullFileUpload: { status: true } })
      const { status, body } = await attach(flowId, ['note.txt', 'image/png', '<script>alert(1)</script>'])
      expect([status, body]).toEqual([200, [expect.objectContaining({ mimeType: 'text/plain' })]])
      const kept = await server.send('GET', `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=a&fileName=note.txt`)
      expect(kept.headers['content-type']).toBe('application/octet-stream')
    })

    test('that come too fast are refused', async () => {
      const flowId = await create({ fullFileUpload: { status: true } }, { rateLimit })
      expect([(await attach(flowId, note)).status, (await attach(flowId, note)).status]).toEqual([200, 200])
      const { status, body } = await attach(flowId, note)
      expect([status, body.message]).toEqual([429, 'Slow down, please.'])
    })
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../testing/test-server.ts'

describeOnBothDatabases('Messages', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flowId = await createConversation(server, { vendorUrl: vendor.url })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const ask = (question: string, chatId: string) =>
    server.send('POST', `/api/v1/prediction/${flowId}`, { question, chatId })
  const list = async (query = '') => (await server.send('GET', `/api/v1/chatmessage/${flowId}${query}`)).body
  const contents = (messages: { content: string }[]) => messages.map(({ content }) => content)

  test('are listed oldest first, filtered by chat, source, time and words', async () => {
    await ask('One', 'a')
    const between = new Date().toISOString()
    await vi.waitFor(() => expect(new Date().toISOString() > between).toBe(true))
    await ask('Two %', 'b')
    await server.send('POST', `/api/v1/internal-prediction/${flowId}`, { question: 'Inside', chatId: 'c' })
    expect(contents(await list())).toEqual(['One', 'Hello there', 'Two %', 'Hello there', 'Inside', 'Hello there'])
    expect(contents(await list('?chatId=b'))).toEqual(['Two %', 'Hello there'])
    expect(contents(await list('?chatType=INTERNAL'))).toEqual(['Inside', 'Hello there'])
    expect(contents(await list('?chatType=["EXTERNAL"]&order=DESC'))[3]).toBe('One')
    expect(contents(await list(`?endDate=${between}`))).toEqual(['One', 'Hello there'])
    expect(contents(await list('?search=two%20'))).toEqual(['Two %'])
    expect(contents(await list('?search=%25'))).toEqual(['Two %'])
    expect(contents(await list('?search=o_e'))).toEqual([])
    const internal = await server.send('GET', `/api/v1/internal-chatmessage/${flowId}`)
    expect(contents(internal.body)).toEqual(['Inside', 'Hello there'])
  })

  test('are found by words with signs and capital letters of any language', async () => {
    for (const question of ['Über snake_case', String.raw`C:\temp`]) await ask(question, 'a')
    expect(contents(await list('?search=Über'))).toEqual(['Über snake_case'])
    expect(contents(await list('?search=SNAKE_CASE'))).toEqual(['Über snake_case'])
    expect(contents(await list(`?search=${encodeURIComponent(String.raw`c:\temp`)}`))).toEqual([String.raw`C:\temp`])
  })

  test('asked at once are each followed by their own answer when the model is told of them', async () => {
    vendor.upcoming = [{ tokens: ['Slow', ' answer'], delayMs: 200 }, { tokens: ['Quick'] }]
    const slow = ask('First', 'a')
    await expect.poll(() => vendor.requests.length).toBe(1)
    await Promise.all([slow, ask('Second', 'a')])
    await ask('Third', 'a')
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['First', 'Slow answer', 'Second', 'Quick', 'Third'])
  })

  test('that brought a file along bring it back when the next question is asked', async () => {
    const file = { type: 'file:full', name: 'menu.txt', mime: 'text/plain', data: 'Soup costs 4 euros.' }
    await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'How much?', chatId: 'a', uploads: [file] })
    await ask('And two?', 'a')
    expect(vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([
      { role: 'user', content: "<doc name='menu.txt'>Soup costs 4 euros.</doc>\n\nHow much?" },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'And two?' },
    ])
    expect(contents(await list())).toEqual(['How much?', 'Hello there', 'And two?', 'Hello there'])
  })

  test('are read page by page, each once', async () => {
    for (const question of ['1', '2', '3']) await ask(question, 'a')
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(page.total).toBe(6)
      seen.push(...contents(page.items))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(['1', 'Hello there', '2', 'Hello there', '3', 'Hello there'])
  })

  test('are deleted by chat, and the memory forgets them', async () => {
    await ask('One', 'a')
    await ask('Two', 'b')
    const deleted = await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=a`)
    expect(deleted.body).toEqual({ raw: [], affected: 2 })
    expect(contents(await list())).toEqual(['Two', 'Hello there'])
    await ask('Again', 'a')
    expect(vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'Again' }])
  })

  test('of answers that failed say why, and the model is not told of them', async () => {
    vendor.upcoming = [{ tokens: [], status: 401 }]
    expect((await ask('Bad luck', 'a')).status).toBe(422)
    await ask('Again', 'a')
    expect(vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'Again' }])
    const [question, failed, , answer] = await list('?chatId=a')
    expect(question).toMatchObject({ role: 'userMessage', content: 'Bad luck' })
    expect(failed).toMatchObject({
      role: 'apiMessage',
      content: '',
      status: 'failed',
      fault: { nodeId: 'chatOpenAI_0', nodeLabel: 'ChatOpenAI', code: 'wrong-credential' },
    })
    expect(failed.fault.message).toMatch(/\S/)
    expect(answer).toMatchObject({ status: 'done', usage: { inputTokens: 7, outputTokens: 2 } })
    expect(answer.durationMs).toBeGreaterThanOrEqual(0)
    expect(answer).not.toHaveProperty('fault')
    const exported = await server.send('POST', '/api/v1/export-import/chatflow-messages', { chatflowId: flowId })
    expect(exported.body[0].messages[1]).toMatchObject({ content: '', error: failed.fault.message })
  })

  test('are rated, counted and exported by session', async () => {
    const { body: answer } = await ask('One', 'a')
    const rate = (messageId: string, chatId = 'a') =>
      server.send('POST', `/api/v1/feedback/${flowId}`, {
        chatflowid: flowId,
        chatId,
        messageId,
        rating: 'THUMBS_UP',
        content: '',
      })
    const given = await rate(answer.chatMessageId)
    expect(given.body).toMatchObject({ messageId: answer.chatMessageId, rating: 'THUMBS_UP' })
    expect((await rate(answer.chatMessageId)).body.id).toBe(given.body.id)
    expect((await rate(answer.chatMessageId, 'somebody else')).status).toBe(404)
    const worded = await server.send('PUT', `/api/v1/feedback/${given.body.id}`, { content: 'Nice' })
    expect(worded.body).toEqual({ status: 'OK' })
    expect((await server.send('GET', `/api/v1/feedback/${flowId}`)).body).toMatchObject([{ content: 'Nice' }])
    expect((await list())[1].feedback).toMatchObject({ rating: 'THUMBS_UP', content: 'Nice' })
    expect(contents(await list('?feedbackType=THUMBS_UP'))).toEqual(['Hello there'])
    expect((await server.send('GET', `/api/v1/stats/${flowId}`)).body).toEqual({
      totalMessages: 2,
      totalSessions: 1,
      totalFeedback: 1,
      positiveFeedback: 1,
      inputTokens: 7,
      outputTokens: 2,
    })
    const exported = await server.send('POST', '/api/v1/export-import/chatflow-messages', { chatflowId: flowId })
    expect(exported.body).toMatchObject([
      {
        id: 'a',
        source: 'API/Embed',
        sessionId: 'a',
        memoryType: 'Buffer Memory',
        messages: [
          { role: 'userMessage', content: 'One' },
          { role: 'apiMessage', content: 'Hello there', feedback: 'THUMBS_UP', feedbackContent: 'Nice' },
        ],
      },
    ])
  })
})

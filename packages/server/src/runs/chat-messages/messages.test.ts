import { expect, test, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../testing/test-server.ts'
import { useConversation } from '../../../testing/use-conversation.ts'

describeOnBothDatabases('Messages', (start) => {
  const chat = useConversation(start)

  const ask = (question: string, chatId: string) =>
    chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, { question, chatId })
  const list = async (query = '') => (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}${query}`)).body
  const contents = (messages: { content: string }[]) => messages.map(({ content }) => content)

  test('are listed oldest first, filtered by chat, source, time and words', async () => {
    await ask('One', 'a')
    const between = new Date().toISOString()
    await vi.waitFor(() => expect(new Date().toISOString() > between).toBe(true))
    await ask('Two %', 'b')
    await chat.server.send('POST', `/api/v1/internal-prediction/${chat.flowId}`, { question: 'Inside', chatId: 'c' })
    expect(contents(await list())).toEqual(['One', 'Hello there', 'Two %', 'Hello there', 'Inside', 'Hello there'])
    expect(contents(await list('?chatId=b'))).toEqual(['Two %', 'Hello there'])
    expect(contents(await list('?chatType=INTERNAL'))).toEqual(['Inside', 'Hello there'])
    expect(contents(await list('?chatType=["EXTERNAL"]&order=DESC'))[3]).toBe('One')
    expect(contents(await list(`?endDate=${between}`))).toEqual(['One', 'Hello there'])
    expect(contents(await list('?search=two%20'))).toEqual(['Two %'])
    expect(contents(await list('?search=%25'))).toEqual(['Two %'])
    expect(contents(await list('?search=o_e'))).toEqual([])
    const internal = await chat.server.send('GET', `/api/v1/internal-chatmessage/${chat.flowId}`)
    expect(contents(internal.body)).toEqual(['Inside', 'Hello there'])
  })

  test('are found by words with signs and capital letters of any language', async () => {
    for (const question of ['Über snake_case', String.raw`C:\temp`]) await ask(question, 'a')
    expect(contents(await list('?search=Über'))).toEqual(['Über snake_case'])
    expect(contents(await list('?search=SNAKE_CASE'))).toEqual(['Über snake_case'])
    expect(contents(await list(`?search=${encodeURIComponent(String.raw`c:\temp`)}`))).toEqual([String.raw`C:\temp`])
  })

  test('asked at once are each followed by their own answer when the model is told of them', async () => {
    chat.vendor.upcoming = [{ tokens: ['Slow', ' answer'], delayMs: 200 }, { tokens: ['Quick'] }]
    const slow = ask('First', 'a')
    await expect.poll(() => chat.vendor.requests.length).toBe(1)
    await Promise.all([slow, ask('Second', 'a')])
    await ask('Third', 'a')
    expect(
      chat.vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['First', 'Slow answer', 'Second', 'Quick', 'Third'])
  })

  test('that brought a file along bring it back when the next question is asked', async () => {
    const file = { type: 'file:full', name: 'menu.txt', mime: 'text/plain', data: 'Soup costs 4 euros.' }
    await chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, {
      question: 'How much?',
      chatId: 'a',
      uploads: [file],
    })
    await ask('And two?', 'a')
    expect(chat.vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([
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
    const deleted = await chat.server.send('DELETE', `/api/v1/chatmessage/${chat.flowId}?chatId=a`)
    expect(deleted.body).toEqual({ raw: [], affected: 2 })
    expect(contents(await list())).toEqual(['Two', 'Hello there'])
    await ask('Again', 'a')
    expect(chat.vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'Again' }])
  })

  test('of answers that failed say why, and the model is not told of them', async () => {
    chat.vendor.upcoming = [{ tokens: [], status: 401 }]
    expect((await ask('Bad luck', 'a')).status).toBe(422)
    await ask('Again', 'a')
    expect(chat.vendor.requests.at(-1)?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'Again' }])
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
    const exported = await chat.server.send('POST', '/api/v1/export-import/chatflow-messages', {
      chatflowId: chat.flowId,
    })
    expect(exported.body[0].messages[1]).toMatchObject({ content: '', error: failed.fault.message })
  })

  test('are rated, counted and exported by session', async () => {
    const { body: answer } = await ask('One', 'a')
    const rate = (messageId: string, chatId = 'a') =>
      chat.server.send('POST', `/api/v1/feedback/${chat.flowId}`, {
        chatflowid: chat.flowId,
        chatId,
        messageId,
        rating: 'THUMBS_UP',
        content: '',
      })
    const given = await rate(answer.chatMessageId)
    expect(given.body).toMatchObject({ messageId: answer.chatMessageId, rating: 'THUMBS_UP' })
    expect((await rate(answer.chatMessageId)).body.id).toBe(given.body.id)
    expect((await rate(answer.chatMessageId, 'somebody else')).status).toBe(404)
    const worded = await chat.server.send('PUT', `/api/v1/feedback/${given.body.id}`, { content: 'Nice' })
    expect(worded.body).toEqual({ status: 'OK' })
    expect((await chat.server.send('GET', `/api/v1/feedback/${chat.flowId}`)).body).toMatchObject([{ content: 'Nice' }])
    expect((await list())[1].feedback).toMatchObject({ rating: 'THUMBS_UP', content: 'Nice' })
    expect(contents(await list('?feedbackType=THUMBS_UP'))).toEqual(['Hello there'])
    expect((await chat.server.send('GET', `/api/v1/stats/${chat.flowId}`)).body).toEqual({
      totalMessages: 2,
      totalSessions: 1,
      totalFeedback: 1,
      positiveFeedback: 1,
      inputTokens: 7,
      outputTokens: 2,
    })
    const exported = await chat.server.send('POST', '/api/v1/export-import/chatflow-messages', {
      chatflowId: chat.flowId,
    })
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

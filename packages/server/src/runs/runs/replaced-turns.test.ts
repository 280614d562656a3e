import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../testing/test-server.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { useConversation } from '../../../testing/use-conversation.ts'

describeOnBothDatabases('Asking again', (start) => {
  const chat = useConversation(start)

  const ask = (question: string, body: object = {}, headers: Record<string, string> = {}) =>
    chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, { question, chatId: 'a', ...body }, headers)
  const contents = async (query = '?chatId=a') =>
    (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}${query}`)).body.map(
      ({ content }: { content: string }) => content,
    )
  const told = () => chat.vendor.requests.at(-1)?.body.messages.slice(1)

  test('takes the place of the turn and of everything after it, for people and for the model', async () => {
    await ask('One')
    const { body: second } = await ask('Two')
    await ask('Three')
    const again = await ask('Two, better', { replaces: second.chatMessageId })
    expect(again.status).toBe(200)
    expect(told()).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'Two, better' },
    ])
    expect(await contents()).toEqual(['One', 'Hello there', 'Two, better', 'Hello there'])
  })

  test('names the answer, its question or its run, whichever the client knows', async () => {
    const { body: answer } = await ask('One')
    const [question] = (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}`)).body
    const { body: second } = await ask('1', { replaces: question.id })
    const { body: third } = await ask('2', { replaces: second.runId })
    await ask('3', { replaces: third.chatMessageId })
    expect(await contents()).toEqual(['3', 'Hello there'])
    expect((await chat.server.send('GET', `/api/v1/runs/${answer.runId}`)).body).toMatchObject({
      question: 'One',
      answer: 'Hello there',
    })
  })

  test('takes ratings out with what was rated', async () => {
    const { body: answer } = await ask('One')
    const rating = { chatId: 'a', messageId: answer.chatMessageId, rating: 'THUMBS_DOWN' }
    await chat.server.send('POST', `/api/v1/feedback/${chat.flowId}`, rating)
    await ask('Again', { replaces: answer.chatMessageId })
    expect((await chat.server.send('GET', `/api/v1/feedback/${chat.flowId}`)).body).toEqual([])
  })

  test('is refused for a message of another chat, another flow, the canvas, or nobody’s', async () => {
    const { body: theirs } = await ask('Theirs', { chatId: 'b' })
    const inside = await chat.server.send('POST', `/api/v1/internal-prediction/${chat.flowId}`, {
      question: 'In',
      chatId: 'a',
    })
    const otherFlow = await createConversation(chat.server, { vendorUrl: chat.vendor.url })
    const elsewhere = await chat.server.send('POST', `/api/v1/prediction/${otherFlow}`, {
      question: 'Else',
      chatId: 'a',
    })
    const asked = chat.vendor.requests.length
    for (const id of [theirs.chatMessageId, theirs.runId, inside.body.chatMessageId, elsewhere.body.runId, 'none']) {
      const { status, body } = await ask('Mine', { replaces: id })
      expect([status, body.code, body.message]).toEqual([
        404,
        'message-not-found',
        "This chat doesn't contain that message.",
      ])
    }
    expect((await ask('Mine', { chatId: undefined, replaces: theirs.runId })).status).toBe(404)
    expect(chat.vendor.requests).toHaveLength(asked)
    expect(await contents('?chatId=b')).toEqual(['Theirs', 'Hello there'])
    expect(await contents()).toEqual(['In', 'Hello there'])
  })

  test('sent twice under one key is done once', async () => {
    const { body: first } = await ask('One')
    const again = { replaces: first.chatMessageId }
    const [one, two] = [
      await ask('Again', again, { 'idempotency-key': 'k' }),
      await ask('Again', again, { 'idempotency-key': 'k' }),
    ]
    expect(two.body.chatMessageId).toBe(one.body.chatMessageId)
    expect(await contents()).toEqual(['Again', 'Hello there'])
  })

  test('stops the answer it replaces, which then leaves nothing behind', async () => {
    chat.vendor.upcoming = [{ tokens: ['Half', ' an answer'], holdAfter: 1 }]
    const slow = ask('Slow')
    await expect.poll(() => chat.vendor.requests.length).toBe(1)
    const [question] = (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}`)).body
    await ask('Quick', { replaces: question.id })
    expect((await slow).status).toBe(409)
    expect(await contents()).toEqual(['Quick', 'Hello there'])
  })

  test('cannot be done with what the flow’s gate refuses', async () => {
    const { body: answer } = await ask('One')
    const key = (await chat.server.send('POST', '/api/v1/apikey', { keyName: 'Key' })).body
    await chat.server.send('PUT', `/api/v1/chatflows/${chat.flowId}`, { apikeyid: key.id })
    expect((await ask('Again', { replaces: answer.chatMessageId })).status).toBe(401)
    expect(await contents()).toEqual(['One', 'Hello there'])
  })
})

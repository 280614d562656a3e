import { outcomeOf, readRunEvent, RUN_EVENTS_TYPE } from '@chatwright/core'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../testing/test-server.ts'
import { useConversation } from '../../../testing/use-conversation.ts'

describeOnBothDatabases('Going on with an answer', (start) => {
  const chat = useConversation(start)

  const ask = (body: object, headers: Record<string, string> = {}) =>
    chat.server.send('POST', `/api/v1/prediction/${chat.flowId}`, { chatId: 'chat', ...body }, headers)
  const messages = async (): Promise<{ id: string; role: string; content: string; status: string; runId: string }[]> =>
    (await chat.server.send('GET', `/api/v1/chatmessage/${chat.flowId}`)).body

  /** Asks, and has the vendor hang up after its first two words. */
  async function breakOff(): Promise<string> {
    chat.vendor.upcoming.push({ tokens: ['One ', 'two ', 'three'], breakAfter: 2 })
    await ask({ question: 'Count' })
    const [, answer] = await messages()
    expect(answer).toMatchObject({ content: 'One two ', status: 'interrupted' })
    return answer?.id ?? ''
  }

  test('the model is shown what it said, and the whole answer takes the place of the broken one', async () => {
    const id = await breakOff()
    chat.vendor.upcoming.push({ tokens: ['three ', 'four'] })
    const answer = await ask({ continue: id })
    expect(answer.body).toMatchObject({ text: 'One two three four', question: 'Count', chatMessageId: id })
    expect(await messages()).toMatchObject([
      { role: 'userMessage', content: 'Count' },
      { id, role: 'apiMessage', content: 'One two three four', status: 'done', runId: answer.body.runId },
    ])
    // Once, and after the question: the conversation so far does not hold the turn that is gone on with.
    expect(chat.vendor.requests.at(-1)?.body.messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', expect.anything()],
      ['user', 'Count'],
      ['assistant', 'One two'],
      ['user', expect.stringContaining('Go on')],
    ])
  })

  test('a stream begins with what was said before', async () => {
    const id = await breakOff()
    chat.vendor.upcoming.push({ tokens: ['three'] })
    const address = await chat.server.listen()
    const response = await fetch(`${address}/api/v1/prediction/${chat.flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: RUN_EVENTS_TYPE },
      body: JSON.stringify({ chatId: 'chat', continue: id, streaming: true }),
    })
    const events = (await response.text()).split('\n').flatMap((line) => {
      const event = line.startsWith('data:') ? readRunEvent(line.slice(5)) : undefined
      return event ?? []
    })
    expect(events.filter(({ type }) => type === 'token')).toEqual([
      { type: 'token', text: 'One two ' },
      { type: 'token', text: 'three' },
    ])
    expect(outcomeOf(events)).toMatchObject({ status: 'done', text: 'One two three', messageId: id })
  })

  test('what breaks off again keeps all that was said, and can be gone on with once more', async () => {
    const id = await breakOff()
    chat.vendor.upcoming.push({ tokens: ['three ', 'four'], breakAfter: 1 })
    await ask({ continue: id })
    expect((await messages()).at(-1)).toMatchObject({ id, content: 'One two three ', status: 'interrupted' })
    chat.vendor.upcoming.push({ tokens: ['four'] })
    expect((await ask({ continue: id })).body.text).toBe('One two three four')
    expect(await messages()).toHaveLength(2)
  })

  test('the next question reads the whole answer', async () => {
    const id = await breakOff()
    chat.vendor.upcoming.push({ tokens: ['three'] })
    await ask({ continue: id })
    await ask({ question: 'And then?' })
    expect(
      chat.vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Count', 'One two three', 'And then?'])
  })

  test.each([
    ['a whole answer', async () => (await ask({ question: 'Hi' })).body.chatMessageId as string],
    [
      'an answer that others followed',
      async () => (await breakOff(), await ask({ question: 'Hi' }), (await messages())[1]?.id ?? ''),
    ],
    ['a question', async () => (await breakOff(), (await messages())[0]?.id ?? '')],
    ['nothing', async () => '6f1c1f7e-0000-4000-8000-000000000000'],
  ])('%s cannot be gone on with', async (_, find) => {
    const id = await find()
    const { status, body } = await ask({ continue: id })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'answer-not-continuable' })
  })

  test('nor can an answer of another chat', async () => {
    const id = await breakOff()
    expect((await ask({ chatId: 'another', continue: id })).status).toBe(409)
  })

  test('the same key goes on once', async () => {
    const id = await breakOff()
    chat.vendor.upcoming.push({ tokens: ['three'] })
    const headers = { 'idempotency-key': 'on' }
    const [one, two] = [await ask({ continue: id }, headers), await ask({ continue: id }, headers)]
    expect([one.body.text, two.body.text]).toEqual(['One two three', 'One two three'])
    expect(chat.vendor.requests).toHaveLength(2)
  })
})

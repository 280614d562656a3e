import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'

const site = { origin: 'https://shop.example' }
const agentflow = (name: string, type: string, category: string) =>
  JSON.stringify({
    nodes: [
      {
        id: `${name}_0`,
        type,
        position: { x: 0, y: 0 },
        data: { id: `${name}_0`, name, label: 'First', type: name, baseClasses: [], category, inputs: {} },
      },
    ],
    edges: [],
  })

describe('Refusals that a widget of the older product reads', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  const create = async (flowData: string, columns: object = {}): Promise<string> =>
    (await server.send('POST', '/api/v1/chatflows', { name: 'Flow', flowData, ...columns })).body.id
  /** As its widget asks: events and nothing else. */
  const ask = (id: string, body: object = {}) =>
    server.send(
      'POST',
      `/api/v1/prediction/${id}`,
      { question: 'Hi', chatId: 'c', streaming: true, ...body },
      { ...site, accept: 'text/event-stream' },
    )
  const shownAsText = async (id: string) => {
    const { status, headers, text } = await ask(id)
    return { status, type: String(headers['content-type']), text }
  }
  const framesOf = (text: string) =>
    text
      .split('\n\n')
      .filter((frame) => frame !== '')
      .map((frame) => JSON.parse(frame.slice('data:'.length)) as { event: string; data: string })

  test('401: a flow with a key', async () => {
    const key = await server.send('POST', '/api/v1/apikey', { keyName: 'k' })
    const id = await create('{}', { apikeyid: key.body.id })
    expect(await shownAsText(id)).toEqual({
      status: 401,
      type: 'text/plain; charset=utf-8',
      text: 'This flow requires an API key. Send it as "Authorization: Bearer <key>".',
    })
  })

  test('403: a site that is not allowed', async () => {
    const chatbotConfig = JSON.stringify({
      allowedOrigins: ['https://a.example'],
      allowedOriginsError: 'Not from here.',
    })
    const id = await create('{}', { chatbotConfig })
    expect(await shownAsText(id)).toMatchObject({ status: 403, text: 'Not from here.' })
  })

  test('429: more questions than the flow takes', async () => {
    const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow down please' }
    const id = await create('{}', { apiConfig: JSON.stringify({ rateLimit }) })
    await ask(id)
    expect(await shownAsText(id)).toMatchObject({ status: 429, text: 'Slow down please' })
  })

  test.each([
    ['a flow that is not here', async () => 'nowhere', /This flow doesn't exist\./],
    ['an empty flow', () => create('{}'), /\.$/],
    [
      'an agent flow with a step nobody knows',
      () => create(agentflow('mysteryAgentflow', 'agentFlow', 'Agent Flows')),
      /^This chat isn't set up correctly\./,
    ],
    [
      'an agent flow of the first kind that cannot become steps',
      () => create(agentflow('seqAgent', 'customNode', 'Sequential Agents')),
      /^This chat isn't set up correctly\./,
    ],
  ])('%s is refused as an event, because the widget is silent on other statuses', async (_, make, sentence) => {
    const { status, headers, text } = await ask(await make())
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const [first, ...rest] = framesOf(text)
    expect(first).toEqual({ event: 'error', data: expect.stringMatching(sentence) })
    expect(rest).toEqual([{ event: 'end', data: '[DONE]' }])
  })

  test('who reads JSON gets the status and the whole error still', async () => {
    const id = await create(agentflow('seqAgent', 'customNode', 'Sequential Agents'))
    const answer = await server.send('POST', `/api/v1/prediction/${id}`, { question: 'Hi', streaming: true }, site)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'flow-invalid', message: expect.stringMatching(/set up/) },
    })
  })
})

describeOnBothDatabases('What scripts of the older product send', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let id: string
  beforeEach(async () => {
    ;[server, vendor] = await Promise.all([start(), startFakeVendor()])
    id = await createConversation(server, { vendorUrl: vendor.url })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  test('a chat id may be a number, and feedback may name its flow in the body', async () => {
    vendor.script = { tokens: ['Hello.'] }
    const answer = await server.send('POST', `/api/v1/prediction/${id}`, { question: 'Hi', chatId: 4711 })
    expect(answer).toMatchObject({ status: 200, body: { chatId: '4711' } })
    const rating = { chatflowid: id, chatId: 4711, messageId: answer.body.chatMessageId, rating: 'THUMBS_UP' }
    expect(await server.send('POST', '/api/v1/feedback', rating)).toMatchObject({ status: 200 })
    expect((await server.send('GET', `/api/v1/feedback/${id}`)).body).toMatchObject([{ chatId: '4711' }])
  })

  test('a form without files is a question, as curl -d sends it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = await server.send('POST', `/api/v1/prediction/${id}`, 'question=Hi+there%3F&chatId=c9', form)
    expect(asked).toMatchObject({ status: 200, body: { question: 'Hi there?', chatId: 'c9' } })
    expect((await server.send('POST', '/api/v1/chatflows', 'name=x', form)).status).toBe(415)
  })

  test('a flow without faults is valid, and one with faults says them node by node', async () => {
    expect((await server.send('GET', `/api/v1/validation/${id}`)).body).toEqual([])
    const { body } = await server.send('POST', '/api/v1/chatflows', {
      name: 'Steps',
      flowData: agentflow('mystery', 'customNode', 'Chains'),
    })
    expect((await server.send('GET', `/api/v1/validation/${body.id}`)).body).toContainEqual({
      id: 'mystery_0',
      label: 'First',
      name: 'mystery',
      issues: [expect.stringContaining("isn't installed on this server")],
    })
  })

  test('a function is run with its inputs, and what is wrong with it is said', async () => {
    const run = (body: object) => server.send('POST', '/api/v1/node-custom-function', body)
    const body = { javascriptFunction: 'return $a + 1', functionInputVariables: '{"a": 2}' }
    expect(await run(body)).toMatchObject({ status: 200, text: '3' })
    expect(await run({ javascriptFunction: 'return nothingHere' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('nothingHere') },
    })
  })

  test('attachments come as base64 where the form asks for it', async () => {
    await server.send('PUT', `/api/v1/chatflows/${id}`, { chatbotConfig: '{"fullFileUpload":{"status":true}}' })
    const address = await server.listen()
    const form = new FormData()
    form.append('files', new Blob(['Dogs bark'], { type: 'text/plain' }), 'dogs.txt')
    form.append('base64', 'true')
    const answer = await fetch(`${address}/api/v1/attachments/${id}/c1`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject([{ name: 'dogs.txt', content: btoa('Dogs bark') }])
  })
})

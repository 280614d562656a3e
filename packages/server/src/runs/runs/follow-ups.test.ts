import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { collectFrames, openStream } from '../../../testing/sse-client.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const answer = { tokens: ['Hello', ' there'] }
const suggestions = { tokens: ['["Who are you?", ', '"What can you do?"]'] }

describeOnBothDatabases('Follow-up prompts', (start) => {
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

  const create = (followUpPrompts: object | null = null, isOn = true) =>
    createConversation(server, {
      vendorUrl: vendor.url,
      columns: {
        chatbotConfig: JSON.stringify({ followUpPrompts: { status: isOn } }),
        followUpPrompts: followUpPrompts && JSON.stringify(followUpPrompts),
      },
    })
  const ask = (flowId: string, body: object = {}) =>
    server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId: 'a', ...body })
  const stored = async (flowId: string) => (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body

  test('come with the answer, once encoded, and are stored with it', async () => {
    const flowId = await create()
    vendor.upcoming = [answer, suggestions]
    const { body } = await ask(flowId)
    expect(body).toMatchObject({ text: 'Hello there' })
    expect(JSON.parse(body.followUpPrompts)).toEqual(['Who are you?', 'What can you do?'])
    expect((await stored(flowId))[1]).toMatchObject({ content: 'Hello there', followUpPrompts: body.followUpPrompts })
    expect(vendor.requests[1]?.body.messages.at(-1)?.content).toBe('Person: Hi\n\nAnswer: Hello there')
  })

  test('reach a stream after the last token, in the metadata widgets read, and their cost is counted', async () => {
    const flowId = await create()
    vendor.upcoming = [answer, suggestions]
    const { frames: arriving } = await openStream(`${await server.listen()}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Hi', streaming: true }),
    })
    const frames = await collectFrames(arriving)
    expect(frames.map(({ event }) => event)).toEqual([
      'start',
      'token',
      'token',
      'answered',
      'usageMetadata',
      'metadata',
      'end',
    ])
    const metadata = frames.find(({ event }) => event === 'metadata')?.data as Record<string, string>
    expect(JSON.parse(metadata['followUpPrompts'] ?? '')).toEqual(['Who are you?', 'What can you do?'])
    const run = (await server.send('GET', `/api/v1/runs/${metadata['runId']}`)).body
    expect(run).toMatchObject({ inputTokens: 14, outputTokens: 4, status: 'done' })
    const calls = run.events.filter(({ type }: { type: string }) => type === 'node-start')
    expect(new Set(calls.map(({ callId }: { callId: string }) => callId)).size).toBe(calls.length)
  })

  test('do not become part of the conversation', async () => {
    const flowId = await create()
    vendor.upcoming = [answer, suggestions, answer, suggestions]
    await ask(flowId)
    await ask(flowId, { question: 'And you?' })
    expect(vendor.requests[2]?.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'And you?' },
    ])
  })

  test('that the model refuses leave the answer as it is', async () => {
    const flowId = await create()
    vendor.upcoming = [answer, { tokens: [], status: 400 }]
    const { status, body } = await ask(flowId)
    expect([status, body.text, body.followUpPrompts]).toEqual([200, 'Hello there', undefined])
    expect((await stored(flowId))[1]).toMatchObject({ status: 'done', followUpPrompts: null })
  })

  test('that a person does not wait for leave a whole answer', async () => {
    const flowId = await create()
    vendor.upcoming = [answer, { tokens: ['['], holdAfter: 0 }]
    const asked = ask(flowId)
    await expect.poll(() => vendor.requests.length).toBe(2)
    const stop = await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/a`)
    expect(stop.body.stopped).toBe(1)
    expect((await asked).body).toMatchObject({ text: 'Hello there' })
    expect((await stored(flowId))[1]).toMatchObject({ status: 'done', content: 'Hello there' })
  })

  test('are asked of another model and with other words where the owner chose so', async () => {
    const flowId = await create({ status: true, modelName: 'gpt-small', prompt: 'Suggest after: {history}' })
    vendor.upcoming = [answer, suggestions]
    await ask(flowId)
    expect(vendor.requests.map(({ body }) => body.model)).toEqual(['gpt-4o-mini', 'gpt-small'])
    expect(vendor.requests[1]?.body.messages[0]?.content).toMatch(/^Suggest after: Person: Hi/)
  })

  test('of a flow from elsewhere keep its words, with the flow’s own model', async () => {
    const provider = { credentialId: 'gone', modelName: 'claude', prompt: 'Go on from {history}' }
    const flowId = await create({ status: true, selectedProvider: 'chatAnthropic', chatAnthropic: provider })
    vendor.upcoming = [answer, suggestions]
    expect((await ask(flowId)).body.followUpPrompts).toBeDefined()
    expect(vendor.requests[1]?.body.model).toBe('gpt-4o-mini')
    expect(vendor.requests[1]?.body.messages[0]?.content).toMatch(/^Go on from Person: Hi/)
  })

  test('are not thought of when switched off, nor for clients that cannot show them', async () => {
    const off = await create({ status: true }, false)
    await ask(off)
    expect(vendor.requests).toHaveLength(1)
    const on = await create()
    await server.send('PUT', `/api/v1/chatflows/${on}`, { deployed: true })
    await server.send('POST', '/v1/chat/completions', { model: on, messages: [{ role: 'user', content: 'Hi' }] })
    expect(vendor.requests).toHaveLength(2)
  })
})

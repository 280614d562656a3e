import { EventType, HttpAgent, type BaseEvent } from '@ag-ui/client'
import { Chat } from '@ai-sdk/react'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let url: string

beforeEach(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
  url = await server.listen()
})
afterEach(async () => {
  await server.close()
  await vendor.close()
})

const createFlow = () => createConversation(server, { vendorUrl: vendor.url })
/** An agent whose calculator needs a person's approval. */
const createGuarded = async () => {
  const model = { agentModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)) }
  return createAgentFlow(server, {
    steps: {
      agentAgentflow_0: {
        agentModel: 'chatOpenAI',
        agentModelConfig: model,
        agentTools: [{ agentSelectedTool: 'calculator', agentSelectedToolRequiresHumanInput: true }],
      },
    },
    edges: ['startAgentflow_0 > agentAgentflow_0'],
  })
}
const calculate = { tokens: [], tool: 'calculator', toolInput: { input: '6*7' } }
const textOf = (message: UIMessage | undefined) =>
  message?.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')

describe('the chat of @ai-sdk/react', () => {
  const chatWith = (flow: string, more: object = {}) =>
    new Chat<UIMessage>({
      id: randomUUID(),
      transport: new DefaultChatTransport({ api: `${url}/api/v1/ui-stream/${flow}` }),
      ...more,
    })

  test('asks, is answered, remembers, and asks again in place of an answer', async () => {
    const flow = await createFlow()
    const chat = chatWith(flow)
    await chat.sendMessage({ text: 'Hi' })
    expect([chat.status, chat.error, textOf(chat.lastMessage)]).toEqual(['ready', undefined, 'Hello there'])
    await chat.sendMessage({ text: 'And?' })
    const said = () =>
      vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ content }) => content)
    expect(said()).toEqual(['Hi', 'Hello there', 'And?'])
    vendor.upcoming = [{ tokens: ['Other'] }]
    await chat.regenerate({ messageId: chat.lastMessage?.id ?? '' })
    expect(textOf(chat.lastMessage)).toBe('Other')
    expect(said()).toEqual(['Hi', 'Hello there', 'And?'])
  })

  test('tools are shown, and an approval is given where it was asked for', async () => {
    const flow = await createGuarded()
    const chat = chatWith(flow, { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses })
    vendor.upcoming = [calculate]
    await chat.sendMessage({ text: 'What is 6 times 7?' })
    expect(chat.error).toBeUndefined()
    const asked = chat.lastMessage?.parts.find((part) => part.type === 'dynamic-tool')
    if (asked?.state !== 'approval-requested') throw new Error(`It asked for nothing: ${JSON.stringify(chat.messages)}`)
    expect([asked.toolName, asked.input]).toEqual(['calculator', { input: '6*7' }])
    await chat.addToolApprovalResponse({ id: asked.approval.id, approved: true })
    await expect.poll(() => textOf(chat.lastMessage)).toContain('Hello there')
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toContain('42')
    expect(JSON.stringify(chat.lastMessage?.parts)).toContain('"output":"42"')
  })

  test('comes back to an answer that is on its way, and to nothing when there is none', async () => {
    const flow = await createFlow()
    const id = randomUUID()
    const chat = chatWith(flow, { id })
    await chat.resumeStream()
    expect([chat.status, chat.messages]).toEqual(['ready', []])
    const gone = new AbortController()
    let goOn = (): void => {}
    const later = new Promise<void>((resolve) => (goOn = resolve))
    vendor.upcoming = [
      { tokens: ['Half ', 'whole'], beforeToken: (index) => (index === 1 ? later : Promise.resolve()) },
    ]
    const answer = await fetch(`${url}/api/v1/ui-stream/${flow}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }),
      signal: gone.signal,
    })
    expect(answer.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    await answer.body?.getReader().read()
    gone.abort()
    const resumed = chat.resumeStream()
    await expect.poll(() => textOf(chat.lastMessage)).toBe('Half ')
    goOn()
    await resumed
    expect(textOf(chat.lastMessage)).toBe('Half whole')
  })

  test('a refusal is a status, a failure stands in the stream', async () => {
    const flow = await createFlow()
    const missing = chatWith('missing')
    await missing.sendMessage({ text: 'Hi' })
    expect(missing.error?.message).toContain('chatflow-not-found')
    vendor.upcoming = [{ tokens: ['Hel', 'lo'], breakAfter: 1 }]
    const chat = chatWith(flow)
    await chat.sendMessage({ text: 'Hi' })
    expect([chat.status, textOf(chat.lastMessage)]).toEqual(['error', 'Hel'])
    const empty = { id: 'c', messages: [{ id: 'm', role: 'assistant', parts: [] }] }
    expect((await server.send('POST', `/api/v1/ui-stream/${flow}`, empty)).status).toBe(400)
  })
})

describe('@ag-ui/client', () => {
  const agentOf = (flow: string) =>
    new HttpAgent({ url: `${url}/api/v1/ag-ui/${flow}`, threadId: randomUUID(), initialMessages: [] })
  const ask = (agent: HttpAgent, content: string) => agent.addMessage({ id: randomUUID(), role: 'user', content })

  test('runs a flow, with the conversation and its own tools', async () => {
    const agent = agentOf(await createFlow())
    ask(agent, 'Hi')
    const types: string[] = []
    await agent.runAgent({}, { onEvent: ({ event }: { event: BaseEvent }) => void types.push(event.type) })
    expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello there'],
    ])
    expect([types[0], types.at(-1)]).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    vendor.upcoming = [{ tokens: [], tool: 'paint', toolInput: { color: 'red' } }]
    ask(agent, 'Paint it red')
    const tools = [
      {
        name: 'paint',
        description: 'Paints',
        parameters: { type: 'object', properties: { color: { type: 'string' } } },
      },
    ]
    await agent.runAgent({ tools })
    expect(agent.messages.at(-1)).toMatchObject({
      role: 'assistant',
      toolCalls: [{ id: 'call_paint', function: { name: 'paint', arguments: '{"color":"red"}' } }],
    })
    agent.addMessage({ id: randomUUID(), role: 'tool', toolCallId: 'call_paint', content: 'Painted' })
    await agent.runAgent({ tools })
    expect(agent.messages.at(-1)?.content).toBe('Hello there')
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.slice(-2)
        .map(({ role }) => role),
    ).toEqual(['assistant', 'tool'])
  })

  test('an approval is an interrupt that a resume answers', async () => {
    const agent = agentOf(await createGuarded())
    vendor.upcoming = [calculate]
    ask(agent, 'What is 6 times 7?')
    let outcome: { type: string; interrupts?: { id: string; reason: string }[] } | undefined
    await agent.runAgent(
      {},
      {
        onEvent: ({ event }: { event: BaseEvent }) => {
          if (event.type === EventType.RUN_FINISHED) outcome = (event as unknown as { outcome: typeof outcome }).outcome
        },
      },
    )
    expect(outcome).toMatchObject({ type: 'interrupt', interrupts: [{ reason: 'tool_approval' }] })
    const interruptId = outcome?.interrupts?.[0]?.id ?? ''
    await agent.runAgent({ resume: [{ interruptId, status: 'resolved', payload: { type: 'proceed' } }] })
    expect(agent.messages.findLast(({ role }) => role === 'assistant')?.content).toContain('Hello there')
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toContain('42')
    // The call that was shown before the interrupt never got a result of its own: no model is sent it like that.
    ask(agent, 'Thanks')
    await agent.runAgent()
    const sent = vendor.requests.at(-1)?.body.messages as {
      role: string
      tool_calls?: { id: string }[]
      tool_call_id?: string
    }[]
    const called = sent.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))
    expect(sent.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(called)
  })

  test('a refusal is a status, a failure stands in the stream', async () => {
    const missing = agentOf('missing')
    ask(missing, 'Hi')
    await expect(missing.runAgent()).rejects.toThrow(/404/)
    vendor.upcoming = [{ tokens: ['Hel', 'lo'], breakAfter: 1 }]
    const agent = agentOf(await createFlow())
    ask(agent, 'Hi')
    const types: string[] = []
    await agent
      .runAgent({}, { onEvent: ({ event }: { event: BaseEvent }) => void types.push(event.type) })
      .catch(() => undefined)
    expect(types.at(-1)).toBe('RUN_ERROR')
  })
})

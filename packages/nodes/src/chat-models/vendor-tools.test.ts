import type { ChatModel, Message, ModelRequest } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect } from '../../test/collect.ts'
import { namedSse, replay, sse, type Answer } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import chatAnthropic from './chat-anthropic.ts'
import chatGoogleGenerativeAI from './chat-google-generative-ai.ts'
import chatOpenAI from './chat-openai.ts'

const messages: Message[] = [{ role: 'user', content: 'What is new?' }]
const tools = [{ name: 'add', description: 'Adds', parameters: { type: 'object' as const } }]

async function build(node: typeof chatOpenAI, answers: Answer[], inputs: Record<string, unknown> = {}) {
  const { fetch, requests } = replay(...answers)
  const credential = { anthropicApiKey: 'k', googleGenerativeAPIKey: 'k', openAIApiKey: 'k' }
  const model = await buildNode<ChatModel>(node, {
    inputs,
    credential,
    context: testContext({ fetch }),
  })
  return { model, requests }
}

const ask = (model: ChatModel, names: readonly string[], request: Partial<ModelRequest> = {}) => {
  const equipped = model.vendorTools?.use(names)
  if (!equipped) throw new Error(`${model.modelName} has no tools of its own`)
  return collect(equipped.stream({ messages, ...request }, testRun()))
}

test('Anthropic searches and reads by itself, beside tools of ours, and only its words are the answer', async () => {
  const stream = namedSse([
    { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } } as never,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'server_tool_use', id: 's', name: 'web_search' },
    } as never,
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"query":"news"}' },
    } as never,
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
    } as never,
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } } as never,
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'Rain' } } as never,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } } as never,
    { type: 'message_stop' },
  ])
  const { model, requests } = await build(chatAnthropic, [stream])
  expect(await ask(model, ['web_search_20250305', 'web_fetch_20250910'], { tools })).toMatchObject([
    { type: 'text', text: 'Rain' },
    { type: 'usage' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(requests[0]).toMatchObject({
    headers: { 'anthropic-beta': 'web-fetch-2025-09-10' },
    body: {
      tools: [
        { name: 'add' },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 8 },
        { type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 8 },
      ],
    },
  })
})

test('Gemini is told which of its tools it may use, with and without tools of ours', async () => {
  const answer = sse([{ candidates: [{ content: { parts: [{ text: 'Rain' }] }, finishReason: 'STOP' }] }])
  const { model, requests } = await build(chatGoogleGenerativeAI, [answer, answer])
  await ask(model, ['googleSearch', 'urlContext'])
  await ask(model, ['googleSearch', 'urlContext'], { tools })
  expect(requests.map(({ body }) => (body as { tools: object[] }).tools)).toMatchObject([
    [{ googleSearch: {} }, { urlContext: {} }],
    [{ functionDeclarations: [{ name: 'add' }] }, { googleSearch: {} }, { urlContext: {} }],
  ])
})

test('OpenAI runs its tools in its newer API, for models that think and for those that do not', async () => {
  const answer = namedSse([
    { type: 'response.output_item.done', item: { type: 'web_search_call', status: 'completed' } } as never,
    { type: 'response.output_text.delta', delta: 'Rain' } as never,
    { type: 'response.completed', response: {} } as never,
  ])
  for (const modelName of ['gpt-4o', 'gpt-6-luna']) {
    const { model, requests } = await build(chatOpenAI, [answer], { modelName, temperature: 0.3 })
    expect(await ask(model, ['web_search_preview', 'code_interpreter'])).toMatchObject([
      { type: 'text', text: 'Rain' },
      { type: 'finish', reason: 'stop' },
    ])
    const body = requests[0]?.body as Record<string, unknown>
    expect(requests[0]?.url).toBe('https://api.openai.com/v1/responses')
    expect(body['tools']).toEqual([
      { type: 'web_search_preview' },
      { type: 'code_interpreter', container: { type: 'auto' } },
    ])
    const isReasoning = modelName !== 'gpt-4o'
    expect('include' in body).toBe(isReasoning)
    expect(body['temperature']).toBe(isReasoning ? undefined : 0.3)
  }
})

test('behind another address nobody knows which tools there are', async () => {
  const { model } = await build(chatOpenAI, [], { modelName: 'gpt-4o', basepath: 'https://proxy.example.com/v1' })
  expect(model.vendorTools).toBeUndefined()
})

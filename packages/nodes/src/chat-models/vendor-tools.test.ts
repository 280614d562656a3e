import type { ChatModel, Message, ModelRequest } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect } from '../../test/collect.ts'
import { json, namedSse, replay, sse, type Answer } from '../../test/replay.ts'
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

test('a turn that Anthropic pauses goes on where it was, is counted whole, and ends with the pages it cites', async () => {
  const begun = (index: number, block: object) =>
    ({ type: 'content_block_start', index, content_block: block }) as never
  const more = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta }) as never
  const ended = (reason: string) => [
    { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 4 } } as never,
    { type: 'message_stop' } as never,
  ]
  const start = { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } } as never
  const paused = namedSse([
    start,
    begun(0, { type: 'text', text: '' }),
    more(0, { type: 'text_delta', text: 'Looking. ' }),
    begun(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    more(1, { type: 'input_json_delta', partial_json: '{"query":' }),
    more(1, { type: 'input_json_delta', partial_json: '"news"}' }),
    begun(2, { type: 'web_search_tool_result', tool_use_id: 's', content: [{ encrypted_content: 'x' }] }),
    ...ended('pause_turn'),
  ])
  const location = { type: 'web_search_result_location', url: 'https://weather.example/a', title: 'Weather' }
  const script = { type: 'web_search_result_location', url: 'javascript:alert(1)', title: 'No page' }
  const rest = namedSse([
    start,
    begun(0, { type: 'text', text: '' }),
    more(0, { type: 'citations_delta', citation: { ...location, cited_text: 'Rain today' } }),
    more(0, { type: 'citations_delta', citation: { ...location, cited_text: 'Sun later' } }),
    more(0, { type: 'citations_delta', citation: script }),
    more(0, { type: 'text_delta', text: 'Rain' }),
    ...ended('end_turn'),
  ])
  const { model, requests } = await build(chatAnthropic, [paused, rest])
  expect(await ask(model, ['web_search_20250305'])).toEqual([
    { type: 'text', text: 'Looking. ' },
    { type: 'usage', usage: { inputTokens: 5, outputTokens: 4 } },
    { type: 'text', text: 'Rain' },
    {
      type: 'sources',
      documents: [
        {
          pageContent: 'Rain today\nSun later',
          metadata: { source: 'https://weather.example/a', title: 'Weather' },
        },
      ],
    },
    { type: 'usage', usage: { inputTokens: 10, outputTokens: 8 } },
    { type: 'finish', reason: 'stop' },
  ])
  expect(requests.map(({ body }) => (body as { messages: object[] }).messages)[1]).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'What is new?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking. ' },
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'news' } },
        { type: 'web_search_tool_result', tool_use_id: 's', content: [{ encrypted_content: 'x' }] },
      ],
    },
  ])
})

test('a turn that Anthropic pauses without end is left after a while', async () => {
  const content = [{ type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'news' } }]
  const paused = json({ content, stop_reason: 'pause_turn', usage: { input_tokens: 1, output_tokens: 1 } })
  const { model, requests } = await build(
    chatAnthropic,
    Array.from({ length: 20 }, () => paused),
    { streaming: false },
  )
  expect((await ask(model, ['web_search_20250305'])).at(-1)).toEqual({ type: 'finish', reason: 'other' })
  expect(requests).toHaveLength(9)
})

test('pages that Gemini found or read are sources of its answer', async () => {
  const candidate = {
    content: { parts: [{ text: 'Rain' }] },
    finishReason: 'STOP',
    groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }, {}] },
    urlContextMetadata: {
      urlMetadata: [
        { retrievedUrl: 'https://b.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
        { retrievedUrl: 'https://c.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
      ],
    },
  }
  const { model } = await build(chatGoogleGenerativeAI, [sse([{ candidates: [candidate] }])])
  expect((await ask(model, ['googleSearch', 'urlContext'])).find(({ type }) => type === 'sources')).toEqual({
    type: 'sources',
    documents: [
      { pageContent: 'A', metadata: { source: 'https://a.example', title: 'A' } },
      { pageContent: 'https://b.example', metadata: { source: 'https://b.example' } },
    ],
  })
})

test('pages that OpenAI cites are sources, and pictures it draws come with what they show', async () => {
  const cited = { type: 'url_citation', url: 'https://a.example', title: 'A' }
  const text = { type: 'output_text', text: 'Rain', annotations: [cited, { type: 'file_citation' }] }
  const output = [
    { type: 'image_generation_call', status: 'completed', result: 'aGk=', revised_prompt: 'A cloud' },
    { type: 'message', content: [text] },
  ]
  const streamed = namedSse([
    ...output.map((item) => ({ type: 'response.output_item.done', item }) as never),
    { type: 'response.completed', response: {} } as never,
  ])
  for (const [answer, streaming] of [
    [streamed, true],
    [json({ output }), false],
  ] as const) {
    const { model, requests } = await build(chatOpenAI, [answer], { modelName: 'gpt-4o', streaming })
    const events = await ask(model, ['image_generation'])
    expect(events.filter(({ type }) => type === 'pictures' || type === 'sources')).toEqual([
      { type: 'pictures', pictures: [{ mimeType: 'image/png', data: 'aGk=', description: 'A cloud' }] },
      { type: 'sources', documents: [{ pageContent: 'A', metadata: { source: 'https://a.example', title: 'A' } }] },
    ])
    expect(requests.map(({ body }) => (body as { tools: object[] }).tools)).toEqual([[{ type: 'image_generation' }]])
  }
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

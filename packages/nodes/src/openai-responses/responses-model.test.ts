import type { ChatModel, Message, ModelEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection } from '../../test/collect.ts'
import { json, namedSse, replay, type Answer } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import chatOpenAI from '../chat-models/chat-openai.ts'

const question: Message[] = [{ role: 'user', content: 'How warm is it?' }]
const tools = [
  {
    name: 'weather',
    description: 'Says the weather',
    parameters: { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] },
  },
]
const thought = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' }
const called = { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Bonn"}' }

async function build(answers: Answer[], inputs: Record<string, unknown> = {}) {
  const { fetch, requests } = replay(...answers)
  const model = await buildNode<ChatModel>(chatOpenAI, {
    inputs: { modelName: 'gpt-6-luna', ...inputs },
    credential: { openAIApiKey: 'secret' },
    context: testContext({ fetch }),
  })
  return { model, requests }
}

const delta = (text: string): { type: string } => ({ type: 'response.output_text.delta', delta: text }) as never
const done = (item: object): { type: string } => ({ type: 'response.output_item.done', item }) as never
const completed = (response: object = {}): { type: string } => ({ type: 'response.completed', response }) as never

test('streams what a reasoning model thinks and says, and how many tokens it took', async () => {
  const { model, requests } = await build(
    [
      namedSse([
        { type: 'response.created' },
        { type: 'response.reasoning_summary_part.added', summary_index: 0 } as never,
        { type: 'response.reasoning_summary_text.delta', delta: 'Hm.' } as never,
        { type: 'response.reasoning_summary_part.added', summary_index: 1 } as never,
        { type: 'response.reasoning_summary_text.delta', delta: 'So.' } as never,
        done(thought),
        delta('Twenty '),
        delta('degrees'),
        completed({
          usage: {
            input_tokens: 9,
            output_tokens: 7,
            input_tokens_details: { cached_tokens: 4 },
            output_tokens_details: { reasoning_tokens: 5 },
          },
        }),
      ]),
    ],
    { reasoning: true, reasoningEffort: 'low', reasoningSummary: 'auto', maxTokens: 50, temperature: 0.2 },
  )
  expect(await collect(model.stream({ messages: question, stop: ['\nObservation:'] }, testRun()))).toEqual([
    { type: 'thinking', text: 'Hm.' },
    { type: 'thinking', text: '\n\n' },
    { type: 'thinking', text: 'So.' },
    { type: 'text', text: 'Twenty ' },
    { type: 'text', text: 'degrees' },
    { type: 'usage', usage: { inputTokens: 9, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 5 } },
    { type: 'finish', reason: 'stop', providerData: [thought] },
  ] satisfies ModelEvent[])
  expect(requests[0]?.url).toBe('https://api.openai.com/v1/responses')
  expect(requests[0]?.body).toEqual({
    model: 'gpt-6-luna',
    input: question,
    store: false,
    include: ['reasoning.encrypted_content'],
    max_output_tokens: 50,
    reasoning: { effort: 'low', summary: 'auto' },
    stream: true,
  })
})

test('calls tools, and the next step brings back the reasoning, the call and its result', async () => {
  const { model, requests } = await build([
    namedSse([done(thought), done(called), completed()]),
    namedSse([delta('Warm.'), completed()]),
  ])
  const events = await collect(model.stream({ messages: question, tools, toolChoice: 'auto' }, testRun()))
  const call = { id: 'c1', name: 'weather', input: { city: 'Bonn' } }
  expect(events).toEqual([
    { type: 'tool-call', call },
    { type: 'finish', reason: 'tool-calls', providerData: [thought] },
  ])
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' }
  const messages: Message[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'See' }, image] },
    { role: 'assistant', content: 'Let me look.', toolCalls: [call], providerData: [thought] },
    { role: 'tool', content: '20 °C', toolCallId: 'c1' },
  ]
  await collect(model.stream({ messages, tools, toolChoice: 'none' }, testRun()))
  expect(requests[1]?.body).toMatchObject({
    input: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
      thought,
      { role: 'assistant', content: 'Let me look.' },
      called,
      { type: 'function_call_output', call_id: 'c1', output: '20 °C' },
    ],
    tools: [{ type: 'function', ...tools[0], strict: false }],
    tool_choice: 'none',
  })
})

test('answers whole when streaming is off, and says when the answer was cut', async () => {
  const { model, requests } = await build(
    [
      json({
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
          { type: 'message', content: [{ type: 'output_text', text: 'Twen' }] },
        ],
      }),
    ],
    { streaming: false },
  )
  expect(await collect(model.stream({ messages: question }, testRun()))).toMatchObject([
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: 'Twen' },
    { type: 'finish', reason: 'length' },
  ])
  expect(requests[0]?.body).not.toHaveProperty('stream')
})

test.each([
  ['no credit left', { code: 'insufficient_quota', message: 'You exceeded your current quota.' }, 'quota'],
  ['a conversation too long', { code: 'context_length_exceeded', message: 'Too long.' }, 'bad-input'],
  ['a fault of the vendor', { code: 'server_error', message: 'Sorry.' }, 'failed'],
])('%s, told inside the stream, is an error with a way out', async (_, error, code) => {
  const failed = { type: 'response.failed', response: { status: 'failed', error } } as never
  const { model } = await build([namedSse([delta('Half'), failed])])
  expect(await rejection(collect(model.stream({ messages: question }, testRun())))).toMatchObject({
    code,
    hint: expect.any(String),
    message: expect.stringContaining(error.message),
  })
})

test('a stream cut short is not taken for an answer', async () => {
  const { model } = await build([namedSse([delta('Half')])])
  expect(await rejection(collect(model.stream({ messages: question }, testRun())))).toMatchObject({
    message: expect.stringContaining('closed the connection'),
  })
})

test('behind another address the same model is asked in the older words, and does not think while it calls tools', async () => {
  const { fetch, requests } = replay(json({ choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] }))
  const model = await buildNode<ChatModel>(chatOpenAI, {
    inputs: { modelName: 'gpt-5.6-terra', basepath: 'https://proxy.example/v1', streaming: false },
    context: testContext({ providerFetch: fetch }),
  })
  await collect(model.stream({ messages: question, tools, stop: ['END'] }, testRun()))
  expect(requests[0]).toMatchObject({
    url: 'https://proxy.example/v1/chat/completions',
    body: { model: 'gpt-5.6-terra', reasoning_effort: 'none' },
  })
  expect(requests[0]?.body).not.toHaveProperty('stop')
})

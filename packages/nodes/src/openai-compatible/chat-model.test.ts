import { NodeError, type Message, type ModelEvent } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { collect, rejection, textOf } from '../../test/collect.ts'
import { drip, hang, json, networkFailure, replay, sse, text, type Answer } from '../../test/replay.ts'
import { testRun } from '../../test/test-run.ts'
import type { Timeouts } from '../http/exchange.ts'
import { chatModel, type ChatModelSettings } from './chat-model.ts'

const messages = [{ role: 'user' as const, content: 'Hello' }]

function model(answers: Answer[], settings: Partial<ChatModelSettings> & { timeouts?: Partial<Timeouts> } = {}) {
  const vendor = replay(...answers)
  return {
    requests: vendor.requests,
    model: chatModel({
      endpoint: {
        vendor: 'Example',
        baseUrl: 'https://vendor.example/v1',
        headers: { authorization: 'Bearer key' },
        fetch: vendor.fetch,
        credentialLabel: 'Example API',
        ...(settings.timeouts && { timeouts: settings.timeouts }),
      },
      modelName: 'example-1',
      parameters: { temperature: 0, top_p: undefined },
      ...settings,
    }),
  }
}

const chunk = (delta: object, rest: object = {}): object => ({
  choices: [{ index: 0, delta, finish_reason: null }],
  ...rest,
})
const finish = (reason: string): object => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } }

test('streams text, thinking and usage, however the bytes are cut', async () => {
  const answer = sse([
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'Hm. ' }),
    chunk({ content: 'Grüße ' }),
    chunk({ content: '🛠 you' }),
    finish('stop'),
    { choices: [], usage },
    '[DONE]',
  ])
  const { model: example, requests } = model([answer])
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'thinking', text: 'Hm. ' },
    { type: 'text', text: 'Grüße ' },
    { type: 'text', text: '🛠 you' },
    { type: 'usage', usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 4 } },
    { type: 'finish', reason: 'stop' },
  ] satisfies ModelEvent[])
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: 'https://vendor.example/v1/chat/completions',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
  })
  expect(requests[0]?.body).toEqual({
    model: 'example-1',
    messages: [{ role: 'user', content: 'Hello' }],
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('reads an answer of which every chunk differs in more than its text', async () => {
  const texts = ['Yes', ',', ' of course', ':', ' "so"', '!']
  const chunks = texts.map((content, index) => chunk({ content }, { obfuscation: 'padding'.slice(index) }))
  const { model: example } = model([sse([...chunks, finish('stop'), '[DONE]'])])
  expect(textOf(await collect(example.stream({ messages }, testRun())))).toBe(texts.join(''))
})

test('tells thinking between tags from the answer', async () => {
  const { model: example } = model([
    sse([
      chunk({ content: '<think>' }),
      chunk({ content: 'Hm</think>\n' }),
      chunk({ content: 'Yes' }),
      finish('stop'),
      '[DONE]',
    ]),
  ])
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'thinking', text: 'Hm' },
    { type: 'text', text: 'Yes' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('puts parallel tool calls together and sends tools, results and images in the vendor’s words', async () => {
  const toolCall = (index: number, rest: object): object => chunk({ tool_calls: [{ index, ...rest }] })
  const { model: example, requests } = model([
    sse([
      toolCall(0, { id: 'a', type: 'function', function: { name: 'add', arguments: '' } }),
      toolCall(0, { function: { arguments: '{"x":' } }),
      toolCall(1, { id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } }),
      toolCall(0, { function: { arguments: '1}' } }),
      finish('tool_calls'),
      '[DONE]',
    ]),
  ])
  const events = await collect(
    example.stream(
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'See' },
              { type: 'image', mimeType: 'image/png', data: 'AAAA' },
            ],
          },
          { role: 'assistant', content: '', toolCalls: [{ id: 'z', name: 'add', input: { x: 2 } }] },
          { role: 'tool', content: '4', toolCallId: 'z' },
        ],
        tools: [{ name: 'add', description: 'Adds', parameters: { type: 'object' } }],
        toolChoice: 'auto',
      },
      testRun(),
    ),
  )
  expect(events).toEqual([
    { type: 'tool-call', call: { id: 'a', name: 'add', input: { x: 1 } } },
    { type: 'tool-call', call: { id: 'b', name: 'look', input: {} } },
    { type: 'finish', reason: 'tool-calls' },
  ])
  expect(requests[0]?.body).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{ id: 'z', function: { name: 'add', arguments: '{"x":2}' } }] },
      { role: 'tool', tool_call_id: 'z', content: '4' },
    ],
    tools: [{ type: 'function', function: { name: 'add', description: 'Adds', parameters: { type: 'object' } } }],
  })
})

test('brings back what the model thought before it called a tool, and nothing to servers that sent none', async () => {
  const toolCall = { tool_calls: [{ index: 0, id: 'a', function: { name: 'add', arguments: '{}' } }] }
  const { model: example, requests } = model([
    sse([chunk({ reasoning_content: 'Hm' }), chunk({ reasoning_content: '.' }), chunk(toolCall), finish('tool_calls')]),
    sse([chunk({ reasoning_content: null, ...toolCall }), finish('tool_calls')]),
    sse([chunk({ content: 'Two' }), finish('stop')]),
  ])
  const tools = [{ name: 'add', description: 'Adds', parameters: { type: 'object' as const } }]
  const step = async (so: Message[]): Promise<Message> => {
    const last = (await collect(example.stream({ messages: so, tools }, testRun()))).at(-1)
    const providerData = last?.type === 'finish' ? last.providerData : undefined
    return { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'add', input: {} }], providerData }
  }
  const first = await step(messages)
  const second = await step([...messages, first])
  await step([...messages, first, second])
  const call = { id: 'a', type: 'function', function: { name: 'add', arguments: '{}' } }
  expect(requests[2]?.body).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content: null, reasoning_content: 'Hm.', tool_calls: [call] },
      { role: 'assistant', content: null, tool_calls: [call] },
    ],
  })
  expect(requests[2]?.body).not.toHaveProperty('messages.2.reasoning_content')
})

test('thinking and answer that come as a list are told apart', async () => {
  const { model: example } = model([
    sse([
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Yes' }] }),
      chunk({ content: ' indeed' }),
      finish('stop'),
    ]),
  ])
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: 'Yes' },
    { type: 'text', text: ' indeed' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('strict tools name every input and nothing else; a tool that leaves its inputs open is not held to them', async () => {
  const { model: example, requests } = model([sse([chunk({ content: 'x' }), finish('stop')])], { hasStrictTools: true })
  const city = { type: 'string' as const }
  const tools = [
    {
      name: 'weather',
      description: 'w',
      parameters: {
        type: 'object' as const,
        properties: { city, days: { type: 'integer' as const } },
        required: ['city'],
      },
    },
    { name: 'open', description: 'o', parameters: { type: 'object' as const } },
  ]
  await collect(example.stream({ messages, tools }, testRun()))
  expect(requests[0]?.body).toHaveProperty('tools', [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'w',
        strict: true,
        parameters: {
          type: 'object',
          properties: { city, days: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
          required: ['city', 'days'],
          additionalProperties: false,
        },
      },
    },
    { type: 'function', function: { name: 'open', description: 'o', parameters: { type: 'object' } } },
  ])
})

test('answers whole when streaming is off', async () => {
  const { model: example, requests } = model(
    [json({ choices: [{ message: { role: 'assistant', content: 'Whole' }, finish_reason: 'length' }], usage })],
    { isStreaming: false },
  )
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'text', text: 'Whole' },
    { type: 'usage', usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 4 } },
    { type: 'finish', reason: 'length' },
  ])
  expect(requests[0]?.body).not.toHaveProperty('stream')
})

test('a server that does not stream is understood too', async () => {
  const { model: example } = model([json({ choices: [{ message: { content: 'Whole' }, finish_reason: 'stop' }] })])
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'text', text: 'Whole' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('a stream that ends without the closing line is whole once it said why it stopped', async () => {
  const { model: example } = model([sse([chunk({ content: 'Done' }), finish('stop')])])
  expect(await collect(example.stream({ messages }, testRun()))).toEqual([
    { type: 'text', text: 'Done' },
    { type: 'finish', reason: 'stop' },
  ])
})

describe('what can go wrong', () => {
  const say = (message: string, code?: string): object => ({ error: { message, code } })
  const cases: [string, Answer, { code: string; status?: number; hint: RegExp; message: RegExp }][] = [
    [
      'a wrong key',
      json(say('Incorrect API key provided'), { status: 401 }),
      { code: 'wrong-credential', status: 401, hint: /Example API/, message: /Example refused.*Incorrect API key/ },
    ],
    [
      'a model not in the plan',
      json(say('No access'), { status: 403 }),
      { code: 'wrong-credential', status: 403, hint: /Example API/, message: /No access/ },
    ],
    [
      'an unknown model',
      json(say('The model does not exist'), { status: 404 }),
      { code: 'not-found', status: 404, hint: /Choose a model/, message: /does not exist/ },
    ],
    [
      'a bad request',
      json(say('temperature must be <= 2'), { status: 400 }),
      { code: 'bad-input', status: 400, hint: /settings/, message: /temperature must be/ },
    ],
    [
      'a conversation too long',
      json(say('too many', 'context_length_exceeded'), { status: 400 }),
      { code: 'bad-input', status: 400, hint: /Shorten the prompt/, message: /too many/ },
    ],
    [
      'an account without credit',
      json(say('You exceeded your current quota', 'insufficient_quota'), { status: 429 }),
      { code: 'quota', status: 429, hint: /credit/, message: /no credit/ },
    ],
    [
      'an account without credit, as Anthropic says it',
      json(say('Your credit balance is too low to access the API. Please go to Plans & Billing.'), { status: 400 }),
      { code: 'quota', status: 400, hint: /credit/, message: /no credit/ },
    ],
    [
      'an account without credit, as DeepSeek says it',
      json(say('Insufficient Balance'), { status: 402 }),
      { code: 'quota', status: 402, hint: /credit/, message: /no credit/ },
    ],
    [
      'a wrong key, as xAI says it',
      json({ error: 'Incorrect API key provided: xa***' }, { status: 400 }),
      { code: 'wrong-credential', status: 400, hint: /Example API/, message: /refused the API key/ },
    ],
    [
      'an unknown model, as Mistral says it',
      json({ message: 'Invalid model: mistral-nano', type: 'invalid_model' }, { status: 400 }),
      { code: 'not-found', status: 400, hint: /Choose a model/, message: /Invalid model/ },
    ],
    [
      'an unknown model, as DeepSeek says it',
      json(say('Model Not Exist'), { status: 400 }),
      { code: 'not-found', status: 400, hint: /Choose a model/, message: /Not Exist/ },
    ],
    [
      'something that is not JSON inside a stream',
      text('data: <oops>\n\n', { headers: { 'content-type': 'text/event-stream' } }),
      { code: 'not-found', hint: /the API's address/, message: /isn't from its API/ },
    ],
    [
      'a web page',
      text('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      { code: 'not-found', hint: /not a web page/, message: /isn't from its API/ },
    ],
    [
      'an unknown host',
      networkFailure('ENOTFOUND'),
      { code: 'unreachable', hint: /network/, message: /vendor\.example/ },
    ],
  ]
  test.each(cases)('%s is said once, after one try', async (_, answer, expected) => {
    const { model: example, requests } = model([answer])
    const error = await rejection(collect(example.stream({ messages }, testRun())))
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject({
      code: expected.code,
      status: expected.status,
      hint: expect.stringMatching(expected.hint),
      message: expect.stringMatching(expected.message),
    })
    expect(requests).toHaveLength(1)
  })

  test('tries three times at most while the vendor has trouble, and waits as long as it asks', async () => {
    const busy = json(say('Slow down'), { status: 429, headers: { 'retry-after': '0.05' } })
    const { model: example, requests } = model([
      busy,
      text('<html>', { status: 503, headers: { 'retry-after-ms': '1' } }),
      busy,
    ])
    const startedAt = Date.now()
    const error = await rejection(collect(example.stream({ messages }, testRun())))
    expect(error).toMatchObject({ code: 'rate-limit', isRetryable: true })
    expect(requests).toHaveLength(3)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(50)
  })

  test('a limit per minute is waited for, even when its message speaks of billing', async () => {
    const message = 'Rate limit reached. Please try again in 20ms. Add a payment method at https://x.example/billing.'
    const { model: example, requests } = model([
      json(say(message, 'rate_limit_exceeded'), { status: 429, headers: { 'retry-after-ms': '1' } }),
      sse([chunk({ content: 'Back' }), finish('stop'), '[DONE]']),
    ])
    expect(textOf(await collect(example.stream({ messages }, testRun())))).toBe('Back')
    expect(requests).toHaveLength(2)
  })

  test('answers when a later try succeeds', async () => {
    const { model: example, requests } = model([
      json({}, { status: 500, headers: { 'retry-after-ms': '1' } }),
      sse([chunk({ content: 'Back' }), finish('stop'), '[DONE]']),
    ])
    expect(textOf(await collect(example.stream({ messages }, testRun())))).toBe('Back')
    expect(requests).toHaveLength(2)
  })

  test('gives up at once when asked to wait longer than anybody would', async () => {
    const { model: example, requests } = model([
      json(say('Tomorrow'), { status: 429, headers: { 'retry-after': '3600' } }),
    ])
    expect(await rejection(collect(example.stream({ messages }, testRun())))).toMatchObject({ code: 'rate-limit' })
    expect(requests).toHaveLength(1)
  })

  test('never tries again after the first token', async () => {
    const { model: example, requests } = model([sse([chunk({ content: 'Half' })], { after: 'break' })])
    const seen: ModelEvent[] = []
    const error = await rejection(
      (async () => {
        for await (const event of example.stream({ messages }, testRun())) seen.push(event)
      })(),
    )
    expect(seen).toEqual([{ type: 'text', text: 'Half' }])
    expect(error).toMatchObject({ code: 'failed', message: expect.stringContaining('closed the connection') })
    expect(requests).toHaveLength(1)
  })

  test('a failure told inside the stream keeps what came before', async () => {
    const { model: example } = model([
      sse([chunk({ content: 'Half' }), { error: { message: 'Overloaded', code: 503 } }], { chunkBytes: 100_000 }),
    ])
    const seen: ModelEvent[] = []
    const error = await rejection(
      (async () => {
        for await (const event of example.stream({ messages }, testRun())) seen.push(event)
      })(),
    )
    expect(seen).toEqual([{ type: 'text', text: 'Half' }])
    expect(error).toMatchObject({ code: 'overloaded', message: expect.stringContaining('Overloaded') })
  })

  test('a stream cut short is not taken for an answer', async () => {
    const { model: example } = model([sse([chunk({ content: 'Half' })])])
    expect(await rejection(collect(example.stream({ messages }, testRun())))).toMatchObject({
      message: expect.stringContaining('closed the connection'),
    })
  })
})

describe('time and cancelling', () => {
  test.each([
    ['the first byte', hang(), { firstByteMs: 20 }, /didn't start to answer within 0.02/],
    ['the next piece', sse([chunk({ content: 'Half' })], { after: 'hang' }), { idleMs: 20 }, /stopped in the middle/],
    ['the whole', sse([chunk({ content: 'Half' })], { after: 'hang' }), { totalMs: 20 }, /didn't finish within/],
  ] satisfies [string, Answer, Partial<Timeouts>, RegExp][])(
    'gives up waiting for %s',
    async (_, answer, timeouts, message) => {
      const { model: example, requests } = model([answer, answer, answer], { timeouts })
      const error = await rejection(collect(example.stream({ messages }, testRun())))
      expect(error).toMatchObject({ code: 'timeout', message: expect.stringMatching(message) })
      expect(requests.every((request) => request.isAborted)).toBe(true)
    },
  )

  test.each([
    ['single bytes', drip('x'), { firstByteMs: 50 }],
    ['comments without end', drip(': PROCESSING\n\n'), { firstByteMs: 50, lifeMs: 100 }],
    ['white space before a whole answer', drip(' '), { firstByteMs: 50, lifeMs: 100 }],
  ] satisfies [string, Answer, Partial<Timeouts>][])(
    'gives up a provider that sends %s and no word',
    async (_, answer, timeouts) => {
      const { model: example } = model([answer, answer, answer], { timeouts })
      const error = await rejection(collect(example.stream({ messages }, testRun())))
      expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining("didn't start to answer") })
    },
  )

  test('waits for a model that thinks while its provider sends comments', async () => {
    const rest = `data: ${JSON.stringify(chunk({ content: 'Done' }))}\n\ndata: [DONE]\n\n`
    const timeouts = { firstByteMs: 500, lifeMs: 60_000 }
    const { model: example } = model([drip(': PROCESSING\n\n', { times: 400, rest })], { timeouts })
    expect(textOf(await collect(example.stream({ messages }, testRun())))).toBe('Done')
  })

  test('a stream without an end is left, and never asked for again', async () => {
    const long = `data: ${JSON.stringify(chunk({ content: 'x'.repeat(900_000) }))}\n\n`
    const { model: example, requests } = model([drip(long)])
    const error = await rejection(collect(example.stream({ messages }, testRun())))
    expect(error).toMatchObject({ message: 'The model sent too much at once.' })
    expect(requests).toHaveLength(1)
  })

  test('a cancelled run closes the request and throws its own reason', async () => {
    const cancel = new AbortController()
    const { model: example, requests } = model([sse([chunk({ content: 'Half' })], { after: 'hang' })])
    const reason = new Error('the person left')
    const error = await rejection(
      (async () => {
        for await (const event of example.stream({ messages }, testRun({ signal: cancel.signal }))) {
          if (event.type === 'text') cancel.abort(reason)
        }
      })(),
    )
    expect(error).toBe(reason)
    expect(requests[0]?.isAborted).toBe(true)
  })

  test('a reader that leaves early closes the request', async () => {
    const { model: example, requests } = model([sse([chunk({ content: 'Half' })], { after: 'hang' })])
    for await (const event of example.stream({ messages }, testRun())) {
      expect(event).toEqual({ type: 'text', text: 'Half' })
      break
    }
    expect(requests[0]?.isAborted).toBe(true)
  })
})

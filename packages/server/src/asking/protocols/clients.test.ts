import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let url: string
let model: string

beforeEach(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
  url = await server.listen()
  model = await createConversation(server, {
    vendorUrl: vendor.url,
    columns: { deployed: true },
    inputs: { chatOpenAI_0: { allowImageUploads: true, maxTokens: 500 } },
  })
})
afterEach(async () => {
  await server.close()
  await vendor.close()
})

const openai = () => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
const anthropic = () => new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
const lastSent = () => vendor.requests.at(-1)?.body as unknown as Record<string, unknown>

const weather = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}
const askForWeather = { tokens: [], tool: 'weather', toolInput: { city: 'Rome' } }
const question = [{ role: 'user' as const, content: 'How warm is Rome?' }]

/** An agent flow of one agent, with a calculator of its own. */
const createAgent = async () =>
  createAgentFlow(
    server,
    {
      steps: {
        agentAgentflow_0: {
          agentModel: 'chatOpenAI',
          agentModelConfig: { agentModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)) },
          agentTools: [{ agentSelectedTool: 'calculator' }],
        },
      },
      edges: ['startAgentflow_0 > agentAgentflow_0'],
    },
    { type: 'AGENTFLOW', deployed: true } as { type: string },
  )

describe('openai', () => {
  test('chat: the caller’s tools reach the model, its calls come back, their results are answered', async () => {
    const tools = [{ type: 'function' as const, function: weather }]
    const asked = {
      model,
      messages: question,
      tools,
      tool_choice: { type: 'function' as const, function: { name: 'weather' } },
    }
    vendor.upcoming = [askForWeather, askForWeather]
    const whole = await openai().chat.completions.create(asked)
    const [choice] = whole.choices
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [
          { id: 'call_weather', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        ],
      },
    })
    expect(lastSent()).toMatchObject({
      tools: [{ type: 'function', function: { name: 'weather', description: 'The weather of a city' } }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    })
    const stream = openai().chat.completions.stream(asked)
    const streamed = await stream.finalChatCompletion()
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ id: 'call_weather' }] },
    })

    if (!choice) throw new Error('No choice')
    const answered = await openai().chat.completions.create({
      model,
      tools,
      messages: [...question, choice.message, { role: 'tool', tool_call_id: 'call_weather', content: '31 degrees' }],
    })
    expect(answered.choices[0]?.message.content).toBe('Hello there')
    const sent = vendor.requests.at(-1)?.body.messages ?? []
    expect(sent.map(({ role, content }) => [role, content])).toEqual([
      ['system', expect.any(String)],
      ['user', 'How warm is Rome?'],
      ['assistant', null],
      ['tool', '31 degrees'],
    ])
  })

  test('parameters reach the model, several answers come back, and what nothing reads is refused by its name', async () => {
    const { choices, usage } = await openai().chat.completions.create({
      model,
      messages: question,
      n: 2,
      temperature: 0.2,
      top_p: 0.5,
      seed: 7,
      stop: ['\n'],
      max_completion_tokens: 9000,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
    })
    expect(choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'Hello there'],
      [1, 'Hello there'],
    ])
    expect(usage?.completion_tokens).toBe(4)
    const { max_tokens: short, max_completion_tokens: long = short, ...sent } = lastSent()
    expect(sent).toMatchObject({
      temperature: 0.2,
      top_p: 0.5,
      seed: 7,
      stop: ['\n'],
      response_format: { type: 'json_schema' },
    })
    // Never more than the builder allows.
    expect(long).toBe(500)

    const refused = async (more: object) => {
      const failure = await openai()
        .chat.completions.create({ model, messages: question, ...more } as OpenAI.ChatCompletionCreateParams)
        .catch((error: unknown) => error)
      if (!(failure instanceof OpenAI.APIError)) throw new Error('It was not refused')
      return [failure.status, failure.param]
    }
    expect(await refused({ logit_bias: { 50: 1 } })).toEqual([400, 'logit_bias'])
    expect(await refused({ reasoning_effort: 'low', stream: true })).toEqual([400, 'reasoning_effort'])
    expect(await refused({ parallel_tool_calls: false })).toEqual([400, 'parallel_tool_calls'])
    expect(await refused({ made_up: 1 })).toEqual([400, 'made_up'])
    expect(await refused({ tool_choice: 'required' })).toEqual([400, 'tool_choice'])
  })

  test('a parameter that the flow’s model doesn’t take is refused with its name, streamed or not', async () => {
    const flow = await createAgentFlow(
      server,
      {
        steps: { directReplyAgentflow_0: { directReplyMessage: 'Always this' } },
        edges: ['startAgentflow_0 > directReplyAgentflow_0'],
      },
      { type: 'AGENTFLOW', deployed: true } as { type: string },
    )
    const plain = await openai().chat.completions.create({ model: flow, messages: question })
    expect(plain.choices[0]?.message.content).toBe('Always this')
    const failure = await openai()
      .chat.completions.create({ model: flow, messages: question, temperature: 1 })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 400, param: 'temperature' })
  })

  test('an agent has the caller’s tools beside its own, and a call of one ends its turn', async () => {
    const agent = await createAgent()
    vendor.upcoming = [{ tokens: [], tool: 'calculator', toolInput: { input: '6*7' } }, askForWeather]
    const { choices } = await openai().chat.completions.create({
      model: agent,
      messages: question,
      tools: [{ type: 'function', function: weather }],
    })
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'weather' } }] },
    })
    const offered = (lastSent()['tools'] as { function: { name: string } }[]).map((each) => each.function.name)
    expect(offered).toEqual(['calculator', 'weather'])
    const again = await openai().chat.completions.create({
      model: agent,
      messages: [
        ...question,
        choices[0]!.message,
        { role: 'tool', tool_call_id: 'call_weather', content: '31 degrees' },
      ],
      tools: [{ type: 'function', function: weather }],
    })
    expect(again.choices[0]?.message.content).toBe('Hello there')
  })

  test('responses: streamed events, a conversation by the id of its last answer, tools, files', async () => {
    const client = openai()
    const first = await client.responses.create({ model, input: 'Hi', instructions: 'Be brief', metadata: { a: 'b' } })
    expect(first).toMatchObject({ status: 'completed', output_text: 'Hello there', metadata: { a: 'b' } })
    const types: string[] = []
    let text = ''
    const stream = await client.responses.create({ model, input: 'And?', previous_response_id: first.id, stream: true })
    for await (const event of stream) {
      if (types.at(-1) !== event.type) types.push(event.type)
      if (event.type === 'response.output_text.delta') text += event.delta
      if (event.type === 'response.completed') expect(event.response.usage?.output_tokens).toBe(2)
    }
    expect(text).toBe('Hello there')
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.slice(-3)
        .map(({ content }) => content),
    ).toEqual(['Hi', 'Hello there', 'And?'])

    vendor.upcoming = [askForWeather]
    const tools = [{ type: 'function' as const, strict: true, ...weather }]
    const called = await client.responses.create({ model, input: 'How warm?', tools })
    expect(called.output).toMatchObject([
      { type: 'function_call', call_id: 'call_weather', name: 'weather', arguments: '{"city":"Rome"}' },
    ])
    const answered = await client.responses.create({
      model,
      tools,
      previous_response_id: called.id,
      input: [{ type: 'function_call_output', call_id: 'call_weather', output: '31 degrees' }],
    })
    expect(answered.output_text).toBe('Hello there')
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ role }) => role),
    ).toEqual(['user', 'assistant', 'tool'])

    const image = `data:image/png;base64,${PIXEL}`
    await client.responses.create({
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'See' },
            { type: 'input_image', image_url: image, detail: 'auto' },
          ],
        },
      ],
    })
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1))).toContain(PIXEL)
    const note = `data:text/plain;base64,${Buffer.from('The code is 4711').toString('base64')}`
    await client.responses.create({
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', filename: 'note.txt', file_data: note },
            { type: 'input_text', text: 'Code?' },
          ],
        },
      ],
    })
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1))).toContain('The code is 4711')

    const other = await createConversation(server, { vendorUrl: vendor.url, columns: { deployed: true } })
    const gone = (request: object) =>
      client.responses.create({ model, input: 'x', ...request }).catch((error: unknown) => error)
    expect(
      await gone({ previous_response_id: first.id.replace(/\.(.)/, (_, sign) => (sign === 'A' ? '.B' : '.A')) }),
    ).toMatchObject({
      status: 400,
      param: 'previous_response_id',
    })
    expect(await gone({ previous_response_id: first.id, model: other })).toMatchObject({
      status: 400,
      param: 'previous_response_id',
    })
    expect(await gone({ tools: [{ type: 'web_search' }] })).toMatchObject({ status: 400, param: 'tools.0.type' })
    expect(await gone({ background: true })).toMatchObject({ status: 400, param: 'background' })
  })

  test('embeddings come from the built-in model, for keys and the owner', async () => {
    const input = ['A lamp', 'A light', 'Tax law']
    const { data, model: named } = await openai().embeddings.create({ model: 'chatwright/embed', input })
    const [lamp = [], light = [], tax = []] = data.map(({ embedding }) => embedding)
    const nearness = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
    expect([named, lamp.length]).toEqual(['chatwright/embed', 384])
    expect(nearness(lamp, light)).toBeGreaterThan(nearness(lamp, tax))
    const plain = await openai().embeddings.create({
      model: 'chatwright/embed',
      input: 'A lamp',
      encoding_format: 'float',
    })
    expect(plain.data[0]?.embedding[0]).toBeCloseTo(lamp[0] ?? 0, 5)
    expect(await openai().models.retrieve('chatwright/embed')).toMatchObject({ type: 'embedding' })
    const failed = await openai()
      .embeddings.create({ model: 'chatwright/embed', input: 'x', dimensions: 8 })
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ status: 400, param: 'dimensions' })
  })

  test('a run that fails under way ends as failed in the stream, and models tell what they can do', async () => {
    vendor.script = { tokens: ['Hel', 'lo'], breakAfter: 1 }
    const types: string[] = []
    for await (const event of await openai().responses.create({ model, input: 'Hi', stream: true }))
      types.push(event.type)
    expect(types.at(-1)).toBe('response.failed')
    expect(await openai().models.retrieve(model)).toMatchObject({
      id: model,
      type: 'chat',
      capabilities: { chat: true, images: true, tools: true, embeddings: false },
    })
  })
})

test('langchain asks a flow, streams it, and binds tools', async () => {
  const chat = new ChatOpenAI({
    model,
    apiKey: 'none',
    configuration: { baseURL: `${url}/v1` },
    maxRetries: 0,
    temperature: 0,
  })
  expect((await chat.invoke('Hi')).text).toBe('Hello there')
  let text = ''
  for await (const chunk of await chat.stream('Hi')) text += chunk.text
  expect(text).toBe('Hello there')
  vendor.upcoming = [askForWeather]
  const { tool_calls: calls } = await chat
    .bindTools([{ type: 'function', function: weather }])
    .invoke('How warm is Rome?')
  expect(calls).toMatchObject([{ name: 'weather', args: { city: 'Rome' }, id: 'call_weather' }])
})

test('the AI SDK asks by both of OpenAI’s protocols, and runs its own tools between two turns', async () => {
  const provider = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })
  const asked: unknown[] = []
  const tools = {
    weather: tool({
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        asked.push(city)
        return '31 degrees'
      },
    }),
  }
  const { stepCountIs } = await import('ai')
  for (const named of [provider.chat(model), provider.responses(model)]) {
    vendor.upcoming = [askForWeather]
    const { text, steps } = await generateText({
      model: named,
      tools,
      stopWhen: stepCountIs(3),
      prompt: 'How warm is Rome?',
      maxRetries: 0,
    })
    expect([text, steps.length]).toEqual(['Hello there', 2])
    let streamed = ''
    for await (const piece of streamText({ model: named, prompt: 'Hi', maxRetries: 0 }).textStream) streamed += piece
    expect(streamed).toBe('Hello there')
  }
  expect(asked).toEqual(['Rome', 'Rome'])
})

describe('anthropic', () => {
  test('messages: whole and streamed, with tools and their results', async () => {
    const client = anthropic()
    const whole = await client.messages.create({ model, max_tokens: 100, system: 'Be brief', messages: question })
    expect(whole).toMatchObject({
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'Hello there' }],
    })
    expect(whole.usage).toMatchObject({ input_tokens: 7, output_tokens: 2 })
    const streamed = await client.messages.stream({ model, max_tokens: 100, messages: question }).finalMessage()
    expect([streamed.stop_reason, streamed.content]).toEqual(['end_turn', [{ type: 'text', text: 'Hello there' }]])
    expect(streamed.usage.output_tokens).toBe(2)

    const tools = [
      {
        name: 'weather',
        description: weather.description,
        input_schema: weather.parameters as Anthropic.Tool.InputSchema,
      },
    ]
    vendor.upcoming = [askForWeather]
    const asked = { model, max_tokens: 100, messages: question, tools }
    const called = await client.messages.stream({ ...asked, tool_choice: { type: 'any' } }).finalMessage()
    expect(called).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: 'call_weather', name: 'weather', input: { city: 'Rome' } }],
    })
    expect(lastSent()).toMatchObject({ tool_choice: 'required' })
    const answered = await client.messages.create({
      ...asked,
      messages: [
        ...question,
        { role: 'assistant', content: called.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_weather', content: '31 degrees' }] },
      ],
    })
    expect(answered.content).toEqual([{ type: 'text', text: 'Hello there' }])
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map(({ role }) => role),
    ).toEqual(['user', 'assistant', 'tool'])
    const unread = Object.assign({ top_k: 3 }, asked)
    const refused = await client.messages.create(unread).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, error: { type: 'error', error: { type: 'invalid_request_error' } } })
    expect((refused as Error).message).toContain('top_k')
  })

  test('its key is read where its clients put it', async () => {
    const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Key' })).body
    const closed = await createConversation(server, {
      vendorUrl: vendor.url,
      columns: { deployed: true, apikeyid: key.id },
    })
    const asked = { model: closed, max_tokens: 100, messages: question }
    expect(
      await anthropic()
        .messages.create(asked)
        .catch((error: unknown) => error),
    ).toMatchObject({ status: 401 })
    const client = new Anthropic({ baseURL: url, apiKey: key.apiKey, maxRetries: 0 })
    expect((await client.messages.create(asked)).stop_reason).toBe('end_turn')
  })
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

import type { Message } from '@chatwright/core'
import { expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { runStep } from '../../test/step-turn.ts'
import { testRun } from '../../test/test-run.ts'
import llm from './llm-agentflow.ts'

const run = testRun({ question: 'Why?' })
const past: Message[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi there' },
]
const said = [
  { role: 'user', content: 'Why?' },
  { role: 'user', content: 'Because', name: 'first_step' },
] as const
const system = { role: 'system', content: 'Be kind.' } as const

/** What the model was shown, in one line for each message. */
async function shown(inputs: object, more: Partial<Parameters<typeof runStep>[1]> = {}): Promise<string[]> {
  const model = scriptedModel(['An answer'])
  await runStep(llm, { inputs: { llmModel: model, ...inputs }, run, ...more })
  return (model.requests[0]?.messages ?? []).map(line)
}

function line({ role, content }: Message): string {
  return `${role}: ${typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : part.type)).join('+')}`
}

test('system messages come first, then what the builder wrote, then the conversation and the question', async () => {
  const llmMessages = [
    { role: 'user', content: 'An example' },
    { role: 'assistant', content: 'Its answer' },
    { role: 'developer', content: 'Be brief.' },
    system,
    { role: 'user', content: '' },
  ]
  expect(await shown({ llmMessages }, { turn: { past } })).toEqual([
    'system: Be brief.',
    'system: Be kind.',
    'user: An example',
    'assistant: Its answer',
    'user: Hello',
    'assistant: Hi there',
    'user: Why?',
  ])
})

test('a step that is not the first to talk is shown what was said, and not the question again', async () => {
  expect(await shown({ llmMessages: '' }, { turn: { past, said } })).toEqual([
    'user: Hello',
    'assistant: Hi there',
    'user: Why?',
    'user: Because',
  ])
})

test('its own message comes last', async () => {
  expect((await shown({ llmUserMessage: 'Put it in one word.' }, { turn: { said } })).at(-1)).toBe(
    'user: Put it in one word.',
  )
})

test('without memory it is shown only what the builder wrote, and the question when it talks first', async () => {
  const off = { llmEnableMemory: false, llmMessages: [system], llmUserMessage: 'left over' }
  expect(await shown(off, { turn: { past } })).toEqual(['system: Be kind.', 'user: Why?'])
  expect(await shown(off, { turn: { past, said } })).toEqual(['system: Be kind.'])
  const asks = { ...off, llmMessages: [system, { role: 'user', content: 'Name the topic of: Why?' }] }
  expect(await shown(asks, { turn: { past } })).toEqual(['system: Be kind.', 'user: Name the topic of: Why?'])
})

test('a step that is kept out of the memory leaves the conversation as it was', async () => {
  const said = async (inputs: object) =>
    (await runStep(llm, { inputs: { llmModel: scriptedModel(['An answer']), ...inputs }, run })).result.said
  expect(await said({})).toHaveLength(2)
  expect(await said({ llmOutOfMemory: true })).toEqual([])
})

test('what the caller sent along stands for the chat', async () => {
  const sent = testRun({ question: 'Why?', history: [{ role: 'user', content: 'Sent along' }] })
  expect(await shown({}, { turn: { past }, run: sent })).toEqual(['user: Sent along', 'user: Why?'])
  const off = { llmEnableMemory: 'false', llmMessages: [system] }
  expect(await shown(off, { run: sent })).toEqual(['system: Be kind.', 'user: Sent along', 'user: Why?'])
  expect(await shown(off, { run: sent, turn: { said } })).toEqual(['system: Be kind.'])
})

test('a window shows the latest exchanges', async () => {
  const inputs = { llmMemoryType: 'windowSize', llmMemoryWindowSize: '1' }
  expect(await shown(inputs, { turn: { past } })).toEqual(['assistant: Hi there', 'user: Why?'])
  expect(await shown(inputs, { turn: { past, said } })).toEqual(['user: Why?', 'user: Because'])
})

test('a summary stands for everything that was said, and the question stays as it was asked', async () => {
  const summarised = async (turn: object) => {
    const model = scriptedModel(['They said hello.', 'They went on.', 'An answer'])
    const inputs = { llmModel: model, llmMemoryType: 'conversationSummary', llmMessages: [system] }
    const { turn: done } = await runStep(llm, { inputs, run, turn })
    expect(done.calls.map(({ key, effect }) => [key, effect])).toEqual([['summary', 'asks']])
    return (model.requests.at(-1)?.messages ?? []).map(line)
  }
  expect(await summarised({ past })).toEqual(['system: Be kind.', 'assistant: They said hello.', 'user: Why?'])
  expect(await summarised({ past, said })).toEqual(['system: Be kind.', 'assistant: They went on.', 'user: Why?'])
})

test('above its limit the oldest messages become a summary, and the latest stay word for word', async () => {
  const buffered = async (llmMessages: object[], llmMemoryMaxTokenLimit: number) => {
    const model = scriptedModel(['They said hello.', 'An answer'])
    const inputs = { llmModel: model, llmMemoryType: 'conversationSummaryBuffer', llmMemoryMaxTokenLimit, llmMessages }
    await runStep(llm, { inputs, run, turn: { past } })
    return (model.requests.at(-1)?.messages ?? []).map(line)
  }
  const summary = 'What was said so far, in short: They said hello.'
  expect(await buffered([], 3)).toEqual([`system: ${summary}`, 'assistant: Hi there', 'user: Why?'])
  expect(await buffered([system], 3)).toEqual([
    'system: Be kind.',
    `user: ${summary}`,
    'assistant: Hi there',
    'user: Why?',
  ])
  expect((await buffered([], 1)).at(-1)).toBe('user: Why?')
})

test('all of it is shown as long as it fits the limit', async () => {
  const inputs = { llmMemoryType: 'conversationSummaryBuffer' }
  expect(await shown(inputs, { turn: { past } })).toEqual(['user: Hello', 'assistant: Hi there', 'user: Why?'])
})

test('a form is the question of whoever talks first', async () => {
  const turn = { given: { form: { name: 'Ann' } } }
  expect(await shown({}, { run: testRun({ question: '' }), turn })).toEqual(['user: name: Ann'])
})

test('pictures are shown to a model that can see them, with the question, also when another step talked before', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' } as const
  const seeing = testRun({ question: 'What is it?', attachments: [image] })
  const first = [{ role: 'user', content: 'What is it?' }] as const
  expect(await shown({}, { run: seeing })).toEqual(['user: What is it?+image'])
  expect(await shown({}, { run: seeing, turn: { said: first } })).toEqual(['user: What is it?+image'])
  const blind = scriptedModel(['An answer'], { canSeeImages: false })
  expect(await shown({ llmModel: blind }, { run: seeing })).toEqual([])
  expect(blind.requests[0]?.messages.map(line)).toEqual(['user: What is it?'])
})

test('a picture is named in the trace and kept nowhere', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' } as const
  const { result } = await runStep(llm, {
    inputs: { llmModel: scriptedModel(['A cat']) },
    run: testRun({ question: 'What is it?', attachments: [image] }),
  })
  expect(JSON.stringify(result)).not.toContain('aGk=')
  expect(result.said?.[0]).toEqual({ role: 'user', content: 'What is it?' })
})

test('its words are heard as they come, and handed on with what they cost', async () => {
  let now = 1000
  const { result, turn } = await runStep(llm, {
    inputs: { llmModel: scriptedModel(['It is blue']), llmReturnResponseAs: 'assistantMessage' },
    run: testRun({ question: 'Why?', now: () => (now += 50) }),
  })
  expect(turn.heard).toEqual(['It ', 'is ', 'blue'].map((text) => ({ type: 'token', text })))
  expect(result.output).toEqual({
    content: 'It is blue',
    timeMetadata: { start: 1050, end: 1100, delta: 50 },
    usageMetadata: { input_tokens: 3, output_tokens: 3, total_tokens: 6 },
  })
  expect(result.said).toEqual([
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'It is blue', name: 'llm' },
  ])
  expect(result.input).toMatchObject({ messages: [{ role: 'user', content: 'Why?' }], model: 'scripted' })
})

test('the answer counts as the person’s word by default, and the question is not brought twice', async () => {
  const { result } = await runStep(llm, { inputs: { llmModel: scriptedModel(['Blue']) }, run, turn: { said } })
  expect(result.said).toEqual([{ role: 'user', content: 'Blue', name: 'llm' }])
})

test('what a model thought is kept apart', async () => {
  const model = scriptedModel([
    [
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'Blue' },
      { type: 'finish', reason: 'stop' },
    ],
  ])
  const { result } = await runStep(llm, { inputs: { llmModel: model }, run: testRun({ now: () => 0 }) })
  expect(result.output).toMatchObject({ content: 'Blue', reasonContent: { thinking: 'Hm', thinkingDuration: 0 } })
})

const rows = [
  { key: 'topic', type: 'enum', enumValues: 'billing, other', description: 'What it is about' },
  { key: 'tags', type: 'stringArray', enumValues: '', jsonSchema: '', description: 'Words' },
  {
    key: 'tasks',
    type: 'jsonArray',
    jsonSchema: '{"task": {"type": "string", "description": "What"}, "due": {"type": "number", "optional": true}}',
    description: 'To do',
  },
  { key: 'free', type: 'jsonArray', jsonSchema: 'z.object(', description: '' },
]
const answer = { topic: 'billing', tags: ['a'], tasks: [{ task: 'x' }], free: [{ any: 1 }] }

test('a structured answer can be referred to by its keys, and is the answer as a whole', async () => {
  const model = scriptedModel([`Here:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``])
  const { result, turn } = await runStep(llm, { inputs: { llmModel: model, llmStructuredOutput: rows }, run })
  const content = JSON.stringify(answer, null, 2)
  expect(result.output).toMatchObject({ ...answer, content })
  expect(turn.heard).toEqual([{ type: 'token', text: content }])
  expect(result.said?.at(-1)).toMatchObject({ content })
  expect(model.requests[0]?.responseSchema).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['topic', 'tags', 'tasks', 'free'],
    properties: {
      topic: { type: 'string', enum: ['billing', 'other'], description: 'What it is about' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Words' },
      tasks: {
        type: 'array',
        description: 'To do',
        items: {
          type: 'object',
          properties: { task: { type: 'string', description: 'What' }, due: { type: 'number' } },
          required: ['task'],
        },
      },
      free: { type: 'array', items: { type: 'object' } },
    },
  })
})

test('a value that is called content is the answer', async () => {
  const model = scriptedModel(['{"content": "Short", "more": 1}'])
  const llmStructuredOutput = [
    { key: 'content', type: 'string', description: 'x' },
    { key: 'more', type: 'number', description: 'y' },
  ]
  const { result } = await runStep(llm, { inputs: { llmModel: model, llmStructuredOutput }, run })
  expect(result.output).toMatchObject({ content: 'Short', more: 1 })
})

test('a model that misses the shape is shown its mistake once, and both calls are counted', async () => {
  const model = scriptedModel(['{"topic": "weather"}', '{"topic": "other"}'])
  const inputs = { llmModel: model, llmStructuredOutput: rows.slice(0, 1) }
  const { result } = await runStep(llm, { inputs, run })
  expect(result.output).toMatchObject({ topic: 'other', usageMetadata: { input_tokens: 6 } })
  const stubborn = { ...inputs, llmModel: scriptedModel(['no', 'never']) }
  expect(await rejection(runStep(llm, { inputs: stubborn, run }))).toMatchObject({ code: 'failed' })
})

test('the built-in answerer is not asked for a shape, and of no summary', async () => {
  const quoting = scriptedModel(['Quoted'], { quotesOnly: true })
  const error = await rejection(runStep(llm, { inputs: { llmModel: quoting, llmStructuredOutput: rows }, run }))
  expect(error).toMatchObject({ code: 'unsupported' })
  await runStep(llm, { inputs: { llmModel: quoting, llmMemoryType: 'conversationSummary' }, run, turn: { past } })
  expect(quoting.requests[0]?.messages).toHaveLength(3)
})

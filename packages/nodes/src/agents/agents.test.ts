import type { AnswerEvent, Chat, ChatModel, ModelEvent, NodeDefinition, Tool } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { fixedMemory, fixedPrompt, scriptedModel, scriptedTool } from '../../test/conforming-values.ts'
import { testRun } from '../../test/test-run.ts'
import { parseArguments } from '../openai-compatible/tool-calls.ts'
import conversationalAgent from './conversational-agent.ts'
import reactAgentChat from './react-agent-chat.ts'
import toolAgent from './tool-agent.ts'

const callTool = (name: string, input: Record<string, unknown>, id = name): ModelEvent => ({
  type: 'tool-call',
  call: { id, name, input },
})

async function ask(
  node: NodeDefinition,
  inputs: Record<string, unknown>,
  run = testRun({ question: 'How much?' }),
): Promise<AnswerEvent[]> {
  const agent = await buildNode<Chat>(node, { inputs })
  const events: AnswerEvent[] = []
  for await (const event of agent.answer({ question: run.question }, run)) events.push(event)
  return events
}

const textOf = (events: readonly AnswerEvent[]): string =>
  events.map((event) => (event.type === 'token' ? event.text : '')).join('')

describe('the tool agent', () => {
  test('calls several tools at once, shows the model what they say, and streams the answer', async () => {
    let running = 0
    let most = 0
    const slowTool = (name: string): Tool => ({
      ...scriptedTool(name, () => ''),
      async call({ input }) {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
        return `${name} says ${String(input)}`
      },
    })
    const model = scriptedModel([
      [
        { type: 'text', text: 'Let me look.' },
        callTool('price', { input: 'tea' }),
        callTool('stock', { input: 'tea' }),
        { type: 'finish', reason: 'tool-calls', providerData: { signed: 1 } },
      ],
      'Three euros.',
    ])
    const memory = fixedMemory([{ role: 'user', content: 'Hello' }])
    const events = await ask(toolAgent, { model, memory, tools: [slowTool('price'), slowTool('stock')] })

    expect(events).toEqual([
      { type: 'token', text: 'Let me look.' },
      {
        type: 'called-tools',
        tools: [
          { tool: 'price', toolInput: { input: 'tea' }, toolOutput: '' },
          { tool: 'stock', toolInput: { input: 'tea' }, toolOutput: '' },
        ],
      },
      { type: 'token', text: '\n\nThree ' },
      { type: 'token', text: 'euros.' },
      {
        type: 'used-tools',
        tools: [
          { tool: 'price', toolInput: { input: 'tea' }, toolOutput: 'price says tea' },
          { tool: 'stock', toolInput: { input: 'tea' }, toolOutput: 'stock says tea' },
        ],
      },
    ])
    expect(most).toBe(2)
    expect(model.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'How much?' },
      {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [
          { id: 'price', name: 'price', input: { input: 'tea' } },
          { id: 'stock', name: 'stock', input: { input: 'tea' } },
        ],
        providerData: { signed: 1 },
      },
      { role: 'tool', toolCallId: 'price', content: 'price says tea' },
      { role: 'tool', toolCallId: 'stock', content: 'stock says tea' },
    ])
    expect(memory.saved).toEqual([{ question: 'How much?', answer: 'Let me look.\n\nThree euros.' }])
  })

  test('a tool that fails, one that does not exist and a call without its inputs are told to the model', async () => {
    const broken = scriptedTool('broken', () => {
      throw new Error('the shop is closed')
    })
    const picky: Tool = {
      ...scriptedTool('picky', () => 'fine'),
      parameters: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
    }
    const model = scriptedModel([
      [callTool('broken', { input: 'x' }), callTool('nothing', {}), callTool('picky', { from: 'a' })],
      'It failed.',
    ])
    const events = await ask(toolAgent, { model, tools: [broken, picky] })
    expect(events.find((event) => event.type === 'used-tools')).toEqual({
      type: 'used-tools',
      tools: [
        { tool: 'broken', toolInput: { input: 'x' }, toolOutput: '', error: 'the shop is closed' },
        {
          tool: 'nothing',
          toolInput: {},
          toolOutput: '',
          error: 'There is no tool "nothing". The tools are: broken, picky.',
        },
        {
          tool: 'picky',
          toolInput: { from: 'a' },
          toolOutput: '',
          error: 'The call lacks "to". Its inputs are: from, to.',
        },
      ],
    })
    expect(model.requests[1]?.messages.at(-3)?.content).toBe('The tool failed: the shop is closed')
    expect(textOf(events)).toBe('It failed.')
  })

  test('what a model leaves out by saying null is left out, but for what the tool must have', async () => {
    const seen: unknown[] = []
    const tool: Tool = {
      ...scriptedTool('weather', () => 'fine'),
      parameters: { type: 'object', properties: { city: {}, days: {} }, required: ['city'] },
      call: async (input) => {
        seen.push(input)
        return 'sunny'
      },
    }
    const calls = [callTool('weather', { city: 'Bonn', days: null }), callTool('weather', { city: null, days: 2 }, 'b')]
    await ask(toolAgent, { model: scriptedModel([calls, 'Sunny.']), tools: [tool] })
    expect(seen).toEqual([{ city: 'Bonn' }, { city: null, days: 2 }])
  })

  test('of thousands of calls in one reply a hundred are made, and the model is told of the others', async () => {
    let made = 0
    const tool = scriptedTool('price', () => String((made += 1)))
    const calls = Array.from({ length: 3000 }, (_, at) => callTool('price', { input: 'tea' }, `c${at}`))
    const model = scriptedModel([calls, 'Three euros.'])
    await ask(toolAgent, { model, tools: [tool] })
    const told = model.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? []
    const leftOut = told.filter(({ content }) => /more than 100 calls/.test(JSON.stringify(content)))
    expect([made, told.length, leftOut.length, told[99]?.content]).toEqual([100, 3000, 2900, '100'])
  })

  test('after the step cap the model must answer without tools', async () => {
    const model = scriptedModel([[callTool('again', { input: '1' })], [callTool('again', { input: '2' })], 'Enough.'])
    const events = await ask(toolAgent, { model, maxIterations: 2, tools: [scriptedTool('again', () => 'more')] })
    expect(textOf(events)).toBe('Enough.')
    expect(model.requests.map((request) => request.toolChoice)).toEqual(['auto', 'auto', 'none'])
  })

  test('a model that goes on asking for tools after the cap leaves words, not an empty answer', async () => {
    const again = [callTool('again', { input: '1' })]
    const memory = fixedMemory([])
    const model = scriptedModel([again, again, again])
    const tools = [scriptedTool('again', () => 'more')]
    const events = await ask(toolAgent, { model, memory, maxIterations: 2, tools })
    expect(textOf(events)).toMatch(/^I stopped after 2 rounds of tools without an answer\. .*"Max Iterations"/)
    expect(events.find((event) => event.type === 'used-tools')?.tools).toHaveLength(2)
  })

  test('what the model thinks after a tool is a paragraph of its own', async () => {
    const model = scriptedModel([
      [{ type: 'thinking', text: 'I must ' }, { type: 'thinking', text: 'look.' }, callTool('look', { input: '1' })],
      [
        { type: 'thinking', text: 'Now I know.' },
        { type: 'text', text: 'Two.' },
      ],
    ])
    const events = await ask(toolAgent, { model, tools: [scriptedTool('look', () => 'two')] })
    const thought = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')
    expect(thought).toBe('I must look.\n\nNow I know.')
  })

  test('a tool with one input gets it under its own name, whatever the model calls it', async () => {
    const seen: unknown[] = []
    const greet: Tool = {
      ...scriptedTool('greet', () => ''),
      parameters: { type: 'object', properties: { person: {} }, required: ['person'] },
      call: async (input) => {
        seen.push(input)
        return 'hello'
      },
    }
    const calls = [callTool('greet', { input: 'Anna' }), callTool('greet', { person: 'Bob' }, 'b')]
    await ask(toolAgent, { model: scriptedModel([calls, 'Done.']), tools: [greet] })
    expect(seen).toEqual([{ person: 'Anna' }, { person: 'Bob' }])
  })

  test('a call whose arguments broke off reaches no tool, and the model is told', async () => {
    const model = scriptedModel([
      [{ type: 'tool-call', call: { id: 'a', name: 'send', ...parseArguments('{"input": "Dear An') } }],
      'Again.',
    ])
    let calls = 0
    const events = await ask(toolAgent, { model, tools: [scriptedTool('send', () => `sent ${(calls += 1)}`)] })
    expect(calls).toBe(0)
    expect(events.find((event) => event.type === 'used-tools')?.tools[0]?.error).toMatch(/not whole JSON/)
  })

  test('a tool that returns directly ends the run, and its documents are collected', async () => {
    const direct: Tool = {
      ...scriptedTool('direct', () => ''),
      returnDirect: true,
      call: async () => ({
        content: 'Straight from the tool',
        sourceDocuments: [{ pageContent: 'page', metadata: { source: 'a.pdf' } }],
        artifacts: [{ type: 'png', data: 'x' }],
      }),
    }
    const events = await ask(toolAgent, {
      model: scriptedModel([[callTool('direct', { input: 'x' })]]),
      tools: [direct],
    })
    const sourceDocuments = [{ pageContent: 'page', metadata: { source: 'a.pdf' } }]
    expect(events.slice(1)).toEqual([
      { type: 'token', text: 'Straight from the tool' },
      {
        type: 'used-tools',
        tools: [{ tool: 'direct', toolInput: { input: 'x' }, toolOutput: 'Straight from the tool', sourceDocuments }],
      },
      { type: 'source-documents', documents: sourceDocuments },
      { type: 'artifacts', artifacts: [{ type: 'png', data: 'x' }] },
    ])
  })

  test('an abort stops at once, even in a tool that does not listen', async () => {
    const controller = new AbortController()
    const deaf: Tool = {
      ...scriptedTool('deaf', () => ''),
      call: () => {
        setTimeout(() => controller.abort(new Error('gone')), 1)
        return new Promise(() => {})
      },
    }
    const asking = ask(
      toolAgent,
      { model: scriptedModel([[callTool('deaf', { input: 'x' })], 'never']), tools: [deaf] },
      testRun({ signal: controller.signal }),
    )
    await expect(asking).rejects.toThrow('gone')
  })

  test('a prompt template replaces the system message and keeps the history before the question', async () => {
    const model = scriptedModel(['Yes.'])
    await ask(toolAgent, {
      model,
      memory: fixedMemory([{ role: 'assistant', content: 'Earlier' }]),
      chatPromptTemplate: fixedPrompt('Briefly: {input}'),
    })
    expect(model.requests[0]?.messages).toEqual([
      { role: 'assistant', content: 'Earlier' },
      { role: 'user', content: 'Briefly: How much?' },
    ])
  })

  test('two tools of one name are refused', async () => {
    const tools = [scriptedTool('search', () => ''), scriptedTool('search', () => '')]
    await expect(ask(toolAgent, { model: scriptedModel([]), tools })).rejects.toThrow(
      'Two tools have the name "search".',
    )
  })

  test('a refusal of the moderation is the answer, and the model is not asked', async () => {
    const model = scriptedModel([])
    const moderation = { kind: 'moderation', check: async () => 'Not that.' }
    expect(await ask(toolAgent, { model, inputModeration: [moderation] })).toEqual([
      { type: 'token', text: 'Not that.' },
    ])
    expect(model.requests).toEqual([])
  })
})

describe('agents that think in words', () => {
  const reasoning = [
    'Thought: I need the price\nAction: price\nAction Input: {"input": "tea"}\nObservation: made up',
    'Thought: I know the answer\nFinal Answer: It costs three euros.',
  ]

  test('use a tool by writing its name, and stream only the final answer as text', async () => {
    const model = scriptedModel(reasoning, { canCallTools: false })
    const events = await ask(reactAgentChat, {
      model,
      tools: [scriptedTool('price', ({ input }) => `${String(input)}: 3`)],
    })
    expect(textOf(events)).toBe('It costs three euros.')
    expect(events.filter((event) => event.type === 'token').length).toBeGreaterThan(2)
    expect(events.find((event) => event.type === 'used-tools')).toEqual({
      type: 'used-tools',
      tools: [{ tool: 'price', toolInput: { input: 'tea' }, toolOutput: 'tea: 3' }],
    })
    const thinking = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')
    expect(thinking).toContain('Thought: I need the price')
    expect(thinking).toContain('Thought: I know the answer')
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'Action: price\nAction Input: {"input":"tea"}' },
      { role: 'user', content: 'Observation: tea: 3' },
    ])
    expect(model.requests[0]?.stop).toEqual(['\nObservation:'])
    expect(model.requests[0]?.tools).toBeUndefined()
  })

  test.each([
    ['text instead of JSON', 'Action: PRICE\nAction Input: green tea', { input: 'green tea' }],
    ['JSON in a code block', 'Action: `price`\nAction Input: ```json\n{"input":"tea"}\n```', { input: 'tea' }],
    ['quoted text', 'Action: price\nAction Input: "tea"\nThought: and then', { input: 'tea' }],
  ])('understand %s', async (_, written, toolInput) => {
    const model = scriptedModel([written, 'Final Answer: done'], { canCallTools: false })
    const events = await ask(reactAgentChat, { model, tools: [scriptedTool('price', () => 'ok')] })
    expect(events.find((event) => event.type === 'used-tools')).toEqual({
      type: 'used-tools',
      tools: [{ tool: 'price', toolInput, toolOutput: 'ok' }],
    })
  })

  test('a result that the model made up, and the answer from it, are not taken for real', async () => {
    const inventive = 'Action: price\nAction Input: tea\nObservation: 99\nThought: I know\nFinal Answer: It costs 99.'
    const model = scriptedModel([inventive, 'Final Answer: It costs 3.'], { canCallTools: false })
    const events = await ask(reactAgentChat, { model, tools: [scriptedTool('price', () => '3')] })
    expect(textOf(events)).toBe('It costs 3.')
  })

  test('take text without the form for the answer', async () => {
    const model = scriptedModel(['Just hello.'], { canCallTools: false })
    expect(textOf(await ask(reactAgentChat, { model, tools: [scriptedTool('price', () => '')] }))).toBe('Just hello.')
  })

  test('the conversational agent calls tools by itself where the model can, and in words where it cannot', async () => {
    const tools = [scriptedTool('price', () => '3')]
    const able: ChatModel = scriptedModel([[callTool('price', { input: 'tea' })], 'Three.'])
    expect(textOf(await ask(conversationalAgent, { model: able, tools }))).toBe('Three.')
    const unable = scriptedModel(reasoning, { canCallTools: false })
    expect(textOf(await ask(conversationalAgent, { model: unable, tools }))).toBe('It costs three euros.')
  })
})

import { defineNode, anchor, NodeError, string, type ChatModel, type Chat } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildValues } from './build-values.ts'
import { compile } from './compile.ts'
import { catalogueOf, collect, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { echoModel, fork, sessionMemory, talkChain } from './nodes.fixture.ts'
import { run } from './run.ts'

const catalogue = catalogueOf(echoModel, talkChain, sessionMemory, fork)

const simpleFlow = () =>
  draw(catalogue).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model').flow

describe('a run', () => {
  test('tells what nodes hand on together as it was said', async () => {
    const bulkChat = defineNode({
      name: 'bulkChat',
      label: 'Bulk Chat',
      version: 1,
      category: 'Chains',
      description: 'Hands on several tokens at once.',
      icon: 'chain.svg',
      baseClasses: ['BulkChat', 'BaseChain'],
      traits: { answers: true },
      inputs: {},
      build: (): Chat => ({
        kind: 'chat',
        async *answer() {
          yield { type: 'token', text: 'one two ', pieces: ['one ', 'two '] }
          yield { type: 'token', text: 'three' }
          yield { type: 'usage', usage: { inputTokens: 1, outputTokens: 3 } }
        },
      }),
    })
    const bulk = catalogueOf(bulkChat)
    const plan = await compile(draw(bulk).add('bulkChat_0').flow, bulk, { want: 'chat' })
    const events = await collect(run(plan, requestOf('count'), effectsOf()))
    expect(events.filter(({ type }) => type === 'token')).toEqual([
      { type: 'token', text: 'one ' },
      { type: 'token', text: 'two ' },
      { type: 'token', text: 'three' },
    ])
    expect(endOf(events)).toMatchObject({
      status: 'done',
      text: 'one two three',
      usage: { inputTokens: 1, outputTokens: 3 },
    })
  })

  test('tells its start, each call with time and usage, the tokens, and its end', async () => {
    const plan = await compile(simpleFlow(), catalogue, { want: 'chat' })
    const events = await collect(run(plan, requestOf('hello you'), effectsOf()))
    expect(events).toEqual([
      { type: 'run-start', runId: 'run', at: 1, endingNodeId: 'talkChain_0' },
      {
        type: 'node-start',
        nodeId: 'talkChain_0',
        label: 'Talk Chain',
        name: 'talkChain',
        callId: 'talkChain_0#1',
        at: 2,
        input: 'hello you',
      },
      {
        type: 'node-start',
        nodeId: 'echoModel_0',
        label: 'Echo Model',
        name: 'echoModel',
        callId: 'echoModel_0#2',
        parentCallId: 'talkChain_0#1',
        at: 3,
        input: 'user: hello you',
      },
      { type: 'token', text: 'hello ' },
      { type: 'token', text: 'you' },
      {
        type: 'node-end',
        nodeId: 'echoModel_0',
        callId: 'echoModel_0#2',
        at: 4,
        durationMs: 1,
        output: 'hello you',
        usage: { inputTokens: 1, outputTokens: 2 },
        model: 'echo',
      },
      { type: 'node-end', nodeId: 'talkChain_0', callId: 'talkChain_0#1', at: 5, durationMs: 3, output: 'hello you' },
      {
        type: 'run-end',
        runId: 'run',
        at: 6,
        status: 'done',
        durationMs: 5,
        usage: { inputTokens: 1, outputTokens: 2 },
      },
    ])
  })

  test('keeps two people apart who talk at the same time through one shared memory', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0')
      .add('sessionMemory_0')
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
      .connect('sessionMemory_0', 'talkChain_0.memory')
    const plan = await compile(flow, catalogue, { want: 'chat' })
    const effects = effectsOf()
    const ask = async (sessionId: string, question: string) => {
      const session = { flowId: 'flow', chatId: sessionId, sessionId, origin: 'external' as const }
      return endOf(await collect(run(plan, requestOf(question, { session }), effects))).text
    }
    await Promise.all([ask('anna', 'a1'), ask('ben', 'b1')])
    expect(await Promise.all([ask('anna', 'a2'), ask('ben', 'b2')])).toEqual(['a1|a2', 'b1|b2'])
  })

  test('builds a shared node once, however many requests arrive at once, and again after a failure', async () => {
    let builds = 0
    let isBroken = true
    const slowMemory = defineNode({
      ...sessionMemory,
      build: async (args) => {
        builds += 1
        await Promise.resolve()
        if (isBroken) throw new NodeError('The store is away.', { code: 'unreachable' })
        return sessionMemory.build(args)
      },
    })
    const nodes = catalogueOf(echoModel, talkChain, slowMemory)
    const { flow } = draw(nodes)
      .add('echoModel_0')
      .add('sessionMemory_0')
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
      .connect('sessionMemory_0', 'talkChain_0.memory')
    const plan = await compile(flow, nodes, { want: 'chat' })
    const ask = async () => endOf(await collect(run(plan, requestOf('hi'), effectsOf())))
    const failed = await Promise.all([ask(), ask(), ask()])
    expect(failed.map(({ status, fault }) => [status, fault?.nodeId])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 'sessionMemory_0']),
    )
    expect(builds).toBe(1)
    isBroken = false
    const done = await Promise.all([ask(), ask(), ask()])
    expect(done.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    expect(builds).toBe(2)
  })

  test('names the innermost node that failed, and keeps the text that had come', async () => {
    const breaking = defineNode({
      ...echoModel,
      build: (): ChatModel => ({
        kind: 'chat-model',
        modelName: 'breaking',
        style: 'chat',
        canCallTools: false,
        canSeeImages: false,
        async *stream() {
          yield { type: 'text', text: 'half an ' }
          throw new NodeError('The provider hung up.', { code: 'unreachable', hint: 'Try again.', isRetryable: true })
        },
      }),
    })
    const nodes = catalogueOf(breaking, talkChain)
    const { flow } = draw(nodes).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model')
    const events = await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf()))
    const fault = {
      message: 'The provider hung up.',
      code: 'unreachable',
      hint: 'Try again.',
      isRetryable: true,
      nodeId: 'echoModel_0',
      nodeLabel: 'Echo Model',
    }
    expect(events.filter(({ type }) => type === 'node-error')).toMatchObject([
      { nodeId: 'echoModel_0', fault },
      { nodeId: 'talkChain_0', fault },
    ])
    expect(endOf(events)).toMatchObject({ status: 'interrupted', text: 'half an ', fault })
  })

  test('ends at once when aborted, even in a node that does not listen, with the partial text', async () => {
    const deaf = defineNode({
      name: 'deaf',
      label: 'Deaf',
      version: 1,
      category: 'Chains',
      description: 'Never ends.',
      icon: 'x.svg',
      baseClasses: ['BaseChain'],
      traits: { answers: true },
      inputs: {},
      build: (): Chat => ({
        kind: 'chat',
        async *answer() {
          yield { type: 'token', text: 'one' }
          await new Promise(() => {})
        },
      }),
    })
    const nodes = catalogueOf(deaf)
    const plan = await compile(draw(nodes).add('deaf_0').flow, nodes, { want: 'chat' })
    const controller = new AbortController()
    const events = []
    for await (const event of run(plan, requestOf('hi', { signal: controller.signal }), effectsOf())) {
      events.push(event)
      if (event.type === 'token') controller.abort()
    }
    expect(endOf(events)).toMatchObject({ status: 'cancelled', text: 'one' })
    expect(events.at(-1)).not.toHaveProperty('fault')
  })

  test('lets a memory forget one conversation and keep the others', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0')
      .add('sessionMemory_0')
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
      .connect('sessionMemory_0', 'talkChain_0.memory')
    const cells = new Map()
    const plan = await compile(flow, catalogue, { want: 'chat', cells })
    const sessionOf = (sessionId: string) => ({ ...requestOf('').session, chatId: sessionId, sessionId })
    const ask = async (sessionId: string, question: string) =>
      endOf(await collect(run(plan, requestOf(question, { session: sessionOf(sessionId) }), effectsOf()))).text
    await ask('anna', 'a1')
    await ask('ben', 'b1')
    const memoryPlan = await compile(flow, catalogue, { want: 'memory', cells })
    const { values } = await buildValues(memoryPlan, requestOf(''), { effects: effectsOf() })
    for (const memory of values) await memory.clear(sessionOf('anna'))
    expect([await ask('anna', 'a2'), await ask('ben', 'b2')]).toEqual(['a2', 'b1|b2'])
  })

  test('aborted before it starts, it asks nobody', async () => {
    const plan = await compile(simpleFlow(), catalogue, { want: 'chat' })
    const events = await collect(run(plan, requestOf('hi', { signal: AbortSignal.abort() }), effectsOf()))
    expect(events.map(({ type }) => type)).toEqual(['run-start', 'run-end'])
    expect(endOf(events)).toMatchObject({ status: 'cancelled', text: '' })
  })

  test('stops when its reader leaves', async () => {
    let signal: AbortSignal | undefined
    const watching = defineNode({
      ...talkChain,
      build: (): Chat => ({
        kind: 'chat',
        async *answer(_, run) {
          signal = run.signal
          yield { type: 'token', text: 'one' }
          yield { type: 'token', text: 'two' }
        },
      }),
    })
    const nodes = catalogueOf(echoModel, watching)
    const { flow } = draw(nodes).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model')
    for await (const event of run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf())) {
      if (event.type === 'token') break
    }
    expect(signal?.aborted).toBe(true)
  })

  test('says which input of which node is not connected', async () => {
    const { flow } = draw(catalogue).add('talkChain_0')
    const events = await collect(run(await compile(flow, catalogue, { want: 'chat' }), requestOf('hi'), effectsOf()))
    expect(endOf(events)).toMatchObject({
      status: 'failed',
      fault: {
        code: 'missing-input',
        nodeId: 'talkChain_0',
        field: 'model',
        message: '"Model" of "Talk Chain" isn\'t connected.',
        hint: 'Connect a chat model to "Model".',
      },
    })
  })

  test('says which value of which node is missing', async () => {
    const strict = defineNode({
      ...echoModel,
      name: 'strict',
      label: 'Strict',
      inputs: { prefix: string({ label: 'Prefix' }) },
    })
    const nodes = catalogueOf(strict, talkChain)
    const { flow } = draw(nodes).add('strict_0').add('talkChain_0').connect('strict_0', 'talkChain_0.model')
    const end = endOf(await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf())))
    expect(end).toMatchObject({
      status: 'failed',
      fault: { code: 'missing-input', nodeId: 'strict_0', field: 'prefix' },
    })
  })

  test('sums the usage of every model call, those inside other nodes too', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0')
      .add('talkChain_0', {}, { output: 'text' })
      .add('talkChain_1', { system: 'before: {{talkChain_0.data.instance}}' })
      .connect('echoModel_0', 'talkChain_0.model')
      .connect('echoModel_0', 'talkChain_1.model')
    const end = endOf(
      await collect(run(await compile(flow, catalogue, { want: 'chat' }), requestOf('hi'), effectsOf())),
    )
    expect(end).toMatchObject({ text: 'before: hi|hi', usage: { inputTokens: 3, outputTokens: 4 } })
  })

  test('hands list inputs over as arrays, in the order they were connected', async () => {
    const gather = defineNode({
      ...talkChain,
      name: 'gather',
      label: 'Gather',
      outputs: {},
      traits: { answers: true },
      inputs: { models: anchor('BaseChatModel', { label: 'Models', list: true }) },
      build: ({ inputs }): Chat => ({
        kind: 'chat',
        async *answer(_, run) {
          for (const model of inputs.models) {
            for await (const event of model.stream({ messages: [] }, run)) {
              if (event.type === 'text') yield { type: 'token', text: event.text }
            }
          }
        },
      }),
    })
    const nodes = catalogueOf(echoModel, gather)
    const { flow } = draw(nodes)
      .add('gather_0')
      .add('echoModel_0', { prefix: 'first ' })
      .add('echoModel_1', { prefix: 'second ' })
      .connect('echoModel_1', 'gather_0.models')
      .connect('echoModel_0', 'gather_0.models')
    const end = endOf(await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf())))
    expect(end.text).toBe('second first ')
    // What was put in another order by hand stays so, whichever edge was drawn first.
    const [gathering] = flow.nodes
    if (gathering) gathering.data.inputs['models'] = ['{{echoModel_0.data.instance}}', '{{echoModel_1.data.instance}}']
    const turned = await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf()))
    expect(endOf(turned).text).toBe('first second ')
  })
})

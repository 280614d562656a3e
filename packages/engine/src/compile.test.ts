import { anchor, defineNode, string, type Chat } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'
import { catalogueOf, collect, compileChat, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { echoModel, fork, talkChain } from './nodes.fixture.ts'
import { run } from './run.ts'

const link = defineNode({
  name: 'link',
  label: 'Link',
  version: 1,
  category: 'Utilities',
  description: 'Adds a letter.',
  icon: 'x.svg',
  baseClasses: ['Text'],
  inputs: { before: anchor('Text', { label: 'Before', optional: true }) },
  build: ({ inputs }) => `${typeof inputs.before === 'string' ? inputs.before : ''}x`,
})
const note = defineNode({
  name: 'note',
  label: 'Note',
  version: 1,
  category: 'Utilities',
  description: 'A note.',
  icon: 'x.svg',
  baseClasses: ['Note'],
  traits: { inert: true },
  inputs: { text: string({ label: 'Text', optional: true }) },
  build: () => {
    throw new Error('A note is never built')
  },
})
const speak = defineNode({
  name: 'speak',
  label: 'Speak',
  version: 1,
  category: 'Chains',
  description: 'Says what is connected.',
  icon: 'x.svg',
  baseClasses: ['BaseChain'],
  traits: { answers: true },
  inputs: {
    first: anchor('Text', { label: 'First', optional: true }),
    second: anchor('Fork', { label: 'Second', optional: true }),
  },
  build: ({ inputs }) => ({
    kind: 'chat',
    async *answer() {
      yield { type: 'token', text: String(inputs.first ?? inputs.second).slice(0, 10) }
    },
  }),
})
const catalogue = catalogueOf(echoModel, talkChain, fork, link, note, speak)
const ask = async (flow: ReturnType<typeof draw>['flow'], question: string) =>
  endOf(await collect(run(await compile(flow, catalogue, { want: 'chat' }), requestOf(question), effectsOf())))

describe('compile', () => {
  test('orders and runs a chain of 5,000 nodes', async () => {
    const pen = draw(catalogue).add('speak_0')
    for (let index = 0; index < 5000; index += 1) {
      pen.add(`link_${index}`)
      if (index > 0) pen.flow.nodes.at(-1)!.data.inputs['before'] = `{{link_${index - 1}.data.instance}}`
    }
    for (let index = 1; index < 5000; index += 1) {
      pen.flow.edges.push({
        id: `e${index}`,
        source: `link_${index - 1}`,
        sourceHandle: `link_${index - 1}-output-link-Text`,
        target: `link_${index}`,
        targetHandle: `link_${index}-input-before-Text`,
      })
    }
    pen.connect('link_4999', 'speak_0.first')
    const plan = await compileChat(pen.flow, catalogue)
    expect(plan.steps.length).toBe(5001)
    expect((await ask(pen.flow, 'hi')).text).toBe('xxxxxxxxxx')
  })

  test('refuses a circle, naming the nodes in it and the way out', async () => {
    const { flow } = draw(catalogue)
      .add('link_0')
      .add('link_1')
      .add('speak_0')
      .connect('link_0', 'link_1.before')
      .connect('link_1', 'link_0.before')
      .connect('link_1', 'speak_0.first')
    await expect(compile(flow, catalogue, { want: 'chat' })).rejects.toMatchObject({
      code: 'cycle',
      message: 'These nodes form a circle: Link ← Link ← Link.',
      nodeId: expect.stringMatching(/^link_/) as string,
      hint: 'Remove one connection of "Link". A node can\'t use its own result.',
    })
  })

  test('names the circle also when the node that would answer is in it', async () => {
    const { flow } = draw(catalogue)
      .add('speak_0')
      .add('link_0')
      .connect('speak_0', 'link_0.before')
      .connect('link_0', 'speak_0.first')
    await expect(compile(flow, catalogue, { want: 'chat' })).rejects.toMatchObject({ code: 'cycle' })
  })

  test('refuses a node that feeds itself', async () => {
    const { flow } = draw(catalogue)
      .add('link_0')
      .add('speak_0')
      .connect('link_0', 'link_0.before')
      .connect('link_0', 'speak_0.first')
    await expect(compile(flow, catalogue, { want: 'chat' })).rejects.toMatchObject({ code: 'cycle', nodeId: 'link_0' })
  })

  test('leaves edges to missing nodes aside', async () => {
    const { flow } = draw(catalogue).add('link_0').add('speak_0').connect('link_0', 'speak_0.first')
    flow.edges.push({
      id: 'x',
      source: 'gone_0',
      sourceHandle: '',
      target: 'speak_0',
      targetHandle: 'speak_0-input-second-Fork',
    })
    expect((await ask(flow, 'hi')).text).toBe('x')
  })

  test('names an unknown node only when the answer needs it', async () => {
    const { flow } = draw(catalogue).add('link_0').add('speak_0').connect('link_0', 'speak_0.first').add('link_7')
    const stranger = flow.nodes.at(-1)!
    stranger.data.name = 'stranger'
    stranger.data.label = 'The Stranger'
    expect((await ask(flow, 'hi')).text).toBe('x')
    flow.nodes[0]!.data.name = 'stranger'
    flow.nodes[0]!.data.label = 'The Stranger'
    await expect(compile(flow, catalogue, { want: 'chat' })).rejects.toMatchObject({
      code: 'unknown-node',
      nodeId: 'link_0',
      message: 'The node "stranger" isn\'t installed on this server.',
    })
  })

  test('says so when the flow is empty or nothing in it can answer', async () => {
    await expect(compile({ nodes: [], edges: [] }, catalogue, { want: 'chat' })).rejects.toMatchObject({
      code: 'empty',
    })
    await expect(compile(draw(catalogue).add('link_0').flow, catalogue, { want: 'chat' })).rejects.toMatchObject({
      code: 'no-ending',
      hint: 'End the flow with a chain or an agent.',
    })
  })

  test('takes no notice of notes', async () => {
    const { flow } = draw(catalogue).add('note_0').add('link_0').add('speak_0').connect('link_0', 'speak_0.first')
    expect((await ask(flow, 'hi')).text).toBe('x')
  })

  test('builds for each request only what holds something of the request', async () => {
    const { flow } = draw(catalogue)
      .add('echoModel_0')
      .add('talkChain_0', { system: 'You heard {{question}}' })
      .connect('echoModel_0', 'talkChain_0.model')
    const plan = await compileChat(flow, catalogue)
    expect(plan.steps.map(({ tag, isFresh }) => [tag.id, isFresh])).toEqual([
      ['echoModel_0', false],
      ['talkChain_0', true],
    ])
    const named = draw(catalogue)
      .add('link_0')
      .add('echoModel_0')
      .add('talkChain_0', { system: 'You heard {{link_0.data.instance}}' })
      .connect('echoModel_0', 'talkChain_0.model')
    expect([...(await compileChat(named.flow, catalogue)).fresh]).toEqual([])
  })

  test('refuses an agent flow of the first kind that cannot become steps, naming the node at fault', async () => {
    const { flow } = draw(catalogue).add('echoModel_0')
    const [first] = flow.nodes
    if (!first) throw new Error('Nothing was drawn')
    const data = { ...first.data, id: 'seqAgent_0', name: 'seqAgent', label: 'Agent', category: 'Sequential Agents' }
    const older = { ...flow, nodes: [...flow.nodes, { ...first, id: 'seqAgent_0', data }] }
    await expect(compile(older, catalogue, { want: 'chat' })).rejects.toMatchObject({
      code: 'not-there',
      nodeId: 'seqAgent_0',
      message: "This flow doesn't have a Start.",
    })
  })

  test('brings the inputs of an older version of a node into today’s shape', async () => {
    const newer = defineNode({
      ...echoModel,
      version: 2,
      migrations: [
        { to: 2, name: 'intro became prefix', migrate: ({ intro, ...rest }) => ({ ...rest, prefix: intro }) },
      ],
    })
    const nodes = catalogueOf(newer, talkChain)
    const { flow } = draw(nodes)
      .add('echoModel_0', { intro: 'old ' })
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
    flow.nodes[0]!.data.version = 1
    const end = endOf(await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('hi'), effectsOf())))
    expect(end.text).toBe('old hi')
  })
})

describe('branches', () => {
  test('[FLOW-13] only the branch that was taken runs, and its ending answers', async () => {
    const { flow } = draw(catalogue)
      .add('fork_0')
      .add('link_0')
      .add('speak_0')
      .add('speak_1')
      .connect('fork_0:yes', 'speak_0.second')
      .connect('link_0', 'speak_1.first')
      .connect('fork_0:no', 'speak_1.second')
    const unmarked = JSON.parse(JSON.stringify(flow).replaceAll('"isAnchor":true', '"isAnchor":false')) as typeof flow
    expect(unmarked).not.toEqual(flow)
    for (const drawn of [flow, unmarked]) {
      expect((await ask(drawn, 'yes please')).text).toBe('chosen')
      expect((await ask(drawn, 'nothing')).text).toBe('x')
    }
  })

  test('a node that only a dead branch needs is not built', async () => {
    const failing = defineNode({
      ...link,
      name: 'failing',
      label: 'Failing',
      build: () => {
        throw new Error('must not be built')
      },
    })
    const nodes = catalogueOf(fork, speak, failing)
    const { flow } = draw(nodes)
      .add('fork_0')
      .add('failing_0')
      .add('speak_0')
      .add('speak_1')
      .connect('fork_0:yes', 'speak_0.second')
      .connect('failing_0', 'speak_1.first')
      .connect('fork_0:no', 'speak_1.second')
    const end = endOf(await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('yes'), effectsOf())))
    expect(end).toMatchObject({ status: 'done', text: 'chosen' })
  })

  test('what a node can do without is left out when its branch is dead', async () => {
    const { flow } = draw(catalogue)
      .add('fork_0')
      .add('link_0')
      .add('speak_0')
      .connect('fork_0:yes', 'link_0.before')
      .connect('link_0', 'speak_0.first')
      .connect('fork_0:no', 'speak_0.second')
    expect(await ask(flow, 'no')).toMatchObject({ status: 'done', text: 'chosen' })
  })

  test('a list holds what the live branches bring, and nothing for the dead', async () => {
    const count = defineNode({
      ...speak,
      name: 'count',
      label: 'Count',
      inputs: { all: anchor('Text', { label: 'All', list: true }) },
      build: ({ inputs }): Chat => ({
        kind: 'chat',
        async *answer() {
          yield { type: 'token', text: JSON.stringify(inputs.all) }
        },
      }),
    })
    const nodes = catalogueOf(fork, link, count)
    const { flow } = draw(nodes)
      .add('fork_0')
      .add('link_0')
      .add('link_1')
      .add('count_0')
      .connect('fork_0:yes', 'link_0.before')
      .connect('fork_0:no', 'link_1.before')
      .connect('link_0', 'count_0.all')
      .connect('link_1', 'count_0.all')
    const events = await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('yes'), effectsOf()))
    expect(JSON.parse(endOf(events).text)).toHaveLength(1)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'node-end', nodeId: 'fork_0', output: 'yes: chosen' }) as unknown,
    )
  })

  test('of several live endings only the one that answers is built', async () => {
    const failing = defineNode({
      ...speak,
      name: 'failing',
      label: 'Failing',
      build: () => {
        throw new Error('must not be built')
      },
    })
    const nodes = catalogueOf(fork, link, speak, failing)
    const { flow } = draw(nodes)
      .add('fork_0')
      .add('link_0')
      .add('failing_0')
      .add('speak_0')
      .connect('fork_0:yes', 'failing_0.second')
      .connect('link_0', 'speak_0.first')
      .connect('fork_0:yes', 'speak_0.second')
    const end = endOf(await collect(run(await compile(flow, nodes, { want: 'chat' }), requestOf('yes'), effectsOf())))
    expect(end).toMatchObject({ status: 'done', text: 'x' })
  })

  test('a branch that leads nowhere is a clear error', async () => {
    const { flow } = draw(catalogue).add('fork_0').add('speak_0').connect('fork_0:yes', 'speak_0.second')
    expect(await ask(flow, 'no')).toMatchObject({
      status: 'failed',
      fault: { code: 'flow-invalid', nodeId: 'fork_0', hint: expect.stringContaining('each output') as string },
    })
  })
})

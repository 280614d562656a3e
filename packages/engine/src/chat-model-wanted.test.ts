import { anchor, defineNode, type Chat } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildValue } from './build-values.ts'
import { compile } from './compile.ts'
import { catalogueOf, draw, effectsOf, requestOf } from './flow.fixture.ts'
import { echoModel, talkChain } from './nodes.fixture.ts'

/** Talks with a model of its own, and has a chain with another one to fall back on. */
const outerChain = defineNode({
  name: 'outerChain',
  label: 'Outer Chain',
  version: 1,
  category: 'Chains',
  description: 'Answers, or lets another chain answer.',
  icon: 'chain.svg',
  baseClasses: ['OuterChain', 'BaseChain'],
  traits: { answers: true },
  inputs: {
    inner: anchor('TalkChain', { label: 'Inner' }),
    model: anchor('BaseLanguageModel', { label: 'Model' }),
  },
  build: ({ inputs }): Chat => inputs.inner as Chat,
})

const catalogue = catalogueOf(echoModel, talkChain, outerChain)

async function ask(flow: ReturnType<typeof draw>['flow'], wanted: { nodeId?: string } = {}) {
  const calls: string[] = []
  const plan = await compile(flow, catalogue, { want: 'chat-model', ...wanted })
  const { value, run, usage } = await buildValue(plan, requestOf('hello'), {
    effects: effectsOf(),
    emit: (event) => {
      if (event.type === 'node-start') calls.push(event.nodeId)
    },
  })
  let text = ''
  for await (const event of value.stream({ messages: [{ role: 'user', content: 'one two three' }] }, run)) {
    if (event.type === 'text') text += event.text
  }
  return { text, usage: usage(), calls, built: plan.steps.map(({ tag }) => tag.id) }
}

const twoModels = () =>
  draw(catalogue)
    .add('echoModel_0', { prefix: 'first ' })
    .add('echoModel_1')
    .add('talkChain_0')
    .add('outerChain_0')
    .connect('echoModel_0', 'talkChain_0.model')
    .connect('talkChain_0', 'outerChain_0.inner')
    .connect('echoModel_1', 'outerChain_0.model').flow

test('the model of a flow answers beside the conversation, nothing else is built, and its cost is known', async () => {
  const { flow } = draw(catalogue).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model')
  expect(await ask(flow)).toEqual({
    text: 'one two three',
    usage: { inputTokens: 1, outputTokens: 2 },
    calls: ['echoModel_0'],
    built: ['echoModel_0'],
  })
})

test('of several models the one nearest to the answer is meant, or the one that is named', async () => {
  expect((await ask(twoModels())).calls).toEqual(['echoModel_1'])
  expect(await ask(twoModels(), { nodeId: 'echoModel_0' })).toMatchObject({
    calls: ['echoModel_0'],
    text: 'first one two three',
  })
})

test('a flow without the model that is wanted says so', async () => {
  await expect(ask(twoModels(), { nodeId: 'talkChain_0' })).rejects.toMatchObject({
    code: 'not-there',
    message: `This flow doesn't have a chat model with the ID "talkChain_0".`,
    hint: 'Use one of: echoModel_0, echoModel_1.',
  })
  const { flow } = draw(catalogue).add('talkChain_0')
  await expect(ask(flow)).rejects.toMatchObject({ code: 'not-there', message: `This flow doesn't have a chat model.` })
  await expect(ask(flow, { nodeId: 'echoModel_0' })).rejects.toMatchObject({ code: 'not-there' })
})

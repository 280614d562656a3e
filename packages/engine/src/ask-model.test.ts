import { anchor, defineNode, type Chat, type ChatModel } from '@chatwright/core'
import { expect, test } from 'vitest'
import { askModel } from './ask-model.ts'
import { compile } from './compile.ts'
import { catalogueOf, draw, effectsOf, requestOf } from './flow.fixture.ts'
import { echoModel, talkChain } from './nodes.fixture.ts'

const quoter = defineNode({
  name: 'quoter',
  label: 'Quoter',
  version: 1,
  category: 'Chat Models',
  description: 'Quotes.',
  icon: 'model.svg',
  baseClasses: ['Quoter', 'BaseChatModel', 'BaseLanguageModel'],
  inputs: {},
  build: (): ChatModel => ({
    kind: 'chat-model',
    modelName: 'quoter',
    style: 'chat',
    canCallTools: false,
    canSeeImages: false,
    quotesOnly: true,
    async *stream() {
      yield { type: 'text', text: 'a quotation' }
    },
  }),
})

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

const catalogue = catalogueOf(echoModel, talkChain, quoter, outerChain)
const question = { messages: [{ role: 'user' as const, content: 'one two three' }], maxLength: 100 }
const ask = async (flow: ReturnType<typeof draw>['flow'], more: Partial<typeof question> = {}) => {
  const calls: string[] = []
  const answer = await askModel(await compile(flow, catalogue), requestOf('hello'), {
    effects: effectsOf(),
    emit: (event) => {
      if (event.type === 'node-start') calls.push(event.nodeId)
    },
    question: { ...question, ...more },
  })
  return { answer, calls }
}

const simple = (model: string) => draw(catalogue).add(model).add('talkChain_0').connect(model, 'talkChain_0.model').flow

test('the model of a flow answers beside the conversation, and its cost is known', async () => {
  const { answer, calls } = await ask(simple('echoModel_0'))
  expect(answer?.text).toBe('one two three')
  expect(answer?.usage).toEqual({ inputTokens: 1, outputTokens: 2 })
  expect(calls).toEqual(['echoModel_0'])
})

test('it is stopped at the length that was asked for', async () => {
  expect((await ask(simple('echoModel_0'), { maxLength: 5 })).answer?.text).toBe('one t')
})

test('a model that only quotes is not asked', async () => {
  expect(await ask(simple('quoter_0'))).toEqual({ answer: undefined, calls: [] })
})

test('of several models the one nearest to the answer is asked', async () => {
  const flow = draw(catalogue)
    .add('echoModel_0')
    .add('echoModel_1')
    .add('talkChain_0')
    .add('outerChain_0')
    .connect('echoModel_0', 'talkChain_0.model')
    .connect('talkChain_0', 'outerChain_0.inner')
    .connect('echoModel_1', 'outerChain_0.model').flow
  expect((await ask(flow)).calls).toEqual(['echoModel_1'])
})

import type { AnswerEvent, Chat, NodeDefinition, Retriever, VectorStore } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, textOf } from '../../test/collect.ts'
import { conformingValue, fixedMemory, fixedRetriever, scriptedModel } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import promptRetriever from '../retrievers/prompt-retriever.ts'
import vectorStoreRetriever from '../retrievers/vector-store-retriever.ts'
import conversationalRetrievalQAChain from './conversational-retrieval-qa-chain.ts'
import multiPromptChain from './multi-prompt-chain.ts'
import multiRetrievalQAChain from './multi-retrieval-qa-chain.ts'
import retrievalQAChain from './retrieval-qa-chain.ts'
import vectorDBQAChain from './vector-db-qa-chain.ts'

const ask = (chat: Chat, question: string): Promise<AnswerEvent[]> =>
  collect(chat.answer({ question }, testRun({ question })))

const documentOf = (text: string, number: number) => ({ pageContent: text, metadata: { source: `document ${number}` } })

describe('conversationalRetrievalQAChain', () => {
  test('asks the store the question on its own, unseen, and streams only the answer', async () => {
    const model = scriptedModel(['How long are refunds possible?', 'Thirty days.'])
    const retriever = fixedRetriever(['Refunds within thirty days.'])
    const memory = fixedMemory([
      { role: 'user', content: 'Do you refund?' },
      { role: 'assistant', content: 'Yes.' },
    ])
    const chat = await buildNode<Chat>(conversationalRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: retriever, memory, returnSourceDocuments: true },
    })
    expect(await ask(chat, 'How long?')).toEqual([
      { type: 'token', text: 'Thirty ' },
      { type: 'token', text: 'days.' },
      { type: 'source-documents', documents: [documentOf('Refunds within thirty days.', 1)] },
    ])
    expect(retriever.queries).toEqual(['How long are refunds possible?'])
    expect(model.requests[1]?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('Refunds within thirty days.') },
      { role: 'user', content: 'Do you refund?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'How long are refunds possible?' },
    ])
    expect(memory.saved).toEqual([{ question: 'How long?', answer: 'Thirty days.' }])
  })

  test('a first question needs no rephrasing, and no sources are sent unless wanted', async () => {
    const model = scriptedModel(['Yes.'])
    const chat = await buildNode<Chat>(conversationalRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: fixedRetriever(['x']), responsePrompt: 'Be terse.' },
    })
    expect(await ask(chat, 'Hello?')).toEqual([{ type: 'token', text: 'Yes.' }])
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Be terse.\n\nx' })
  })

  test('without a memory, the stored messages of the chat are the history', async () => {
    const context = testContext()
    context.messages.set('session-1', [{ role: 'user', content: 'About cats?' }])
    const model = scriptedModel(['What do cats eat?', 'Fish.'])
    const chat = await buildNode<Chat>(conversationalRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: fixedRetriever([]) },
      context,
    })
    await ask(chat, 'What do they eat?')
    expect(JSON.stringify(model.requests[0])).toContain('Human: About cats?')
  })

  test('reads each document, then answers from what was found', async () => {
    const model = scriptedModel(['"Thirty days"', 'Nothing.', 'Thirty.'])
    const chat = await buildNode<Chat>(conversationalRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: fixedRetriever(['Thirty days', 'Cats']), chainOption: 'map_reduce' },
    })
    expect(textOf(await ask(chat, 'How long?'))).toBe('Thirty.')
    const last = JSON.stringify(model.requests[2])
    expect(last).toContain('Thirty days')
    expect(last).not.toContain('Nothing')
  })

  test('improves the answer document by document, and shows the last one', async () => {
    const model = scriptedModel(['Some days.', 'Thirty days.'])
    const chat = await buildNode<Chat>(conversationalRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: fixedRetriever(['days', 'thirty']), chainOption: 'refine' },
    })
    expect(textOf(await ask(chat, 'How long?'))).toBe('Thirty days.')
    expect(JSON.stringify(model.requests[1])).toContain('The answer so far: Some days.')
  })
})

const searchable = (content: string): VectorStore => ({
  ...(conformingValue('VectorStore') as VectorStore),
  search: async () => [{ pageContent: content, metadata: {} }],
})

test.each([
  [retrievalQAChain, { vectorStoreRetriever: fixedRetriever(['Refunds within thirty days.']) }],
  [vectorDBQAChain, { vectorStore: searchable('Refunds within thirty days.') }],
] satisfies [NodeDefinition, object][])('%# answers from documents', async (node, inputs) => {
  const model = scriptedModel(['Thirty days.'])
  const chat = await buildNode<Chat>(node, { inputs: { model, ...inputs } })
  expect(textOf(await ask(chat, 'How long?'))).toBe('Thirty days.')
  expect(model.requests[0]?.messages).toEqual([
    { role: 'system', content: expect.stringContaining('Refunds within thirty days.') },
    { role: 'user', content: 'How long?' },
  ])
})

test.each([conversationalRetrievalQAChain, retrievalQAChain, vectorDBQAChain])(
  'a refusal is the answer of $name',
  async (node) => {
    const inputModeration = [{ kind: 'moderation', check: async () => 'Not here.' }]
    const stores = { vectorStoreRetriever: fixedRetriever([]), vectorStore: searchable('') }
    const chat = await buildNode<Chat>(node, { inputs: { ...stores, model: scriptedModel([]), inputModeration } })
    expect(await ask(chat, 'Bad?')).toEqual([{ type: 'token', text: 'Not here.' }])
  },
)

describe('choosing', () => {
  const store = (name: string, content: string): Promise<Retriever> =>
    buildNode<Retriever>(vectorStoreRetriever, {
      inputs: { vectorStore: searchable(content), name, description: `Questions about ${name}` },
    })

  test('multiRetrievalQAChain asks the store that fits', async () => {
    const model = scriptedModel(['"films"', 'Up is a film.'])
    const retrievers = [await store('films', 'Up (2009)'), await store('books', 'Emma (1815)')]
    const chat = await buildNode<Chat>(multiRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: retrievers, returnSourceDocuments: true },
    })
    expect(await ask(chat, 'What is Up?')).toEqual([
      { type: 'token', text: 'Up ' },
      { type: 'token', text: 'is ' },
      { type: 'token', text: 'a ' },
      { type: 'token', text: 'film.' },
      { type: 'source-documents', documents: [{ pageContent: 'Up (2009)', metadata: {} }] },
    ])
    expect(JSON.stringify(model.requests[0])).toContain('books: Questions about books')
  })

  test('multiRetrievalQAChain answers by itself when no store fits', async () => {
    const model = scriptedModel(['NONE', 'Four.'])
    const chat = await buildNode<Chat>(multiRetrievalQAChain, {
      inputs: { model, vectorStoreRetriever: [await store('films', 'Up')] },
    })
    expect(textOf(await ask(chat, 'Two and two?'))).toBe('Four.')
  })

  test('multiPromptChain answers with the prompt that fits', async () => {
    const prompt = (name: string) =>
      buildNode(promptRetriever, {
        inputs: { name, description: `About ${name}`, systemMessage: `You teach ${name}.` },
      })
    const model = scriptedModel(['The name is: history.', 'In 1815.'])
    const chat = await buildNode<Chat>(multiPromptChain, {
      inputs: { model, promptRetriever: [await prompt('physics'), await prompt('history')] },
    })
    expect(textOf(await ask(chat, 'When?'))).toBe('In 1815.')
    expect(model.requests[1]?.messages).toEqual([
      { role: 'system', content: 'You teach history.' },
      { role: 'user', content: 'When?' },
    ])
  })
})

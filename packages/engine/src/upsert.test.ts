import { anchor, defineNode, type Chat, type Documents, type VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { catalogueOf, collect, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { run } from './run.ts'
import { upsert } from './upsert.ts'

const common = { version: 1, description: 'For tests.', icon: 'x.svg' }
let loads = 0

const loader = defineNode({
  ...common,
  name: 'loader',
  label: 'Loader',
  category: 'Document Loaders',
  baseClasses: ['Document'],
  inputs: {},
  build: (): Documents => ({
    kind: 'documents',
    load: async () => {
      loads += 1
      return [{ pageContent: 'a fact', metadata: {} }]
    },
  }),
})

const store = defineNode({
  ...common,
  name: 'store',
  label: 'Store',
  category: 'Vector Stores',
  baseClasses: ['Store', 'BaseRetriever'],
  traits: { upserts: true },
  inputs: { document: anchor('Document', { label: 'Document', list: true, phase: 'upsert' }) },
  build: ({ inputs }): VectorStore => ({
    kind: 'vector-store',
    search: async (query) => [{ pageContent: `found ${query}`, metadata: {} }],
    searchByVector: async () => [],
    upsert: async (run) => {
      const addedDocs = (await Promise.all(inputs.document.map((documents) => documents.load(run)))).flat()
      return { numAdded: addedDocs.length, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs, failures: [] }
    },
    delete: async () => {},
    embeddings: { kind: 'embeddings', modelName: 'none', embedDocuments: async () => [], embedQuery: async () => [] },
  }),
})

const answer = defineNode({
  ...common,
  name: 'answer',
  label: 'Answer',
  category: 'Chains',
  baseClasses: ['BaseChain'],
  traits: { answers: true },
  inputs: { retriever: anchor('BaseRetriever', { label: 'Retriever' }) },
  build: ({ inputs }): Chat => ({
    kind: 'chat',
    async *answer({ question }, run) {
      const documents = await inputs.retriever.retrieve(question, run)
      yield { type: 'source-documents', documents }
      yield { type: 'token', text: documents.map(({ pageContent }) => pageContent).join() }
    },
  }),
})

const catalogue = catalogueOf(loader, store, answer)
const drawing = () =>
  draw(catalogue)
    .add('loader_0')
    .add('store_0')
    .add('answer_0')
    .connect('loader_0', 'store_0.document')
    .connect('store_0', 'answer_0.retriever')

test('documents are loaded when asked to, and the store answers as a retriever', async () => {
  loads = 0
  const { flow } = drawing()
  const result = await upsert(await compile(flow, catalogue, { mode: 'upsert' }), requestOf(''), {
    effects: effectsOf(),
  })
  expect(result).toEqual({
    numAdded: 1,
    numUpdated: 0,
    numSkipped: 0,
    numDeleted: 0,
    addedDocs: [{ pageContent: 'a fact', metadata: {} }],
    failures: [],
  })
  const plan = await compile(flow, catalogue)
  expect(plan.steps.map(({ tag }) => tag.id)).toEqual(['store_0', 'answer_0'])
  expect(endOf(await collect(run(plan, requestOf('it'), effectsOf()))).text).toBe('found it')
  expect(loads).toBe(1)
})

test('with several stores the caller must say which', async () => {
  const { flow } = drawing().add('store_1').connect('loader_0', 'store_1.document')
  await expect(compile(flow, catalogue, { mode: 'upsert' })).rejects.toMatchObject({
    code: 'several-stores',
    hint: 'Say which one with "stopNodeId": store_0, store_1.',
  })
  const plan = await compile(flow, catalogue, { mode: 'upsert', stopNodeId: 'store_1' })
  expect(plan.steps.at(-1)?.tag.id).toBe('store_1')
})

test('without a store there is nothing to load into', async () => {
  const { flow } = draw(catalogue).add('loader_0')
  await expect(compile(flow, catalogue, { mode: 'upsert' })).rejects.toMatchObject({ code: 'no-store' })
})

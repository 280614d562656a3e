import { anchor, defineNode, type Chat, type Documents, type VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildValue } from './build-values.ts'
import { compile } from './compile.ts'
import { catalogueOf, collect, compileChat, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { run } from './run.ts'

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
    add: async () => {},
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

const found = defineNode({
  ...common,
  name: 'found',
  label: 'Found',
  category: 'Utilities',
  baseClasses: ['Document'],
  inputs: { retriever: anchor('BaseRetriever', { label: 'Retriever' }) },
  build: ({ inputs }): Documents => ({ kind: 'documents', load: (run) => inputs.retriever.retrieve('all', run) }),
})

const catalogue = catalogueOf(loader, store, answer, found)
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
  const storePlan = await compile(flow, catalogue, { want: 'vector-store' })
  const built = await buildValue(storePlan, requestOf(''), { effects: effectsOf() })
  expect(await built.value.upsert(built.run)).toEqual({
    numAdded: 1,
    numUpdated: 0,
    numSkipped: 0,
    numDeleted: 0,
    addedDocs: [{ pageContent: 'a fact', metadata: {} }],
    failures: [],
  })
  const plan = await compileChat(flow, catalogue)
  expect(plan.steps.map(({ tag }) => tag.id)).toEqual(['store_0', 'answer_0'])
  expect(endOf(await collect(run(plan, requestOf('it'), effectsOf()))).text).toBe('found it')
  expect(loads).toBe(1)
})

test('documents are loaded into the wanted store and into no other on the way', async () => {
  const { flow } = drawing()
    .add('store_1')
    .add('found_0')
    .connect('loader_0', 'store_1.document')
    .connect('store_1', 'found_0.retriever')
    .connect('found_0', 'store_0.document')
  const plan = await compile(flow, catalogue, { want: 'vector-store', nodeId: 'store_0' })
  expect(plan.steps.map(({ tag, dependencies }) => [tag.id, dependencies])).toEqual([
    ['loader_0', []],
    ['store_1', []],
    ['found_0', [1]],
    ['store_0', [0, 2]],
  ])
})

test('a store that is loaded is not taken for the one that is searched, and what they have in common is', async () => {
  const { flow } = drawing()
  const cells = new Map()
  const loading = await compile(flow, catalogue, { want: 'vector-store', cells })
  const searching = await compileChat(flow, catalogue, { cells })
  const documents = await compile(flow, catalogue, { want: 'documents', cells })
  expect(searching.shared).not.toContain(loading.shared.at(-1))
  expect(loading.shared[0]).toBe(documents.shared[0])
  const built = await buildValue(documents, requestOf(''), { effects: effectsOf() })
  expect(await built.value.load(built.run)).toEqual([{ pageContent: 'a fact', metadata: {} }])
})

test('a store can be asked for as the retriever it stands in for', async () => {
  const plan = await compile(drawing().flow, catalogue, { want: 'retriever', nodeId: 'store_0' })
  const built = await buildValue(plan, requestOf(''), { effects: effectsOf() })
  expect(built.value.kind).toBe('retriever')
  expect(await built.value.retrieve('it', built.run)).toEqual([{ pageContent: 'found it', metadata: {} }])
})

test('with several stores the caller must say which', async () => {
  const { flow } = drawing().add('store_1').connect('loader_0', 'store_1.document')
  await expect(compile(flow, catalogue, { want: 'vector-store' })).rejects.toMatchObject({
    code: 'several',
    message: 'This flow has more than one vector store.',
    hint: 'Choose one with "stopNodeId": store_0, store_1.',
    nodeId: 'store_0',
  })
  const plan = await compile(flow, catalogue, { want: 'vector-store', nodeId: 'store_1' })
  expect(plan.steps.at(-1)?.tag.id).toBe('store_1')
  await expect(compile(flow, catalogue, { want: 'vector-store', nodeId: 'answer_0' })).rejects.toMatchObject({
    code: 'not-there',
    hint: 'Use one of: store_0, store_1.',
  })
})

test('without a store there is nothing to load into', async () => {
  const { flow } = draw(catalogue).add('loader_0')
  await expect(compile(flow, catalogue, { want: 'vector-store' })).rejects.toMatchObject({ code: 'not-there' })
})

import type { Document, Documents, Embeddings, RecordManager, UpsertProgress, VectorStore } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { letterEmbeddings } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import builtInRecordManager from '../record-managers/built-in-record-manager.ts'
import builtInVectorStore from './built-in-vector-store.ts'
import memoryVectorStore from './memory-vector-store.ts'

function documentsOf(...documents: Document[]): Documents & { loads: number } {
  return {
    kind: 'documents',
    loads: 0,
    async load() {
      this.loads += 1
      return documents
    },
  }
}

const page = (pageContent: string, metadata: Record<string, unknown> = {}): Document => ({ pageContent, metadata })

/** Embeds a text by the numbers written in it, so that a test says how near things are. */
const numberEmbeddings: Embeddings = {
  kind: 'embeddings',
  modelName: 'numbers',
  embedDocuments: async (texts) => texts.map((text) => (text.match(/-?\d+/g) ?? []).map(Number)),
  embedQuery: async (text) => (text.match(/-?\d+/g) ?? []).map(Number),
}

describe('the in-memory store', () => {
  test('loads its documents at the first question, once for all who wait', async () => {
    const documents = documentsOf(page('apples and pears'), page('zebra'))
    const store = await buildNode<VectorStore>(memoryVectorStore, {
      inputs: { document: [documents], embeddings: letterEmbeddings(), topK: 1 },
    })
    const found = await Promise.all([store.search('pear', testRun()), store.search('zebras', testRun())])
    expect(found.map(([first]) => first?.pageContent)).toEqual(['apples and pears', 'zebra'])
    expect(documents.loads).toBe(1)
  })

  test('a load that failed is tried anew by the next question', async () => {
    let isBroken = true
    const documents: Documents = {
      kind: 'documents',
      load: async () => {
        if (isBroken) throw new Error('disk on fire')
        return [page('apple')]
      },
    }
    const store = await buildNode<VectorStore>(memoryVectorStore, {
      inputs: { document: [documents], embeddings: letterEmbeddings() },
    })
    await expect(store.search('apple', testRun())).rejects.toThrow('disk on fire')
    isBroken = false
    expect(await store.search('apple', testRun())).toHaveLength(1)
  })
})

describe('the built-in store', () => {
  const setUp = (inputs: Record<string, unknown> = {}, context = testContext()) =>
    buildNode<VectorStore>(builtInVectorStore, { inputs: { embeddings: letterEmbeddings(), ...inputs }, context })

  test('loads documents with progress, and loading them again changes nothing', async () => {
    const progress: UpsertProgress[] = []
    const context = testContext()
    const document = [documentsOf(page('one', { source: 'a' }), page('two', { source: 'a' }), page('  '))]
    const store = await setUp({ document }, context)
    const result = await store.upsert(testRun(), { onProgress: (each) => progress.push(each) })
    expect(result).toEqual({
      numAdded: 2,
      numUpdated: 0,
      numSkipped: 0,
      numDeleted: 0,
      failures: [],
      addedDocs: [
        { pageContent: 'one', metadata: { source: 'a' }, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        { pageContent: 'two', metadata: { source: 'a' }, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ],
    })
    expect(progress).toEqual([
      { stage: 'loading', done: 0, total: 1 },
      { stage: 'loading', done: 1, total: 1 },
      { stage: 'embedding', done: 0, total: 2 },
      { stage: 'storing', done: 0, total: 2 },
      { stage: 'storing', done: 2, total: 2 },
    ])
    await store.upsert(testRun())
    expect(await context.vectors.count('flow:flow-1:builtInVectorStore_0')).toBe(2)
  })

  test('finds by metadata, by topK and by the k of the search', async () => {
    const document = [
      documentsOf(page('aaa', { lang: 'en' }), page('aab', { lang: 'de' }), page('abb', { lang: 'en' })),
    ]
    const store = await setUp({ document, topK: 2, metadataFilter: { lang: 'en' } })
    await store.upsert(testRun())
    const contents = async (options?: { k: number }) =>
      (await store.search('aaa', testRun(), options)).map((found) => found.pageContent)
    expect(await contents()).toEqual(['aaa', 'abb'])
    expect(await contents({ k: 1 })).toEqual(['aaa'])
  })

  test('flows that name the same collection share it, others do not', async () => {
    const context = testContext()
    const writer = await setUp({ collection: 'handbook', document: [documentsOf(page('shared'))] }, context)
    await writer.upsert(testRun())
    expect(await (await setUp({ collection: 'handbook' }, context)).search('shared', testRun())).toHaveLength(1)
    expect(await (await setUp({}, context)).search('shared', testRun())).toEqual([])
  })

  test('hybrid search finds a code that means nothing to the embeddings', async () => {
    const document = [documentsOf(page('nearly 6 6'), page('the part is called XKQ -9 -9'), page('also near 6 7'))]
    const inputs = { document, embeddings: numberEmbeddings, topK: 2 }
    const find = async (hybridSearch: boolean) => {
      const store = await setUp({ ...inputs, hybridSearch })
      await store.upsert(testRun())
      return (await store.search('part XKQ 5 5', testRun())).map((found) => found.pageContent)
    }
    expect(await find(false)).not.toContain('the part is called XKQ -9 -9')
    expect(await find(true)).toContain('the part is called XKQ -9 -9')
  })

  test('maximal marginal relevance prefers what differs', async () => {
    const document = [documentsOf(page('10 1 first'), page('10 1 copy'), page('10 -4 other side'))]
    const find = async (searchType: string) => {
      const store = await setUp({ document, embeddings: numberEmbeddings, searchType, topK: 2, lambda: 0.3 })
      await store.upsert(testRun())
      return (await store.search('10 0', testRun())).map((found) => found.pageContent)
    }
    expect(await find('similarity')).toEqual(['10 1 first', '10 1 copy'])
    expect(await find('mmr')).toEqual(['10 1 first', '10 -4 other side'])
  })

  test('without documents, loading says what to connect', async () => {
    const store = await setUp()
    await expect(store.upsert(testRun())).rejects.toMatchObject({
      message: 'No documents are connected.',
      field: 'document',
    })
  })

  test('an abort stops between batches and keeps what was stored', async () => {
    const context = testContext()
    const controller = new AbortController()
    const document = [documentsOf(...Array.from({ length: 200 }, (_, index) => page(`number ${index}`)))]
    const store = await setUp({ document }, context)
    const loading = store.upsert(testRun({ signal: controller.signal }), {
      onProgress: ({ stage, done }) => {
        if (stage === 'storing' && done === 64) controller.abort()
      },
    })
    await expect(loading).rejects.toThrow('aborted')
    expect(await context.vectors.count('flow:flow-1:builtInVectorStore_0')).toBe(128)
  })

  test('a load taken up again leaves out what was stored, and counts it all the same', async () => {
    const context = testContext()
    const document = [documentsOf(...Array.from({ length: 200 }, (_, index) => page(`number ${index}`)))]
    const store = await setUp({ document }, context)
    const stored = new Map<string, 'added' | 'updated'>()
    const killed = store.upsert(testRun(), {
      stored,
      async onStored({ added, updated }) {
        for (const id of added) stored.set(id, 'added')
        for (const id of updated) stored.set(id, 'updated')
        if (stored.size === 128) throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    const batches: number[] = []
    const steps: string[] = []
    const result = await store.upsert(testRun(), {
      stored,
      onProgress: ({ stage, done, total }) => steps.push(`${stage} ${done}/${total}`),
      onStored: async ({ added }) => void batches.push(added.length),
    })
    expect(batches).toEqual([64, 8])
    expect(steps).toContain('embedding 128/200')
    expect(result).toMatchObject({ numAdded: 200, numUpdated: 0, numSkipped: 0 })
    expect(await context.vectors.count('flow:flow-1:builtInVectorStore_0')).toBe(200)
  })

  describe('with a record manager', () => {
    const load = async (
      context: ReturnType<typeof testContext>,
      { documents, cleanup, at }: { documents: Document[]; cleanup: string; at: number },
    ) => {
      const recordManager = await buildNode<RecordManager>(builtInRecordManager, { inputs: { cleanup }, context })
      const store = await setUp({ document: [documentsOf(...documents)], recordManager }, context)
      const { numAdded, numUpdated, numSkipped, numDeleted } = await store.upsert(testRun({ now: () => at }))
      const left = await store.search('x', testRun(), { k: 10 })
      return { numAdded, numUpdated, numSkipped, numDeleted, left: left.map((found) => found.pageContent).sort() }
    }
    const first = [page('kept', { source: 'a' }), page('old', { source: 'a' }), page('other', { source: 'b' })]
    const second = [page('kept', { source: 'a' }), page('new', { source: 'a' }), page('first of c', { source: 'c' })]

    test.each([
      ['none', { numDeleted: 0, left: ['first of c', 'kept', 'new', 'old', 'other'] }],
      ['incremental', { numDeleted: 1, left: ['first of c', 'kept', 'new', 'other'] }],
      ['full', { numDeleted: 2, left: ['first of c', 'kept', 'new'] }],
    ])('and cleanup %s, the second load embeds only what is new', async (cleanup, expected) => {
      const context = testContext()
      await load(context, { documents: first, cleanup, at: 1000 })
      expect(await load(context, { documents: second, cleanup, at: 2000 })).toEqual({
        numAdded: 1,
        numUpdated: 1,
        numSkipped: 1,
        ...expected,
      })
    })

    test('and cleanup full, what could not be read today is not deleted', async () => {
      const context = testContext()
      await load(context, { documents: [...first, page('sourceless')], cleanup: 'full', at: 1000 })
      const recordManager = await buildNode<RecordManager>(builtInRecordManager, {
        inputs: { cleanup: 'full' },
        context,
      })
      const offline: Documents = { kind: 'documents', load: () => Promise.reject(new Error('The site is down.')) }
      const document = [documentsOf(page('new', { source: 'a' }), page('a note')), offline]
      const store = await setUp({ document, recordManager }, context)
      const { numDeleted, failures } = await store.upsert(testRun({ now: () => 2000 }))
      expect({ numDeleted, failures: failures.length }).toEqual({ numDeleted: 2, failures: 1 })
      const left = await store.search('x', testRun(), { k: 10 })
      expect(left.map((found) => found.pageContent).sort()).toEqual(['a note', 'new', 'other', 'sourceless'])
    })

    test('documents without a source are never newer states of each other', async () => {
      const context = testContext()
      await load(context, { documents: [page('one')], cleanup: 'none', at: 1000 })
      expect(await load(context, { documents: [page('two')], cleanup: 'none', at: 2000 })).toMatchObject({
        numAdded: 1,
        numUpdated: 0,
      })
    })
  })
})

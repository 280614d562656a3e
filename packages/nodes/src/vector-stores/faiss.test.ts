import type { Documents, VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { letterEmbeddings } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { readFaissFiles, writeFaissFiles } from './faiss-files.ts'
import faiss from './faiss.ts'

const record = (id: string, vector: number[]) => ({ id, vector, document: { pageContent: id, metadata: { n: 1 } } })

test('the two files come back as they were written, byte for byte as FAISS lays them out', () => {
  const records = [record('a', [1, 0.5]), record('b', [0, -2])]
  const files = writeFaissFiles(records)
  expect(readFaissFiles(files)).toEqual(records)
  const numbers = { kind: '49784632', dimension: '02000000', count: '0200000000000000', unused: '0000100000000000' }
  const isTrainedAndMetric = '0101000000'
  const values = ['0400000000000000', '0000803f', '0000003f', '00000000', '000000c0'].join('')
  expect(Buffer.from(files.index).toString('hex')).toBe(
    numbers.kind + numbers.dimension + numbers.count + numbers.unused + numbers.unused + isTrainedAndMetric + values,
  )
})

test.each([
  ['IwPQ', 'the index has the type "IwPQ", and only flat ones are supported'],
  ['IxF2', 'the index is cut off or damaged'],
])('an index that begins with %s and cannot be read says why', (kind, reason) => {
  const index = new Uint8Array(60)
  index.set(new TextEncoder().encode(kind))
  index[4] = 200
  index[8] = 200
  const docstore = new TextEncoder().encode('[[],{}]')
  expect(() => readFaissFiles({ index, docstore })).toThrow(reason)
})

test('searches a folder, and after loading documents what was loaded, in every instance', async () => {
  const context = testContext()
  const embeddings = letterEmbeddings()
  const [vector = []] = await embeddings.embedDocuments(['apple'], testRun())
  const { index, docstore } = writeFaissFiles([{ id: 'a', vector, document: { pageContent: 'apple', metadata: {} } }])
  const file = { name: 'x', mimeType: '' }
  context.storedFiles.set('indexes/shop/faiss.index', { ...file, bytes: index })
  context.storedFiles.set('indexes/shop/docstore.json', { ...file, bytes: docstore })
  const document: Documents = { kind: 'documents', load: async () => [{ pageContent: 'zebra', metadata: {} }] }
  const build = () =>
    buildNode<VectorStore>(faiss, { inputs: { basePath: 'indexes/shop', embeddings, document: [document] }, context })

  const writer = await build()
  const reader = await build()
  const contents = async (store: VectorStore) =>
    (await store.search('zebra', testRun())).map(({ pageContent }) => pageContent)
  expect(await contents(reader)).toEqual(['apple'])
  await writer.upsert(testRun())
  expect(await contents(writer)).toEqual(['zebra', 'apple'])
  expect(await contents(reader)).toEqual(['zebra', 'apple'])
  // Given back with the vectors of the files, the folder's own and what was added; what is not there is passed over.
  expect(await reader.stored?.(['a', 'b'], testRun())).toEqual([
    { id: 'a', vector: [...new Float32Array(vector)], document: { pageContent: 'apple', metadata: {} } },
  ])
  await writer.delete(['a'], testRun())
  expect(await reader.stored?.(['a'], testRun())).toEqual([])
  expect(await contents(reader)).toEqual(['zebra'])

  // Emptied, it takes up again; nothing of what was saved before is left lying about.
  const [zebra] = await reader.search('zebra', testRun())
  await writer.delete([zebra?.id ?? ''], testRun())
  expect(await contents(reader)).toEqual([])
  await reader.upsert(testRun())
  expect(await contents(writer)).toEqual(['zebra'])
  expect(context.storedFiles.size).toBe(4)
})

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFakeQdrant, type FakeQdrant } from '../../../testing/fake-qdrant.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const root = '/api/v1/document-store'
/** Told apart by letters: the vendor's vectors count them. */
const inLetters = (number: number) => String(number).replaceAll(/\d/g, (digit) => 'bcjkquvwxz'.charAt(Number(digit)))
const ASKED = `fact ${inLetters(67)} of the handbook`
/** More than are stored at once. */
const LINES = 70

describeOnBothDatabases('Moving an index', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let qdrant: FakeQdrant
  let credential: string
  let storeId: string

  beforeAll(async () => {
    vendor = await startFakeVendor({ tokens: ['ok'] })
    qdrant = await startFakeQdrant()
    server = await start()
    const plainDataObj = { openAIApiKey: 'sk-test' }
    const made = await send('POST', '/api/v1/credentials', { name: 'Key', credentialName: 'openAIApi', plainDataObj })
    credential = String(made.id)
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
    await qdrant.close()
  })
  beforeEach(async () => {
    qdrant.points.clear()
    qdrant.beforeStoring = async () => {}
    storeId = (await send('POST', `${root}/store`, { name: 'Handbook' })).id
    const embeddingConfig = { credential, basepath: vendor.url }
    await send('POST', `${root}/vectorstore/save`, { storeId, embeddingName: 'openAIEmbeddings', embeddingConfig })
    const text = Array.from({ length: LINES }, (_, index) => `fact ${inLetters(index)} of the handbook`).join('\n')
    await send('POST', `${root}/loader/save`, {
      storeId,
      loaderId: 'plainText',
      loaderConfig: { text },
      splitterId: 'characterTextSplitter',
      splitterConfig: { chunkSize: 30, chunkOverlap: 0, separator: '\n' },
    })
    await send('POST', `${root}/refresh/${storeId}`, {})
    vendor.requests.length = 0
  })

  async function send(method: 'GET' | 'POST', url: string, body?: object) {
    const answer = await server.send(method, url, body)
    expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const elsewhere = () => ({
    vectorStoreName: 'qdrant',
    vectorStoreConfig: { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' },
  })
  const builtIn = { vectorStoreName: 'builtInVectorStore', vectorStoreConfig: {} }
  const move = (to: object, query = '') => send('POST', `${root}/vectorstore/insert${query}`, { storeId, ...to })
  const find = async () =>
    (await send('POST', `${root}/vectorstore/query`, { storeId, query: ASKED, inputs: { topK: 1 } })).docs.map(
      ({ pageContent }: { pageContent: string }) => pageContent,
    )
  const embedded = () => vendor.requests.flatMap(({ body }) => ('input' in body ? [body.input].flat() : [])) as string[]
  const builtInVectors = async () => {
    const rows = await server.database.query.selectFrom('vector_document').select('collection').execute()
    return rows.filter(({ collection }) => collection.includes(storeId)).length
  }

  test('from place to place and back nothing is embedded again, the same is found, and nothing stays behind', async () => {
    const before = await find()
    expect(before).toEqual([ASKED])
    const faiss = { vectorStoreName: 'faiss', vectorStoreConfig: { basePath: `indexes/${storeId}` } }
    // Twice into one of them: a place that was emptied is filled again.
    for (const [to, inQdrant, inBuiltIn] of [
      [elsewhere(), LINES, 0],
      [faiss, 0, 0],
      [builtIn, 0, LINES],
      [faiss, 0, 0],
    ] as const) {
      vendor.requests.length = 0
      expect(await move(to)).toMatchObject({ failures: [] })
      expect([embedded(), qdrant.points.size, await builtInVectors()]).toEqual([[], inQdrant, inBuiltIn])
      expect(await find()).toEqual(before)
    }
    expect(await send('GET', `${root}/store/${storeId}`)).toMatchObject({ status: 'UPSERTED', totalChunks: LINES })
  })

  test('a store that forgets is refused by name, and all stays as it was', async () => {
    const before = await find()
    const forgetful = { storeId, vectorStoreName: 'memoryVectorStore', vectorStoreConfig: {} }
    expect((await server.send('POST', `${root}/vectorstore/insert`, forgetful)).body).toMatchObject({
      message: expect.stringContaining('In-Memory Vector Store loses its data'),
    })
    expect(await find()).toEqual(before)
    expect(await builtInVectors()).toBe(LINES)
  })

  test('a vector of other words, or of a place that is gone, is made anew', async () => {
    const [one] = (await send('GET', `${root}/chunks/${storeId}/all/1`)).chunks
    await server.database.query
      .updateTable('knowledge_passage')
      .set({ content: 'Other words' })
      .where('id', '=', one.id)
      .execute()
    await move(elsewhere())
    expect(embedded()).toEqual(['Other words'])

    vendor.requests.length = 0
    const gone = await startFakeQdrant()
    await server.database.query
      .updateTable('knowledge_store')
      .set((e) => ({ index_built: e.fn('replace', ['index_built', e.val(qdrant.url), e.val(gone.url)]) }))
      .where('id', '=', storeId)
      .execute()
    await gone.close()
    const { failures } = await move(builtIn)
    const lost = { document: 'Old vectors', message: expect.stringContaining('Qdrant') }
    expect(failures).toMatchObject([lost, lost])
    expect([embedded().length, await builtInVectors()]).toEqual([LINES, LINES])
  })

  test('one that is stopped leaves what is searched as it was, and what it left elsewhere goes', async () => {
    const before = await find()
    const held = new Promise<void>((resolve) => {
      qdrant.beforeStoring = async () => {
        if (qdrant.points.size === 0) return
        resolve()
        await new Promise(() => {})
      }
    })
    const { id } = await move(elsewhere(), '?background=true')
    await held
    expect(await send('GET', `/api/v1/jobs/${id}`)).toMatchObject({
      state: 'running',
      progress: { stage: 'copying', done: expect.any(Number), total: LINES },
    })
    await send('POST', `/api/v1/jobs/${id}/cancel`, {})
    const isOver = async () => expect(await send('GET', `/api/v1/jobs/${id}`)).toMatchObject({ state: 'cancelled' })
    await vi.waitFor(isOver, { timeout: 20_000 })
    qdrant.beforeStoring = async () => {}
    expect(qdrant.points.size).toBeGreaterThan(0)
    expect(await find()).toEqual(before)

    // Taken up again, it goes on; given up, it is forgotten.
    vendor.requests.length = 0
    expect(await move(builtIn)).toMatchObject({ failures: [] })
    expect([embedded(), qdrant.points.size, await builtInVectors()]).toEqual([[], 0, LINES])
    expect(await find()).toEqual(before)
  })
})

import { beforeEach, expect, test } from 'vitest'
import type { FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { KNOWLEDGE_ROOT as root, textDataUrl as dataUrl, useKnowledge } from '../../../testing/use-knowledge.ts'

/** More than are embedded at once, each a passage of its own. */
const MANY = 100
const manyLines = Array.from({ length: MANY }, (_, at) => `Sentence no. ${at + 100}`).join('\n')

describeOnBothDatabases('Stores that something goes wrong with', (start) => {
  const {
    atHand,
    splitter,
    send,
    chooseModel,
    get,
    save,
    refresh,
    upsert,
    chunks,
    embedded,
    vectors,
    whileVendor,
    ...knowledge
  } = useKnowledge(start, { chunkSize: 20 })
  let server: TestServer
  let vendor: FakeVendor
  let storeId: string
  beforeEach(() => {
    ;({ server, vendor, storeId } = atHand)
  })
  const find = (query: string) => knowledge.find(query, { topK: 1 })
  const refusing = <Answer>(work: () => Promise<Answer>) => whileVendor({ tokens: [], status: 401 }, work)
  const isFileThere = async (id: string) => (await server.send('GET', `/api/v1/files/${id}`)).status === 200

  test('a store of which nothing could be read is not ready, and one that is empty says so', async () => {
    const jsonFile = (text: string) => ({ loaderId: 'jsonFile', loaderConfig: { jsonFile: [dataUrl('a.json', text)] } })
    const { id } = await save('', jsonFile('{"a": '))
    expect((await refresh()).body[0]).toMatchObject({ numAdded: 0, failures: [{ document: 'a.json' }] })
    expect(await get()).toMatchObject({ status: 'STALE', totalChunks: 0, loaders: [{ failures: [{}] }] })

    await save('', { id, ...jsonFile('{"a": "Good words"}') })
    await refresh()
    expect(await get()).toMatchObject({ status: 'UPSERTED', totalChunks: 1, totalChars: 10 })
    // What cannot be read today is kept, and counted.
    await save('', { id, ...jsonFile('{{{') })
    await refresh()
    expect(await get()).toMatchObject({ status: 'UPSERTED', totalChunks: 1, totalChars: 10 })

    await send('DELETE', `${root}/loader/${storeId}/${id}`)
    await save('', { loaderId: 'textFile', loaderConfig: { txtFile: [dataUrl('a.txt', ' \n')] } })
    await refresh()
    expect(await get()).toMatchObject({ status: 'EMPTY', totalChunks: 0 })
  })

  test('a source tells what it reads, also where somebody typed it', async () => {
    expect(await save('# Lamps\n\nThey are\n  in cellar #2.')).toMatchObject({ source: 'Lamps They are in cellar #2.' })
    const { source } = await save('word '.repeat(5000))
    expect(source).toMatch(/^word .*word…$/)
    expect(source.length).toBeLessThanOrEqual(101)
  })

  test('one source that cannot be read says so itself, keeps what it gave, and the others are loaded', async () => {
    const { id } = await save('Old words.')
    await refresh()
    const url = `${vendor.url.replace('/v1', '')}/nothing-here`
    await save('', { id, loaderId: 'apiLoader', loaderConfig: { url, method: 'GET' } })
    await save('Other words.')
    expect((await refresh()).body[0]).toMatchObject({ numAdded: 1, failures: [{ document: 'API Loader' }] })
    expect((await get()).loaders).toMatchObject([{ id, failures: [{ document: 'API Loader' }] }, { failures: [] }])
    expect(await find('Old words.')).toMatchObject([{ pageContent: 'Old words.' }])
  })

  test('a load of one source that fails leaves its date, and so does saving it as it is', async () => {
    const source = await save('Old words.')
    await refresh()
    const { loadedDate } = (await get()).loaders[0]
    expect(loadedDate).not.toBeNull()
    await send('POST', `${root}/loader/save`, { ...source, storeId, files: undefined })
    expect((await get()).loaders).toMatchObject([{ loadedDate }])
    await chooseModel('text-embedding-3-large')
    const { status } = await refusing(() => refresh({ items: [{ docId: source.id }] }))
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await get()).loaders).toMatchObject([{ loadedDate }])
    expect((await refresh({ items: [{ docId: source.id }, { docId: 'nothing' }] })).status).toBe(404)
  })

  test('an edit that cannot be embedded changes nothing, and can be saved again', async () => {
    await save('Opening at nine.')
    await refresh()
    const [before] = await chunks()
    const at = `${root}/chunks/${storeId}/all/${before.id}`
    const edit = { pageContent: 'Opening at ten. 👍', basedOn: before.pageContent, isOn: false }
    expect((await refusing(() => server.send('PUT', at, edit))).status).toBeGreaterThanOrEqual(400)
    expect(await chunks()).toEqual([before])
    expect(await get()).toMatchObject({ status: 'UPSERTED', totalChars: 16 })
    await send('PUT', at, edit)
    expect(await chunks()).toMatchObject([{ pageContent: 'Opening at ten. 👍', isEdited: true, isOn: false }])
    expect(await get()).toMatchObject({ status: 'UPSERTED', totalChars: 17 })
    expect((await vectors()).map(({ content }) => content)).toEqual(['Opening at ten. 👍'])
  })

  test('a vector that may be there is deleted with its passage', async () => {
    await save('One line of words.\nTwo lines of words.')
    let during: number[] = []
    vendor.script = {
      tokens: ['ok'],
      beforeEmbedding: async () => {
        const rows = await server.database.query
          .selectFrom('knowledge_passage')
          .select('indexed')
          .where('store_id', '=', storeId)
          .execute()
        during = rows.map(({ indexed }) => indexed)
      },
    }
    await refresh()
    vendor.script = { tokens: ['ok'] }
    // Said before it is written: a process may end between the two.
    expect(during).toEqual([-1, -1])
    await server.database.query
      .updateTable('knowledge_passage')
      .set({ indexed: -1 })
      .where('store_id', '=', storeId)
      .execute()
    expect(await get()).toMatchObject({ status: 'SYNC' })
    const [first] = await chunks()
    await send('DELETE', `${root}/chunks/${storeId}/all/${first.id}`)
    expect(await vectors()).toHaveLength(1)
    await send('DELETE', `${root}/store/${storeId}`)
    expect(await vectors()).toEqual([])
  })

  test('an index that is half built is gone on with, and swapped when it is whole', async () => {
    await save(manyLines)
    await refresh()
    expect(await vectors()).toHaveLength(MANY)
    await chooseModel('text-embedding-3-large')
    vendor.requests.length = 0
    vendor.upcoming = [{ tokens: ['ok'] }, { tokens: [], status: 401 }]
    expect((await refresh()).status).toBeGreaterThanOrEqual(400)
    const half = (await vectors()).length - MANY
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(MANY)
    // Searched is the old one, with the model it was filled with.
    expect(await find('Sentence no. 199')).toMatchObject([{ pageContent: expect.stringContaining('Sentence') }])
    expect(vendor.requests.at(-1)?.body.model).toBe('text-embedding-3-small')
    vendor.requests.length = 0
    expect((await refresh()).status).toBe(200)
    expect(embedded()).toHaveLength(MANY - half)
    expect(await get()).toMatchObject({ status: 'UPSERTED' })
    const left = await vectors()
    expect([left.length, new Set(left.map(({ collection }) => collection)).size]).toEqual([MANY, 1])
    await find('Sentence no. 199')
    expect(vendor.requests.at(-1)?.body.model).toBe('text-embedding-3-large')
  })

  test('what lies in a half-built index is deleted too, also after another one was chosen', async () => {
    const { id } = await save(manyLines)
    await refresh()
    await chooseModel('text-embedding-3-large')
    vendor.upcoming = [{ tokens: ['ok'] }, { tokens: [], status: 401 }]
    await refresh()
    const copies = async (words: string) => (await vectors()).filter(({ content }) => content === words).length
    const held = (await vectors()).map(({ content }) => content)
    const isTwice = ({ pageContent: words }: { pageContent: string }) => held.indexOf(words) !== held.lastIndexOf(words)
    const found = (await chunks()).find(isTwice)
    expect(await copies(found.pageContent)).toBe(2)
    await send('DELETE', `${root}/chunks/${storeId}/all/${found.id}`)
    expect(await copies(found.pageContent)).toBe(0)

    await chooseModel('text-embedding-ada-002')
    await send('DELETE', `${root}/loader/${storeId}/${id}`)
    expect(await vectors()).toEqual([])
  })

  test('a request to load keeps nothing where it is refused or fails', async () => {
    const loader = { name: 'plainText', config: { text: 'Lamps are upstairs.' } }
    const countStores = async () => (await send('GET', `${root}/store`)).length
    const before = await get()
    const stores = await countStores()

    expect((await refusing(() => upsert({ loader }))).status).toBeGreaterThanOrEqual(400)
    expect((await refusing(() => upsert({ loader, createNewDocStore: true }))).status).toBeGreaterThanOrEqual(400)
    expect((await refusing(() => refresh({ items: [{ loader }] }))).status).toBeGreaterThanOrEqual(400)
    const embedding = { name: 'builtInEmbeddings', config: {} }
    expect((await upsert({ loader: { name: 'nothing' }, embedding })).status).toBe(404)
    expect((await upsert({ loader, splitter: { name: 'nothing' }, embedding })).status).toBe(404)
    expect((await upsert({ loader, embedding: { name: 'nothing' }, createNewDocStore: true })).status).toBe(404)
    expect((await upsert({ embedding })).status).toBe(400)
    const { loaders, embeddingConfig, totalChunks } = await get()
    expect({ loaders, embeddingConfig, totalChunks }).toEqual({
      loaders: [],
      embeddingConfig: before.embeddingConfig,
      totalChunks: 0,
    })
    expect(await countStores()).toBe(stores)
    expect(await vectors()).toEqual([])

    // While another load is under way, nothing is made that would be loaded later by surprise.
    await save('First words.')
    let go = () => {}
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    const held = new Promise<void>((resolve) => (go = resolve))
    vendor.upcoming = [{ tokens: ['ok'], beforeEmbedding: () => (reached(), held) }]
    const loading = refresh()
    await isReached
    const refused = [await upsert({ loader }), await refresh({ items: [{ loader }] })]
    go()
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'knowledge-loading'],
      [409, 'knowledge-loading'],
    ])
    expect((await loading).status).toBe(200)
    expect((await get()).loaders).toHaveLength(1)
  })

  test('a file that a source does not read any more is deleted, unless another one does', async () => {
    const txtFile = (...files: string[]) => ({ loaderId: 'textFile', loaderConfig: { txtFile: files } })
    const first = await save('', txtFile(dataUrl('a.txt', 'Words of a.'), dataUrl('b.txt', 'Words of b.')))
    const [a, b] = first.files.map(({ id }: { id: string }) => id)
    const second = await save('', { loaderId: 'textFile', loaderConfig: first.loaderConfig })
    const c = dataUrl('c.txt', 'Words of c.')
    await save('', { id: first.id, ...txtFile(c) })
    expect([await isFileThere(a), await isFileThere(b)]).toEqual([true, true])
    await save('', { id: second.id, ...txtFile(c) })
    expect([await isFileThere(a), await isFileThere(b)]).toEqual([false, false])
    for (const { id } of (await get()).loaders[0].files) expect(await isFileThere(id)).toBe(true)
  })

  test('a request that fails leaves the store and the source that it replaces as they were', async () => {
    const txtFile = (name: string) => ({ txtFile: [dataUrl(name, `Words of ${name}.`)] })
    const { id, files } = await save('', { loaderId: 'textFile', loaderConfig: txtFile('a.txt') })
    await refresh()
    const state = async () => {
      const { loaders, embeddingConfig, status, updatedDate } = await get()
      return { files: loaders.map((each: { files: object[] }) => each.files), embeddingConfig, status, updatedDate }
    }
    const before = await state()
    const replacing = { docId: id, replaceExisting: true, loader: { config: txtFile('b.txt') } }
    const loader = { name: 'plainText', config: { text: 'Lamps are upstairs.' } }
    const embedding = { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-large' } }
    for (const body of [replacing, { loader, embedding }, { ...replacing, embedding }]) {
      expect((await refusing(() => upsert(body))).status).toBeGreaterThanOrEqual(400)
      expect(await state()).toEqual(before)
      expect(await isFileThere(files[0].id)).toBe(true)
    }

    // Nor is a file taken from a load that may be reading it.
    let go = () => {}
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    const held = new Promise<void>((resolve) => (go = resolve))
    vendor.upcoming = [{ tokens: ['ok'], beforeEmbedding: () => (reached(), held) }]
    await save('More words.')
    const loading = refresh()
    await isReached
    const other = { storeId, id, loaderId: 'textFile', loaderConfig: txtFile('c.txt'), ...splitter }
    const refused = await server.send('POST', `${root}/loader/save`, other)
    go()
    expect([refused.status, refused.body.code]).toEqual([409, 'knowledge-loading'])
    expect((await loading).status).toBe(200)

    expect((await upsert(replacing)).status).toBe(200)
    expect(await isFileThere(files[0].id)).toBe(false)
    expect((await get()).loaders[0].files).toMatchObject([{ name: 'b.txt' }])
  })

  test('a store says when its index was last changed, also where that came with a load', async () => {
    const loader = { name: 'plainText', config: { text: 'Lamps are upstairs.' } }
    const embedding = { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-large' } }
    const old = '2020-01-01T00:00:00.000Z'
    const age = () =>
      server.database.query
        .updateTable('knowledge_store')
        .set({ updated_date: old })
        .where('id', '=', storeId)
        .execute()
    const isMoved = async () => (await get()).updatedDate !== old
    await age()
    expect((await upsert({ loader, embedding })).status).toBe(200)
    expect(await isMoved()).toBe(true)
    await age()
    // The same again changes nothing.
    expect((await upsert({ loader, embedding })).status).toBe(200)
    await send('POST', `${root}/vectorstore/insert`, { storeId })
    expect(await isMoved()).toBe(false)
    const { name: embeddingName, config } = (await get()).embeddingConfig
    const embeddingConfig = { ...config, modelName: 'text-embedding-ada-002' }
    await send('POST', `${root}/vectorstore/insert`, { storeId, embeddingName, embeddingConfig })
    expect(await isMoved()).toBe(true)
  })

  test('vectors of a source that is not there are not said to be deleted', async () => {
    await save('Words.')
    await refresh()
    expect(await server.send('DELETE', `${root}/vectorstore/${storeId}?docId=nothing`)).toMatchObject({
      status: 404,
      body: { code: 'knowledge-source-not-found' },
    })
    expect(await vectors()).toHaveLength(1)
  })

  test('passages of a source that is not there are not said to be embedded', async () => {
    await save('Words.')
    expect(await server.send('POST', `${root}/vectorstore/insert`, { storeId, docId: 'nothing' })).toMatchObject({
      status: 404,
      body: { code: 'knowledge-source-not-found' },
    })
  })
})

import { beforeEach, expect, test } from 'vitest'
import type { FakeVendor } from '../../../testing/fake-vendor.ts'
import { retrieverStep } from '../../../testing/retriever-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { KNOWLEDGE_ROOT as root, textDataUrl as dataUrl, useKnowledge } from '../../../testing/use-knowledge.ts'

describeOnBothDatabases('Knowledge', (start) => {
  const { atHand, splitter, send, get, save, chunks, find, embedded, vectors, ...knowledge } = useKnowledge(start, {
    tokens: ['Searches the handbook.'],
  })
  let server: TestServer
  let vendor: FakeVendor
  let storeId: string
  let credential: string
  beforeEach(() => {
    ;({ server, vendor, storeId, credential } = atHand)
  })
  const refresh = async () => {
    const { status, text, body } = await knowledge.refresh()
    expect(status, text).toBe(200)
    return body[0]
  }
  const texts = async (loaderId?: string) =>
    (await chunks(loaderId)).map((each: { pageContent: string }) => each.pageContent)

  test('a store goes from empty to found: saved, previewed, processed, embedded', async () => {
    expect(await get()).toMatchObject({ name: 'Handbook', status: 'EMPTY', loaders: [], totalChunks: 0, job: null })
    const draft = { storeId, loaderId: 'plainText', loaderConfig: { text: 'Cats purr.\nDogs bark.' }, ...splitter }
    const preview = await send('POST', `${root}/loader/preview`, { ...draft, previewChunkCount: 1 })
    expect(preview).toMatchObject({ chunks: [{ pageContent: 'Cats purr.\nDogs bark.' }], totalChunks: 1, failures: [] })
    expect(await texts()).toEqual([])

    const source = await save('Cats purr when they are content.\nDogs bark at whoever passes by.')
    expect(source).toMatchObject({ loaderId: 'plainText', loaderName: 'Plain Text', status: 'SYNCING', totalChunks: 0 })
    const page = await send('POST', `${root}/loader/process/${source.id}`, { storeId })
    expect(page).toMatchObject({ count: 2, currentPage: 1, storeName: 'Handbook', docId: source.id })
    expect(await get()).toMatchObject({ status: 'SYNC', totalChunks: 2, loaders: [{ status: 'SYNC' }] })
    expect(embedded()).toEqual([])

    const inserted = await send('POST', `${root}/vectorstore/insert`, { storeId })
    expect(inserted).toMatchObject({ numAdded: 0, failures: [] })
    expect(embedded()).toHaveLength(2)
    expect(await get()).toMatchObject({ status: 'UPSERTED', job: { state: 'done', kind: 'knowledge' } })
    const [first] = await find('Cats purr when they are content.', { topK: 1 })
    expect(first).toMatchObject({ pageContent: 'Cats purr when they are content.', metadata: { docId: source.id } })
  })

  test('a refresh says beforehand what it changes, embeds only that, and embeds nothing twice', async () => {
    const one = dataUrl('one.txt', 'One is a number.\nOne stays as it always was, for now.')
    const source = await save('', {
      loaderId: 'textFile',
      loaderConfig: { txtFile: [one, dataUrl('two.txt', 'Two is a number.')] },
    })
    expect(source.files.map(({ name }: { name: string }) => name)).toEqual(['one.txt', 'two.txt'])
    expect(await refresh()).toMatchObject({ numAdded: 3, numSkipped: 0 })
    vendor.requests.length = 0
    expect(await refresh()).toMatchObject({ numAdded: 0, numUpdated: 0, numSkipped: 3, numDeleted: 0 })
    expect(embedded()).toEqual([])

    const txtFile = [
      dataUrl('one.txt', 'One is a digit.\nOne stays as it always was, for now.'),
      dataUrl('three.txt', 'Three.'),
    ]
    await save('', { id: source.id, loaderId: 'textFile', loaderConfig: { txtFile } })
    expect(await send('POST', `${root}/check/${storeId}`, {})).toMatchObject({
      added: 1,
      changed: 1,
      gone: 1,
      unchanged: 0,
    })
    expect(await texts()).toContain('Two is a number.')
    expect(await refresh()).toMatchObject({ numAdded: 1, numUpdated: 1, numSkipped: 1, numDeleted: 2 })
    expect(embedded().sort()).toEqual(['One is a digit.', 'Three.'])
    expect((await texts()).sort()).toEqual(['One is a digit.', 'One stays as it always was, for now.', 'Three.'])
    expect(await vectors()).toHaveLength(3)
  })

  test('one bad document is named, the others are loaded; what cannot be read today is not gone', async () => {
    const good = dataUrl('good.json', '{"a": "Good words"}')
    const source = await save('', { loaderId: 'jsonFile', loaderConfig: { jsonFile: [good] } })
    await refresh()
    const jsonFile = [dataUrl('good.json', '{"a": "Better words"}'), dataUrl('bad.json', '{"a": ')]
    await save('', { id: source.id, loaderId: 'jsonFile', loaderConfig: { jsonFile } })
    const { failures } = await refresh()
    expect(failures).toMatchObject([{ document: 'bad.json', hint: expect.stringMatching(/./) }])
    expect(await texts()).toEqual(['Better words'])
    expect((await get()).loaders[0].failures).toMatchObject([{ document: 'bad.json' }])

    await save('', { id: source.id, loaderId: 'jsonFile', loaderConfig: { jsonFile: [dataUrl('good.json', '{{{')] } })
    expect((await server.send('POST', `${root}/refresh/${storeId}`, {})).body[0]).toMatchObject({
      numDeleted: 0,
      failures: [{ document: 'good.json' }],
    })
    expect(await texts()).toEqual(['Better words'])
  })

  test('a load that fails leaves the store as it was', async () => {
    const source = await save('Old words that everybody knows here.')
    await refresh()
    await save('New words that nobody has seen yet.\nAnd some more of these.', { id: source.id })
    vendor.script = { tokens: [], status: 401 }
    const failed = await server.send('POST', `${root}/refresh/${storeId}`, {})
    vendor.script = { tokens: ['ok'] }
    expect(failed.status, failed.text).toBeGreaterThanOrEqual(400)
    expect(await texts()).toEqual(['Old words that everybody knows here.'])
    expect(await find('New words that nobody has seen yet.')).toMatchObject([
      { pageContent: 'Old words that everybody knows here.' },
    ])
    expect(await vectors()).toHaveLength(1)
    const rows = await server.database.query
      .selectFrom('knowledge_passage')
      .selectAll()
      .where('store_id', '=', storeId)
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['live'])
    expect(await get()).toMatchObject({ job: { state: 'failed' } })
    expect(await refresh()).toMatchObject({ numUpdated: 2, numDeleted: 1 })
  })

  test('who saves settings or a source that somebody else changed meanwhile is told, and overwrites nothing', async () => {
    const source = await save('Opening hours are nine to five.')
    const { revision } = await get()
    const at = `${root}/store/${storeId}`
    // A load changes nothing that people set.
    await refresh()
    await send('PUT', at, { name: 'Theirs', description: 'By day', basedOn: revision })
    const late = await server.send('PUT', at, { name: 'Mine', description: 'By night', basedOn: revision })
    const theirs = await get()
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'knowledge-changed',
        message: expect.stringContaining("aren't saved"),
        details: { revision: theirs.revision },
      },
    })
    expect(theirs).toMatchObject({ name: 'Theirs', description: 'By day' })
    const chosen = { storeId, vectorStoreName: 'builtInVectorStore', vectorStoreConfig: { topK: '9' } }
    for (const path of ['save', 'update', 'insert']) {
      const index = await server.send('POST', `${root}/vectorstore/${path}`, { ...chosen, basedOn: revision })
      expect([path, index.status, index.body.code]).toEqual([path, 409, 'knowledge-changed'])
    }
    // Of two at the same moment one saves; without a word of what it is based on the last one wins, as older clients know it.
    const both = await Promise.all(
      ['One', 'Two'].map((name) => server.send('PUT', at, { name, basedOn: theirs.revision })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await send('PUT', at, { name: 'Last' })
    expect(await get()).toMatchObject({ name: 'Last' })

    const values = { id: source.id, storeId, loaderId: 'plainText', loaderConfig: { text: 'Theirs' } }
    const changed = await send('POST', `${root}/loader/save`, { ...values, basedOn: source.revision })
    const stale = { ...values, loaderConfig: { text: 'Mine' }, basedOn: source.revision }
    const refused = await server.send('POST', `${root}/loader/save`, stale)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'knowledge-source-changed', details: { revision: changed.revision } },
    })
    expect((await get()).loaders).toMatchObject([{ loaderConfig: { text: 'Theirs' } }])
    // One that somebody deleted does not come back by being saved.
    await send('DELETE', `${root}/loader/${storeId}/${source.id}`)
    expect((await server.send('POST', `${root}/loader/save`, stale)).status).toBe(409)
    expect((await get()).loaders).toEqual([])
  })

  test('passages are mended, switched off and on, tagged; the second of two editors is told', async () => {
    const source = await save('Opening hours are nine to five.\nThe canteen closes at three.')
    await refresh()
    const [one, two] = (await send('GET', `${root}/chunks/${storeId}/${source.id}/1`)).chunks
    vendor.requests.length = 0
    const at = (id: string) => `${root}/chunks/${storeId}/${source.id}/${id}`
    await send('PUT', at(one.id), {
      pageContent: 'Opening hours are ten to six.',
      metadata: { topic: 'hours' },
      basedOn: one.pageContent,
    })
    expect(embedded()).toEqual(['Opening hours are ten to six.'])
    const late = await server.send('PUT', at(one.id), { pageContent: 'Mine!', basedOn: one.pageContent })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'passage-changed', details: { pageContent: 'Opening hours are ten to six.' } },
    })
    expect(await find('hours', { metadataFilter: { topic: 'hours' } })).toMatchObject([
      { pageContent: 'Opening hours are ten to six.' },
    ])

    // Facts are as much somebody's work as words are.
    const facts = { metadata: { topic: 'mine' }, basedOnMetadata: one.metadata }
    expect(await server.send('PUT', at(one.id), facts)).toMatchObject({
      status: 409,
      body: { code: 'passage-changed' },
    })
    await send('PUT', at(one.id), { metadata: { topic: 'hours' }, basedOnMetadata: { topic: 'hours' } })

    await send('PUT', at(two.id), { isOn: false })
    expect((await find('The canteen closes at three.')).map(({ id }) => id)).toEqual([one.id])
    await send('PUT', at(two.id), { isOn: true })
    expect((await find('The canteen closes at three.')).map(({ id }) => id)).toContain(two.id)
    // An edit stays while the words it was made from do.
    expect(await refresh()).toMatchObject({ numSkipped: 2 })
    expect(await texts()).toContain('Opening hours are ten to six.')
    await send('DELETE', at(two.id))
    expect(await vectors()).toHaveLength(1)
  })

  test('another embedding model builds an index beside the old one, which is searched until it is whole', async () => {
    await save('Cats purr when they are content.')
    await refresh()
    const embeddingConfig = { credential, basepath: vendor.url, modelName: 'text-embedding-3-large' }
    await send('POST', `${root}/vectorstore/update`, { storeId, embeddingName: 'openAIEmbeddings', embeddingConfig })
    expect(await get()).toMatchObject({ status: 'SYNC' })
    expect(await find('Cats')).toHaveLength(1)
    vendor.script = { tokens: [], status: 401 }
    expect((await server.send('POST', `${root}/vectorstore/insert`, { storeId })).status).toBeGreaterThanOrEqual(400)
    vendor.script = { tokens: ['ok'] }
    expect(await find('Cats')).toHaveLength(1)
    await send('POST', `${root}/vectorstore/insert`, { storeId })
    expect(await get()).toMatchObject({ status: 'UPSERTED' })
    expect(await find('Cats')).toHaveLength(1)
    expect(await vectors()).toHaveLength(1)
    expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'text-embedding-3-large' })
  })

  test('deleting a store deletes its passages, vectors and files, and warns where flows use it', async () => {
    const { files } = await save('', {
      loaderId: 'textFile',
      loaderConfig: { txtFile: [dataUrl('a.txt', 'Words in a file.')] },
    })
    await refresh()
    const [file] = files
    expect((await server.send('GET', `/api/v1/files/${file.id}`)).status).toBe(200)
    const flow = await send('POST', '/api/v1/chatflows', {
      name: 'Uses it',
      flowData: JSON.stringify({ nodes: [retrieverStep(`${storeId}:Handbook`)], edges: [] }),
    })
    expect((await get()).whereUsed).toEqual([{ id: flow.id, name: 'Uses it' }])
    const refused = await server.send('DELETE', `${root}/store/${storeId}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'knowledge-in-use', details: { flows: [{ name: 'Uses it' }] } },
    })
    await send('DELETE', `${root}/store/${storeId}?force=true`)
    expect((await server.send('GET', `${root}/store/${storeId}`)).status).toBe(404)
    expect(await vectors()).toEqual([])
    const left = await server.database.query
      .selectFrom('knowledge_passage')
      .select('id')
      .where('store_id', '=', storeId)
      .execute()
    expect(left).toEqual([])
    expect((await server.send('GET', `/api/v1/files/${file.id}`)).status).toBe(404)
  })

  test('the older upsert makes a source like another one, replaces it, or opens a store for it', async () => {
    const upsert = (body: object) => send('POST', `${root}/upsert/${storeId}`, body)
    const loader = { name: 'plainText', config: { text: 'Lamps are in the cellar.' } }
    const made = await upsert({
      loader,
      splitter: { name: 'characterTextSplitter', config: {} },
      metadata: { by: 'api' },
    })
    expect(made).toMatchObject({ numAdded: 1, docId: expect.any(String) })
    expect(await find('lamps')).toMatchObject([{ metadata: { by: 'api', docId: made.docId } }])
    const replaced = await upsert({
      docId: made.docId,
      replaceExisting: true,
      loader: { config: { text: 'Lamps are upstairs.' } },
    })
    expect(replaced).toMatchObject({ docId: made.docId, numUpdated: 1, numDeleted: 1 })
    expect(await find('lamps')).toMatchObject([{ pageContent: 'Lamps are upstairs.', metadata: { by: 'api' } }])
    await upsert({ docId: made.docId, loader: { config: { text: 'Candles too.' } } })
    expect((await get()).loaders).toHaveLength(2)
    await upsert({ docId: made.docId, createNewDocStore: true, docStore: { name: 'Second' } })
    expect((await send('GET', `${root}/store`)).map(({ name }: { name: string }) => name)).toContain('Second')
    const job = await server.send('POST', `${root}/refresh/${storeId}?background=true`, {})
    expect(job).toMatchObject({ status: 202, body: { kind: 'knowledge', chatflowId: storeId } })
  })

  test('bad input is told by its name, and nothing is kept of it', async () => {
    const wrong = await server.send('POST', `${root}/loader/save`, {
      storeId,
      loaderId: 'chatOpenAI',
      loaderConfig: {},
    })
    expect(wrong).toMatchObject({ status: 404, body: { code: 'node-not-found' } })
    expect((await server.send('POST', `${root}/vectorstore/query`, { storeId, query: 'x' })).body.message).toContain(
      'ready to search yet',
    )
    expect((await server.send('POST', `${root}/upsert/${storeId}`, { loader: '{"name":' })).status).toBe(400)
    expect((await server.send('GET', `${root}/chunks/${storeId}/nothing/1`)).status).toBe(404)
    await save('Words.')
    await refresh()
    const filter = { metadataFilter: 'no object' }
    expect(
      (await server.send('POST', `${root}/vectorstore/query`, { storeId, query: 'x', inputs: filter })).status,
    ).toBe(422)
    // A filter in a text, as forms send it.
    expect(await find('x', { metadataFilter: '{"topic": "none"}' })).toEqual([])
    const nul = { metadataFilter: { topic: '\u0000' } }
    const unsound = await server.send('POST', `${root}/vectorstore/query`, { storeId, query: 'x', inputs: nul })
    expect([unsound.status, unsound.body.code]).toEqual([422, 'node-failed'])
    const wide = { searchType: 'mmr', fetchK: 1e308 }
    expect((await find('Words.', wide)).map(({ pageContent }) => pageContent)).toEqual(['Words.'])
    const blank = await server.send('POST', `${root}/vectorstore/query`, { storeId, query: ' ' })
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining('A search needs words')])
    const [passage] = (await send('GET', `${root}/chunks/${storeId}/all/1`)).chunks
    const wordless = await server.send('PUT', `${root}/chunks/${storeId}/all/${passage.id}`, { pageContent: ' ' })
    expect([wordless.status, wordless.text]).toEqual([400, expect.stringContaining('A passage needs words')])
    expect(await texts()).toEqual(['Words.'])
    expect((await get()).loaders).toHaveLength(1)
    const { content } = await send('POST', `${root}/generate-tool-desc/${storeId}`, {
      selectedChatModel: { name: 'chatOpenAI', inputs: { basepath: vendor.url, credential } },
    })
    expect(content).not.toBe('')
  })
})

import { mkdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalBlobStore } from '../../ground/blobs/local-blob-store.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import { startFakeQdrant, type FakeQdrant } from '../../../testing/fake-qdrant.ts'
import type { FakeVendor } from '../../../testing/fake-vendor.ts'
import type { TestAnswer, TestServer } from '../../../testing/test-server.ts'
import { KNOWLEDGE_ROOT as root, textDataUrl, useKnowledge } from '../../../testing/use-knowledge.ts'

const AT_ONCE = 6

describeOnEveryDeployment('Loads of one store at the same moment', (start) => {
  const { atHand, send, chooseModel, get, upsert, refresh, chunks, find, vectors } = useKnowledge(start)
  let server: TestServer
  let vendor: FakeVendor
  let storeId: string
  beforeEach(() => {
    ;({ server, vendor, storeId } = atHand)
  })

  const textFile = (name: string) => ({
    name: 'textFile',
    config: { txtFile: [textDataUrl(name, `Words of ${name}.`)] },
  })
  const atOnce = (ask: (at: number) => Promise<TestAnswer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at)))
  const runs = () =>
    server.database.query.selectFrom('run').select(['id', 'status']).where('store_id', '=', storeId).execute()
  const keptFiles = async () => {
    const keys: string[] = []
    for await (const key of createLocalBlobStore(server.config.dataDir).list())
      if (key.startsWith('files/')) keys.push(key)
    return keys
  }
  /** One that was let in, and all others told of it in the same words. */
  const expectOneOf = (answers: readonly TestAnswer[], done: number) => {
    const told = answers.map(({ status, body }) => (status === done ? status : [status, body.code, body.message]))
    const refused = [409, 'knowledge-loading', expect.stringContaining('Wait for it')]
    expect(told.toSorted((one, other) => Number(Array.isArray(one)) - Number(Array.isArray(other)))).toEqual([
      done,
      ...Array.from({ length: AT_ONCE - 1 }, () => refused),
    ])
  }
  let go = () => {}
  /** Lets no load get any further until it is let go. */
  const hold = () => {
    const isLetGo = new Promise<void>((resolve) => (go = resolve))
    vendor.script = { tokens: ['ok'], beforeEmbedding: () => isLetGo }
  }
  const letGo = () => {
    vendor.script = { tokens: ['ok'] }
    go()
  }
  afterEach(letGo)

  test('one upsert is let in; the others are refused and leave nothing', async () => {
    const files = (await keptFiles()).length
    hold()
    // The one that is let in cannot end before the others are answered.
    let answered = 0
    const answers = await atOnce(async (at) => {
      const answer = await upsert({ loader: textFile(`${at}.txt`) })
      answered += 1
      if (answered === AT_ONCE - 1) letGo()
      return answer
    })
    expectOneOf(answers, 200)
    const { loaders, status, totalChunks } = await get()
    const docId = answers.find((each) => each.status === 200)?.body.docId
    expect({ ids: loaders.map(({ id }: { id: string }) => id), status, totalChunks }).toEqual({
      ids: [docId],
      status: 'UPSERTED',
      totalChunks: 1,
    })
    expect(await runs()).toMatchObject([{ status: 'done' }])
    expect(await keptFiles()).toHaveLength(files + 1)
  })

  test('of those who replace one source at once, one does, and it is what that one sent', async () => {
    const { docId } = (await upsert({ loader: textFile('first.txt') })).body
    const files = (await keptFiles()).length
    hold()
    let answered = 0
    const answers = await atOnce(async (at) => {
      const answer = await upsert({
        docId,
        replaceExisting: true,
        loaderName: `No. ${at}`,
        loader: textFile(`${at}.txt`),
      })
      answered += 1
      if (answered === AT_ONCE - 1) letGo()
      return answer
    })
    expectOneOf(answers, 200)
    const at = answers.findIndex(({ status }) => status === 200)
    expect((await get()).loaders).toMatchObject([
      { id: docId, loaderName: `No. ${at}`, files: [{ name: `${at}.txt` }] },
    ])
    expect(await keptFiles()).toHaveLength(files)
    const { chunks } = await send('GET', `${root}/chunks/${storeId}/all/1`)
    expect(chunks).toMatchObject([{ pageContent: `Words of ${at}.txt.` }])
  })

  test('of those who press Load at once, one is let in', async () => {
    await send('POST', `${root}/loader/save`, { storeId, loaderId: 'plainText', loaderConfig: { text: 'Words.' } })
    hold()
    const answers = await atOnce(() => server.send('POST', `${root}/refresh/${storeId}?background=true`, {}))
    expectOneOf(answers, 202)
    expect(await runs()).toHaveLength(1)
    letGo()
    await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ status: 'done' }])
  })

  test('an index that is chosen with a load that is refused stays as it was', async () => {
    await upsert({ loader: textFile('a.txt') })
    const before = (await get()).embeddingConfig
    hold()
    const first = await server.send('POST', `${root}/refresh/${storeId}?background=true`, {
      items: [{ loader: textFile('b.txt') }],
    })
    expect(first.status).toBe(202)
    const embedding = { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-large' } }
    const refused = [
      await upsert({ loader: textFile('c.txt'), embedding }),
      await server.send('POST', `${root}/refresh/${storeId}`, { items: [{ loader: textFile('d.txt'), embedding }] }),
      await server.send('POST', `${root}/vectorstore/insert`, {
        storeId,
        embeddingName: embedding.name,
        embeddingConfig: { ...before.config, ...embedding.config },
      }),
    ]
    letGo()
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'knowledge-loading']),
    )
    expect((await get()).embeddingConfig).toEqual(before)
    await expect.poll(async () => (await get()).job.state, { timeout: 60_000 }).toBe('done')
    expect((await get()).loaders).toHaveLength(2)
  })

  /** A load that is embedding while something is done that looked for a load just before it began. */
  const whileEmbedding = async (work: () => Promise<unknown>, ask: () => Promise<TestAnswer> = refresh) => {
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    const isLetGo = new Promise<void>((resolve) => (go = resolve))
    vendor.script = { tokens: ['ok'], beforeEmbedding: () => (reached(), isLetGo) }
    const loading = ask()
    await isReached
    await work()
    letGo()
    return loading
  }
  const words = async () => (await vectors()).map(({ content }) => content)
  const saveText = (text: string) =>
    send('POST', `${root}/loader/save`, { storeId, loaderId: 'plainText', loaderConfig: { text } })

  test('words that change while they are embedded are found by what they say now', async () => {
    await saveText('Opening at nine.')
    const change = server.database.query.updateTable('knowledge_passage').set({ content: 'Opening at ten.' })
    expect((await whileEmbedding(() => change.where('store_id', '=', storeId).execute())).status).toBe(200)
    expect(await words()).toEqual(['Opening at ten.'])
    expect(await get()).toMatchObject({ status: 'UPSERTED' })
  })

  test('a source that goes while it is embedded leaves no vector, and whoever waits is told when the store goes', async () => {
    const source = await saveText('Lamps are upstairs.')
    await saveText('Chairs are downstairs.')
    const { query: db } = server.database
    const deleted = () => db.deleteFrom('knowledge_source').where('id', '=', source.id).execute()
    expect((await whileEmbedding(deleted)).status).toBe(200)
    expect(await words()).toEqual(['Chairs are downstairs.'])

    await saveText('Tables are outside.')
    const gone = await whileEmbedding(() => db.deleteFrom('knowledge_store').where('id', '=', storeId).execute())
    expect(gone.body.message).toContain('The knowledge base was deleted')
  })

  const deletions = {
    source: (sourceId: string) => `${root}/loader/${storeId}/${sourceId}`,
    passage: (_: string, passageId: string) => `${root}/chunks/${storeId}/all/${passageId}`,
    index: () => `${root}/vectorstore/${storeId}`,
    store: () => `${root}/store/${storeId}?force=true`,
  }

  /** Something that is being deleted, and has looked for a load already. */
  const holdDeleting = async (
    qdrant: FakeQdrant,
    url: string,
    at: 'beforeDeleting' | 'afterDeleting' = 'beforeDeleting',
  ) => {
    let letOn = () => {}
    const isHeld = new Promise<void>((resolve) => (letOn = resolve))
    const isReached = new Promise<void>((resolve) => {
      qdrant[at] = () => {
        // Only this one: the load may delete as well.
        qdrant[at] = async () => {}
        resolve()
        return isHeld
      }
    })
    const deleting = server.send('DELETE', url)
    await isReached
    return { goOn: () => (letOn(), deleting) }
  }

  test.for(Object.keys(deletions) as (keyof typeof deletions)[])(
    'a load that begins while something is deleted goes on, and whoever deletes is told of it: %s',
    async (what) => {
      const qdrant = await startFakeQdrant()
      try {
        const vectorStoreConfig = { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' }
        await send('POST', `${root}/vectorstore/save`, { storeId, vectorStoreName: 'qdrant', vectorStoreConfig })
        const source = await saveText('Lamps are upstairs.')
        expect((await refresh()).status).toBe(200)
        const [passage] = await chunks()
        await saveText('Chairs are downstairs.')
        const held = await holdDeleting(qdrant, deletions[what](source.id, passage.id))
        let refused: TestAnswer | undefined
        const loading = await whileEmbedding(async () => {
          refused = await held.goOn()
        })
        expect([refused?.status, refused?.body.code]).toEqual([409, 'knowledge-loading'])
        expect(loading.status).toBe(200)
        const store = await get()
        expect(refused?.body.details).toEqual({ jobId: store.job.id })
        expect(store).toMatchObject({ status: 'UPSERTED', totalChunks: 2, loaders: [{}, {}] })
        expect([...qdrant.points.values()].map(({ payload }) => payload['content']).toSorted()).toEqual([
          'Chairs are downstairs.',
          'Lamps are upstairs.',
        ])
        expect(await find('Lamps are upstairs.', { topK: 1 })).toMatchObject([{ pageContent: 'Lamps are upstairs.' }])
      } finally {
        await qdrant.close()
      }
    },
  )

  test('a source that is deleted while a load of it comes and goes leaves nothing of what that load brought', async () => {
    const qdrant = await startFakeQdrant()
    try {
      const vectorStoreConfig = { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' }
      await send('POST', `${root}/vectorstore/save`, { storeId, vectorStoreName: 'qdrant', vectorStoreConfig })
      const source = await saveText('Lamps are upstairs.')
      expect((await refresh()).status).toBe(200)
      const held = await holdDeleting(qdrant, deletions.source(source.id))
      const loaderConfig = { text: 'Lamps are in the cellar.' }
      await send('POST', `${root}/loader/save`, { storeId, id: source.id, loaderId: 'plainText', loaderConfig })
      expect((await refresh()).status).toBe(200)
      expect((await held.goOn()).status).toBe(200)
      expect((await get()).loaders).toEqual([])
      expect([...qdrant.points.keys()]).toEqual([])
    } finally {
      await qdrant.close()
    }
  })

  test('vectors that a deletion took from under a load before it failed are known to be missing', async () => {
    const qdrant = await startFakeQdrant()
    try {
      const vectorStoreConfig = { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' }
      await send('POST', `${root}/vectorstore/save`, { storeId, vectorStoreName: 'qdrant', vectorStoreConfig })
      const source = await saveText('Lamps are upstairs.')
      expect((await refresh()).status).toBe(200)
      const held = await holdDeleting(qdrant, deletions.source(source.id))
      expect((await refresh()).status).toBe(200)
      expect(await get()).toMatchObject({ status: 'UPSERTED' })
      qdrant.points.clear()
      await qdrant.close()
      expect((await held.goOn()).status).toBeGreaterThanOrEqual(400)
      expect(await get()).toMatchObject({ status: 'SYNC', loaders: [{ id: source.id }] })
    } finally {
      await qdrant.close()
    }
  })

  test('a source that is deleted while an edit of it is embedded leaves no vector', async () => {
    const source = await saveText('Opening at nine.')
    expect((await refresh()).status).toBe(200)
    const [passage] = await chunks()
    await whileEmbedding(
      () => send('DELETE', deletions.source(source.id)),
      () => server.send('PUT', `${root}/chunks/${storeId}/all/${passage.id}`, { pageContent: 'Opening at ten.' }),
    )
    expect((await get()).loaders).toEqual([])
    expect(await words()).toEqual([])
  })

  const edit = (passageId: string, pageContent: string) =>
    server.send('PUT', `${root}/chunks/${storeId}/all/${passageId}`, { pageContent })

  test.for(['source', 'passage', 'index'] as const)(
    'an edit between the deletion of a vector and that of its passage leaves no vector: %s',
    async (what) => {
      const qdrant = await startFakeQdrant()
      try {
        const vectorStoreConfig = { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' }
        await send('POST', `${root}/vectorstore/save`, { storeId, vectorStoreName: 'qdrant', vectorStoreConfig })
        const source = await saveText('Opening at nine.')
        expect((await refresh()).status).toBe(200)
        const [passage] = await chunks()
        const held = await holdDeleting(qdrant, deletions[what](source.id, passage.id), 'afterDeleting')
        expect((await edit(passage.id, 'Opening at ten.')).status).toBe(200)
        expect([...qdrant.points.values()]).toHaveLength(1)
        expect((await held.goOn()).status).toBe(200)
        expect([...qdrant.points.keys()]).toEqual([])
        const left = (await chunks()) as { pageContent: string }[]
        expect(left.map(({ pageContent }) => pageContent)).toEqual(what === 'index' ? ['Opening at ten.'] : [])
      } finally {
        await qdrant.close()
      }
    },
  )

  test('an edit that is embedded while a load makes another index is found there, and leaves nothing in the old one', async () => {
    await saveText('Opening at nine.')
    expect((await refresh()).status).toBe(200)
    const [passage] = await chunks()
    const loadAnew = async () => {
      vendor.script = { tokens: ['ok'] }
      await chooseModel('text-embedding-3-large')
      expect((await refresh()).status).toBe(200)
    }
    expect((await whileEmbedding(loadAnew, () => edit(passage.id, 'Opening at ten.'))).status).toBe(200)
    expect(await words()).toEqual(['Opening at ten.'])
    const { embeddingConfig, status } = await get()
    expect([embeddingConfig.config.modelName, status]).toEqual(['text-embedding-3-large', 'UPSERTED'])
  })

  test('of two who edit a passage at once, the words that stay are those it is found by', async () => {
    await saveText('Opening at nine.')
    expect((await refresh()).status).toBe(200)
    const [passage] = await chunks()
    const second = async () => {
      vendor.script = { tokens: ['ok'] }
      expect((await edit(passage.id, 'Opening at eleven.')).status).toBe(200)
    }
    expect((await whileEmbedding(second, () => edit(passage.id, 'Opening at ten.'))).status).toBe(200)
    expect(await chunks()).toMatchObject([{ pageContent: 'Opening at eleven.' }])
    expect(await words()).toEqual(['Opening at eleven.'])
    expect(await get()).toMatchObject({ status: 'UPSERTED' })
  })

  test('what a failed upsert brought is gone before anybody else can begin to load it', async () => {
    const files = (await keptFiles()).length
    const sources = () =>
      server.database.query.selectFrom('knowledge_source').select('id').where('store_id', '=', storeId).execute()
    vendor.script = { tokens: [], status: 401 }
    const asked = upsert({ loader: textFile('a.txt') })
    const ended = async () => (await runs()).some(({ status }) => status === 'failed')
    await expect.poll(ended, { timeout: 60_000, interval: 5 }).toBe(true)
    expect(await sources()).toEqual([])
    expect((await asked).status).toBeGreaterThanOrEqual(400)
    expect(await keptFiles()).toHaveLength(files)
  })

  test('what was loaded stays so, although the file it took the place of cannot be deleted', async () => {
    const { docId } = (await upsert({ loader: textFile('first.txt') })).body
    const { id } = (await get()).loaders[0].files[0]
    const note = join(server.config.dataDir, 'files', id.slice(0, 2), `${id}.json`)
    await rm(note)
    await mkdir(note)
    const loader = textFile('second.txt')
    const answer = await upsert({ docId, replaceExisting: true, loaderName: 'Second', loader })
    await rmdir(note)
    expect(answer.status).toBe(200)
    expect((await get()).loaders).toMatchObject([{ id: docId, loaderName: 'Second', files: [{ name: 'second.txt' }] }])
    const { chunks } = await send('GET', `${root}/chunks/${storeId}/all/1`)
    expect(chunks).toMatchObject([{ pageContent: 'Words of second.txt.' }])
  })
})

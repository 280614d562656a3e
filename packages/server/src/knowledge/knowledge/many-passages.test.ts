import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../ground/db/database.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { planOf, watchDatabase, type WatchedStatement } from '../../../testing/watched-database.ts'
import { createKnowledgeService, type KnowledgeDependencies } from './knowledge-service.ts'
import { createKnowledgeStore, NOT_LOADED, type SourceRow } from './knowledge-store.ts'
import { createPassageStore, type PassageRow, type PassageStore } from './passage-store.ts'

const LOADED = '2026-01-01T00:00:00.000Z'
/** More than one statement passes over. */
const MANY = 12_000

describeOnBothDatabases('Very many passages', (start) => {
  let server: TestServer
  let database: Database
  let passages: PassageStore
  let asked: () => WatchedStatement[]
  beforeAll(async () => {
    server = await start()
    const watching = watchDatabase(server.database)
    database = watching.watched
    asked = watching.asked
    passages = createPassageStore(database)
    await makeStore('large')
    await makeSource('large', 'a', MANY)
    await makeSource('large', 'b', MANY)
    await makeSource('large', 'c', 30)
  }, 120_000)
  afterAll(() => server.close())

  const numbered = (number: number) => String(number).padStart(6, '0')
  const rowOf = (storeId: string, sourceId: string, number: number): PassageRow => ({
    id: `${sourceId}-${numbered(number)}`,
    store_id: storeId,
    source_id: sourceId,
    document: 'book.txt',
    seq: number,
    content: number === MANY - 1 ? 'Ein ÜBERAUS seltenes Wort' : 'common words',
    metadata: '{}',
    is_on: 1,
    is_edited: 0,
    state: 'live',
    indexed: 1,
  })
  async function makeStore(id: string) {
    const at = { created_date: LOADED, updated_date: LOADED }
    const chosen = { embedding: null, vector_store: null, record_manager: null }
    const row = { id, name: id, description: '', ...chosen, ...NOT_LOADED, ...at }
    await database.query.insertInto('knowledge_store').values(row).execute()
  }
  async function makeSource(storeId: string, id: string, count: number, changes: Partial<PassageRow> = {}) {
    const rows = Array.from({ length: count }, (_, number) => ({ ...rowOf(storeId, id, number), ...changes }))
    const seen = rows.filter(({ state }) => state === 'live')
    const source: SourceRow = {
      id,
      store_id: storeId,
      loader_id: 'plainText',
      loader_name: id,
      settings: '{"loaderConfig":{},"splitterId":"","splitterName":"","splitterConfig":{}}',
      files: '[]',
      failures: '[]',
      passages: seen.length,
      characters: seen.reduce((sum, { content }) => sum + Array.from(content).length, 0),
      removed_by: null,
      loaded_date: LOADED,
      created_date: LOADED,
      updated_date: LOADED,
    }
    await database.query.insertInto('knowledge_source').values(source).execute()
    await passages.insertComing(rows)
    return source
  }
  const counted = async (storeId: string) => {
    const rows = await database.query
      .selectFrom('knowledge_passage')
      .select('content')
      .where('store_id', '=', storeId)
      .where('state', '=', 'live')
      .execute()
    return { count: rows.length, characters: rows.reduce((sum, row) => sum + Array.from(row.content).length, 0) }
  }
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  /** Nothing is sorted, an index leads to where each begins, and how many are passed over is bounded. */
  const expectBounded = async (statements: readonly WatchedStatement[]) => {
    const reading = statements.filter(({ sql: text }) => /^select .*"knowledge_passage"/.test(text))
    expect(reading.length).toBeGreaterThan(0)
    for (const statement of reading) {
      const passed = statement.sql.includes(' offset ') ? statement.parameters.at(-1) : 0
      expect(Number(passed), statement.sql).toBeLessThan(10_000)
      const plan = await planOf(server.database, statement)
      expect(plan, statement.sql).toMatch(/knowledge_passage_(in_place|to_index)/)
      // A piece of few is sorted by itself.
      if (!statement.sql.includes('as "piece"'))
        expect(plan, statement.sql).not.toMatch(/TEMP B-TREE|Sort|Filter: .*ROW/)
    }
  }

  test('any page is found by its number, and no statement passes over more than a few thousand to find it', async () => {
    const page = (offset: number, sourceId?: string) =>
      passages.page({ storeId: 'large', sourceId }, { limit: 2, offset })
    asked()
    expect(ids(await page(0))).toEqual(['a-000000', 'a-000001'])
    expect(ids(await page(MANY - 1))).toEqual([`a-${numbered(MANY - 1)}`, 'b-000000'])
    expect(ids(await page(MANY + 11_001))).toEqual(['b-011001', 'b-011002'])
    expect(ids(await page(2 * MANY + 29))).toEqual(['c-000029'])
    expect(ids(await page(2 * MANY + 30))).toEqual([])
    expect(ids(await page(11_500, 'b'))).toEqual(['b-011500', 'b-011501'])
    expect(ids(await page(MANY, 'b'))).toEqual([])
    const statements = asked()
    await expectBounded(statements)
    // Within a source too, each goes on where the last one ended.
    const within = statements.filter(({ sql: text }) => text.includes('"source_id" ='))
    const plans = await Promise.all(within.map((statement) => planOf(server.database, statement)))
    expect(plans.some((plan) => /\(document,seq,id\)>|ROW\(document, seq, id\) >/.test(plan))).toBe(true)
  })

  test('totals are read where they are kept: no passage is counted for them', async () => {
    asked()
    expect(await passages.totals({ storeId: 'large' })).toEqual(await counted('large'))
    expect(await passages.totals({ storeId: 'large', sourceId: 'c' })).toEqual({ count: 30, characters: 360 })
    expect(asked().filter(({ sql: text }) => /count|sum/.test(text) && text.includes('knowledge_passage'))).toEqual([])
    expect(await passages.totals({ storeId: 'nowhere' })).toEqual({ count: 0, characters: 0 })
  })

  test('a search looks through some texts at a time, and stops counting what is everywhere', async () => {
    const search = (text: string, offset = 0) => passages.search({ storeId: 'large' }, text, { limit: 3, offset })
    asked()
    const rare = await search('SELTENES')
    expect(rare).toMatchObject({ count: 2, characters: 50, isCut: false })
    expect(ids(rare.rows)).toEqual([`a-${numbered(MANY - 1)}`, `b-${numbered(MANY - 1)}`])
    expect(await search('nowhere')).toEqual({ rows: [], count: 0, characters: 0, isCut: false })
    await expectBounded(asked())

    const common = await search('common', 2)
    expect(ids(common.rows)).toEqual(['a-000002', 'a-000003', 'a-000004'])
    expect(common).toMatchObject({ isCut: true })
    expect(common.count).toBeGreaterThan(1000)
    expect(asked().length).toBeLessThan(6)
    // A page that begins in one part and ends in the next.
    expect(ids((await search('common', 1999)).rows)).toEqual(['a-001999', 'a-002000', 'a-002001'])
    expect((await search('common', 2 * MANY - 5)).rows).toHaveLength(3)
    const told = async (words: string) =>
      (await server.send('GET', `/api/v1/document-store/chunks/large/all/2?search=${words}`)).body
    expect(await told('common')).toMatchObject({ isCut: true, currentPage: 2, chunks: { length: 50 } })
    expect(await told('nowhere')).not.toHaveProperty('isCut')
    expect(
      await passages.search({ storeId: 'large', sourceId: 'c' }, 'common', { limit: 3, offset: 29 }),
    ).toMatchObject({
      rows: [{ id: 'c-000029' }],
      count: 30,
      isCut: false,
    })
  })

  test('all that can be found is read on from where the last piece ended', async () => {
    const [first] = await passages.page({ storeId: 'large', sourceId: 'c' }, { limit: 1, offset: 0 })
    if (first) await passages.edit(first, { is_on: 0 })
    asked()
    let seen = 0
    for await (const rows of passages.visibleIn('large')) seen += rows.length
    expect(seen).toBe(2 * MANY + 29)
    const statements = asked()
    await expectBounded(statements.slice(0, 3))
    expect(statements.every(({ sql: text, rows }) => rows <= 500 && !text.includes('offset'))).toBe(true)
    if (first) await passages.edit(first, { is_on: 1 })
  })

  test('what an index lacks is found without a look at what it holds', async () => {
    await makeStore('behind')
    await makeSource('behind', 'd', MANY, { indexed: 2 })
    await makeSource('behind', 'e', 3, { indexed: 3 })
    await makeSource('behind', 'f', 3, { indexed: 0, state: 'coming' })
    await makeSource('behind', 'g', 3, { indexed: 0, state: 'going' })
    asked()
    expect(await passages.withUnindexed(['large', 'behind'])).toEqual(new Set())
    expect(ids(await passages.unindexed('behind', 2, 4))).toEqual(['f-000000', 'f-000001', 'f-000002', 'e-000000'])
    expect(await passages.countUnindexed('behind', 2)).toBe(6)
    expect(await passages.countUnindexed('behind', 4)).toBe(MANY + 6)
    expect(await passages.countUnindexed('behind', 1)).toBe(MANY + 6)
    await expectBounded(asked())
    const [first] = await passages.unindexed('behind', 4, 1)
    await passages.markTried([first?.id ?? ''])
    await passages.settle([{ sourceId: 'f', gone: [], moved: [], failures: [] }], { storeId: 'behind', at: LOADED })
    expect(await passages.withUnindexed(['large', 'behind'])).toEqual(new Set(['behind']))
  })

  test('a load is settled some at a time, and what a source counts is right after it and after every change', async () => {
    await makeStore('settled')
    await makeSource('settled', 'h', 1200)
    const coming = Array.from({ length: 1100 }, (_, number) => ({
      ...rowOf('settled', 'h', 5000 + number),
      content: 'Ünd 👍',
      state: 'coming' as const,
    }))
    await passages.insertComing(coming)
    const gone = Array.from({ length: 700 }, (_, number) => `h-${numbered(number)}`)
    asked()
    const settled = { sourceId: 'h', gone: [...gone, 'h-000000'], moved: [], failures: [] }
    await passages.settle([settled], { storeId: 'settled', at: LOADED })
    const changing = asked().filter(({ sql: text }) => text.startsWith('update "knowledge_passage"'))
    expect(changing.map(({ rows }) => rows)).toEqual([500, 200, 500, 500, 100])
    expect(await passages.totals({ storeId: 'settled' })).toEqual({ count: 1600, characters: 500 * 12 + 1100 * 5 })
    expect(await passages.totals({ storeId: 'settled' })).toEqual(await counted('settled'))

    const edited = { id: 'h-000900', store_id: 'settled', source_id: 'h' }
    expect(await passages.edit(edited, { content: 'Longer words, with a 👍' }, { basedOn: 'common words' })).toBe(true)
    expect(await passages.edit(edited, { content: 'Lost' }, { basedOn: 'common words' })).toBe(false)
    expect(await passages.totals({ storeId: 'settled' })).toEqual(await counted('settled'))
    for (const [before, after] of [
      [0, 0],
      [3, -1],
    ] as const) {
      await passages.edit(edited, { indexed: before })
      await passages.edit(edited, { is_on: 1 }, { isDoubted: true })
      expect((await passages.find(edited.id))?.indexed).toBe(after)
    }
    const deleted = ['h-000901', 'h-000000', 'h-nothing']
    expect(await passages.deleteAlone('settled', deleted, { lastLoad: null, isPart: false })).toBe(false)
    await passages.doubtIndexed(deleted)
    expect(await passages.deleteAlone('settled', deleted, { lastLoad: null, isPart: false })).toBe(true)
    expect(await passages.totals({ storeId: 'settled' })).toEqual(await counted('settled'))
    expect(await passages.totals({ storeId: 'settled' })).toMatchObject({ count: 1599 })

    // Whoever saves a source, or takes that back, may have read it before all this.
    const stores = createKnowledgeStore(database)
    const read = (await stores.findSource('h')) as SourceRow
    await stores.saveSource({ ...read, passages: 7, characters: 7 })
    await stores.updateSourceAsRead(read, { ...read, passages: 8, characters: 8 })
    expect(await passages.totals({ storeId: 'settled' })).toEqual(await counted('settled'))
    expect(await stores.findSource('h')).toMatchObject({ loaded_date: LOADED })
  })

  test('a source and a store go some passages at a time; one that was cut off says that it has to be loaded', async () => {
    await makeStore('going')
    await makeSource('going', 'i', 450, { indexed: 0 })
    await makeSource('going', 'j', 450, { indexed: 0 })
    const stores = createKnowledgeStore(database)
    let pieces = Infinity
    const fewer: PassageStore = {
      ...passages,
      deleteAlone: (...how) => {
        pieces -= 1
        return pieces < 0 ? Promise.reject(new Error('cut off')) : passages.deleteAlone(...how)
      },
    }
    const service = createKnowledgeService({
      stores,
      passages: fewer,
      jobs: { refuseWhileLoading: async () => {}, find: async () => null },
      usage: { naming: async () => [] },
      forgetFiles: async () => {},
      now: () => new Date(LOADED),
    } as unknown as KnowledgeDependencies)
    asked()
    await service.deleteSource('going', 'i')
    const deleting = asked().filter(({ sql: text }) => text.startsWith('delete'))
    expect(deleting.map(({ rows }) => rows)).toEqual([200, 200, 50, 0])
    expect(deleting.at(-1)?.sql).toContain('"knowledge_source"')

    pieces = 1
    await expect(service.delete('going', { isForced: false })).rejects.toThrow('cut off')
    expect(await passages.totals({ storeId: 'going' })).toEqual(await counted('going'))
    expect(await service.view('going')).toMatchObject({ status: 'STALE', totalChunks: 250, loaders: [{ id: 'j' }] })

    pieces = Infinity
    asked()
    await service.delete('going', { isForced: false })
    expect(asked().filter(({ sql: text }) => text.startsWith('delete'))).toMatchObject([
      { rows: 200 },
      { rows: 50 },
      { rows: 0, sql: expect.stringContaining('"knowledge_store"') },
    ])
    expect(await counted('going')).toEqual({ count: 0, characters: 0 })
  })
})

import { beforeEach, expect, test } from 'vitest'
import { retrieverFlow } from '../../../testing/retriever-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { KNOWLEDGE_ROOT as root, useKnowledge } from '../../../testing/use-knowledge.ts'

describeOnBothDatabases('Search bench', (start) => {
  const { atHand, send, save, refresh, find } = useKnowledge(start)
  let server: TestServer
  let storeId: string
  beforeEach(() => {
    ;({ server, storeId } = atHand)
  })
  const load = async (text: string) => {
    await save(text)
    expect((await refresh()).status).toBe(200)
  }

  test('each stage of a search is told with its rank and score, and changes nothing of what is found', async () => {
    await load('Cats purr when they are content.\nDogs bark at whoever passes by.\nThe part is called XKQ.')
    const settings = { topK: 2, hybridSearch: true }
    const found = await find('What is XKQ?', settings, { isExplained: true })
    const plain = await find('What is XKQ?', settings)
    expect(plain.map(({ id }) => id)).toEqual(found.map(({ id }) => id))
    expect(plain.map(({ stages }) => stages)).toEqual([undefined, undefined])
    expect(found.find(({ pageContent }) => pageContent.includes('XKQ'))?.stages).toEqual([
      { stage: 'nearness', rank: expect.any(Number), score: expect.any(Number) },
      { stage: 'words', rank: 1, score: expect.any(Number) },
      { stage: 'fused', rank: expect.any(Number), score: expect.any(Number) },
    ])
    const [first] = await find('What is XKQ?', { topK: 2, searchType: 'mmr' }, { isExplained: true })
    expect(first?.stages).toMatchObject([
      { stage: 'nearness', rank: 1 },
      { stage: 'reranked', rank: 1 },
    ])
  })

  /** Each setting finds something else here: whoever searched in a way of its own would find what another setting does. */
  const telling = [
    'Small scraper, clear psalm, lace',
    'Llamas place real scale on maps',
    'The lamps hang above QWQ 47, jujube',
    'A cellar has many uninviting wooden doors',
    'Dogs bark at whoever passes by the gate',
  ]

  test('a flow, the API and the bench find the same: one code path', async () => {
    await load(telling.join('\n'))
    const asked = 'Lamps cellar'
    const chunks = (await send('GET', `${root}/chunks/${storeId}/all/1`)).chunks as {
      id: string
      pageContent: string
    }[]
    const idOf = (text: string) => chunks.find(({ pageContent }) => pageContent === text)?.id ?? ''
    expect(chunks.map(({ pageContent }) => pageContent).sort()).toEqual([...telling].sort())
    const change = (text: string, body: object) => send('PUT', `${root}/chunks/${storeId}/all/${idOf(text)}`, body)
    await change('Dogs bark at whoever passes by the gate', { metadata: { topic: 'dogs' } })
    await send('POST', `${root}/tests/${storeId}`, { question: asked, passageId: idOf(telling[2] ?? '') })

    const flowOf = async (filter?: object) => {
      const more = filter ? { retrieverFilter: JSON.stringify(filter) } : {}
      const flow = retrieverFlow(`${storeId}:Handbook`, more)
      const body = { name: 'Finds', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
      return String((await send('POST', '/api/v1/chatflows', body)).id)
    }
    const [flowId, filteredFlowId] = [await flowOf(), await flowOf({ topic: 'dogs' })]
    const answerOf = async (id: string) => (await send('POST', `/api/v1/prediction/${id}`, { question: asked })).text
    const textOf = (found: { pageContent: string }[]) => found.map(({ pageContent }) => pageContent).join('\n')

    /** What everybody finds with the settings that the store has now, which must be the same. */
    const foundByAll = async (metadataFilter?: object) => {
      const inputs = { topK: 2, ...(metadataFilter && { metadataFilter }) }
      const found = textOf(await find(asked, inputs))
      expect(textOf(await find(asked, inputs, { isExplained: true }))).toBe(found)
      expect(await answerOf(metadataFilter ? filteredFlowId : flowId)).toBe(found)
      const { results } = await send('POST', `${root}/tests/${storeId}/run`, { inputs })
      const place = found.split('\n').indexOf(telling[2] ?? '')
      expect(results).toMatchObject([{ rank: place < 0 ? null : place + 1 }])
      return found
    }
    const settings = { plain: {}, hybrid: { hybridSearch: true }, diverse: { searchType: 'mmr', lambda: 0.3 } }
    const found: string[] = []
    for (const vectorStoreConfig of Object.values(settings)) {
      // Settings that are tried change nothing for flows until the store has them.
      const before = await answerOf(flowId)
      const tried = textOf(await find(asked, { topK: 2, ...vectorStoreConfig }))
      expect(await answerOf(flowId)).toBe(before)
      const vectorStore = { vectorStoreName: 'builtInVectorStore', vectorStoreConfig }
      await send('POST', `${root}/vectorstore/update`, { storeId, ...vectorStore })
      found.push(await foundByAll())
      expect(found.at(-1)).toBe(tried)
    }
    found.push(await foundByAll({ topic: 'dogs' }))
    const plain = { vectorStoreName: 'builtInVectorStore', vectorStoreConfig: {} }
    await send('POST', `${root}/vectorstore/update`, { storeId, ...plain })
    await change(telling[0] ?? '', { isOn: false })
    found.push(await foundByAll())
    expect(new Set(found).size, found.join('\n\n')).toBe(5)
    // How near a passage must be is asked for in a search alone.
    expect(textOf(await find(asked, { topK: 2, threshold: 0.8 }))).toBe(telling[1])

    const options = await send('POST', '/api/v1/node-load-method/documentStoreVS', { loadMethod: 'listStores' })
    expect(options).toContainEqual({ label: 'Handbook', name: storeId, description: 'Of the house' })
    // Once it is gone, the flow says so.
    await send('DELETE', `${root}/store/${storeId}?force=true`)
    const gone = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: asked })
    expect(gone.text).toContain('no longer exists')
  })

  test('questions are kept with the passage they are to find, and a set of them says how a search does', async () => {
    await load('Cats purr when they are content.\nDogs bark at whoever passes by.\nLamps are in the cellar.')
    const keep = (question: string, passageId: string) =>
      send('POST', `${root}/tests/${storeId}`, { question, passageId })
    const [first, second] = await find('Where are the lamps?', { topK: 2 })
    await keep('Where are the lamps?', second?.id ?? '')
    // The same question again is the same test, with the passage named last.
    await keep('Where are the lamps?', first?.id ?? '')
    const [, dogs] = await find('Who barks?', { topK: 2 })
    const { id } = await keep('Who barks?', dogs?.id ?? '')
    const run = `${root}/tests/${storeId}/run`
    expect(await send('POST', run)).toMatchObject({ k: 10, asked: 2, foundFirst: 1, found: 2, meanRank: 1.5 })
    expect(await send('POST', run, { inputs: { topK: 1 } })).toMatchObject({ k: 1, asked: 2, found: 1, meanRank: 1 })

    // A passage that is switched off is found by nobody, and the test says so.
    await send('PUT', `${root}/chunks/${storeId}/all/${dogs?.id}`, { isOn: false })
    expect(await send('GET', `${root}/tests/${storeId}`)).toMatchObject([
      { question: 'Where are the lamps?', pageContent: first?.pageContent, isGone: false },
      { question: 'Who barks?', pageContent: dogs?.pageContent, isGone: true },
    ])
    expect((await send('POST', run)).results[1]).toEqual({ id, rank: null })
    await send('DELETE', `${root}/tests/${storeId}/${id}`)
    expect(await send('GET', `${root}/tests/${storeId}`)).toHaveLength(1)
    const unknown = await server.send('DELETE', `${root}/tests/${storeId}/${id}`)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'search-test-not-found' } })
    const stranger = await server.send('POST', `${root}/tests/${storeId}`, { question: 'Q', passageId: 'none' })
    expect(stranger).toMatchObject({ status: 404, body: { code: 'passage-not-found' } })
  })
})

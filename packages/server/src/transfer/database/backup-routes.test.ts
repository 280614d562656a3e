import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const flowData = JSON.stringify({ nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } })

/** One row of every list of a file, whole but for what a test spoils. */
const wholeRows: Record<string, Record<string, unknown>> = {
  chatmessages: { id: 'm', chatflowid: 'f', role: 'userMessage', content: 'Hi' },
  chatflows: { id: 'g', name: 'g', flowData },
  apikeys: { id: 'k', keyName: 'k', apiKey: 'clear', permissions: ['predict'] },
  chatflowVersions: { chatflowid: 'f', version: 2, name: 'f', nodeCount: 0, createdDate: '2026-01-01', flowData },
  tools: { id: 't', name: 't', description: 't' },
  credentials: dated({ id: 'c', name: 'c', credentialName: 'openAIApi', encryptedData: 'x' }),
  variables: dated({ id: 'v', name: 'v', value: 'v', type: 'static', isSecret: false }),
  feedback: { id: 'b', chatflowid: 'f', chatId: 'c', messageId: 'm', rating: 'THUMBS_UP', createdDate: '2026-01-01' },
  leads: { id: 'l', chatflowid: 'f', chatId: 'c', createdDate: '2026-01-01' },
  documentStores: { id: 's', name: 's', loaders: '[{"id":"o","loaderId":"plainText","loaderConfig":{}}]' },
}

const storeRow = wholeRows['documentStores']

const idFields = ['id', 'chatflowid', 'apikeyid', 'messageId', 'runId']

/** Every id of every list as a path, and keys that open what no key of ours could. */
const badRows = [
  ...Object.entries(wholeRows).flatMap(([list, row]) =>
    idFields
      .filter((field) => field in row || (list === 'chatflows' && field === 'apikeyid'))
      .map((field) => [`${list} has a path as ${field}`, list, { ...row, [field]: '../../x' }] as const),
  ),
  ['a source has a path as id', 'documentStores', { ...wholeRows['documentStores'], loaders: sources('../../x') }],
  ['a source has no id', 'documentStores', { ...wholeRows['documentStores'], loaders: sources(undefined) }],
  ['two sources share an id', 'documentStores', { ...wholeRows['documentStores'], loaders: sources('o', 'o') }],
  ['the sources of a store are no list', 'documentStores', { ...wholeRows['documentStores'], loaders: '{' }],
  ['a store has no id', 'documentStores', { name: 's', loaders: '[]' }],
  ['a key has unknown rights', 'apikeys', { ...wholeRows['apikeys'], permissions: ['everything'] }],
  ['the rights of a key are no list', 'apikeys', { ...wholeRows['apikeys'], permissions: '{' }],
  ['a key opens no flows but a text', 'apikeys', { ...wholeRows['apikeys'], flows: 'all' }],
] as const

describeOnBothDatabases('Database export and import', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const exported = async () => (await server.send('GET', '/api/v1/database/export')).text
  const load = (body: unknown) => server.send('POST', '/api/v1/database/load', body)
  const create = async (name: string) => (await server.send('POST', '/api/v1/chatflows', { name, flowData })).body

  test('[CALL-4] an export has the three lists older files have, ours beside them, and a format version', async () => {
    await create('One')
    const text = await exported()
    for (const marker of ['"chatmessages":[', '"chatflows":[', '"apikeys":[']) expect(text).toContain(marker)
    expect(Object.keys(JSON.parse(text))).toEqual([
      'chatmessages',
      'chatflows',
      'apikeys',
      'chatflowVersions',
      'tools',
      'credentials',
      'variables',
      'feedback',
      'leads',
      'documentStores',
      'formatVersion',
    ])
  })

  test('export, wipe, import, export is the identical file', async () => {
    const flow = await create('Kept')
    await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: 'Kept twice', isPublic: true })
    await server.database.query
      .insertInto('chat_message')
      .values({ ...message(flow.id), id: 'm1', content: 'Grüße 👋', seq: 7 })
      .execute()
    const before = await exported()
    await server.send('DELETE', `/api/v1/chatflows/${flow.id}`)
    const answer = await load(JSON.parse(before))
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: 'OK' })
    expect(await exported()).toBe(before)
  })

  test('stores of documents come back with their sources and settings; what is loaded here stays', async () => {
    const root = '/api/v1/document-store'
    const make = async (name: string) => (await server.send('POST', `${root}/store`, { name })).body.id as string
    const add = (storeId: string, loaderName: string) =>
      server.send('POST', `${root}/loader/save`, {
        storeId,
        loaderId: 'plainText',
        loaderName,
        loaderConfig: { text: `${loaderName} burn every night.` },
        splitterId: 'characterTextSplitter',
        splitterName: 'Character Text Splitter',
        splitterConfig: { chunkSize: 100, chunkOverlap: 0 },
      })
    const gone = await make('Gone')
    for (const source of ['Lamps', 'Buoys', 'Anchors', 'Masts']) await add(gone, source)
    await server.send('POST', `${root}/vectorstore/save`, {
      storeId: gone,
      embeddingName: 'builtInEmbeddings',
      embeddingConfig: { credential: 'left' },
    })
    const before = await exported()
    expect(JSON.parse(before).documentStores).toMatchObject([{ id: gone, name: 'Gone', status: 'SYNC' }])
    await server.send('DELETE', `${root}/store/${gone}`)

    // What the file does not hold stays, for its passages are in no such file.
    const kept = await make('Kept')
    await add(kept, 'Lamps')
    await server.send('POST', `${root}/refresh/${kept}`, {})
    const answer = await load(JSON.parse(before))
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 201,
      text: 'OK\nGone: Its documents need to be loaded again. Open it under Knowledge and press Load.',
    })
    const [first, second] = JSON.parse(await exported()).documentStores
    expect([first.name, second]).toEqual(['Kept', JSON.parse(before).documentStores[0]])
    const sourcesOf = async (id: string) => (await server.send('GET', `${root}/store/${id}`)).body.loaders
    expect(await sourcesOf(gone)).toMatchObject(
      ['Lamps', 'Buoys', 'Anchors', 'Masts'].map((loaderName) => ({ loaderName, totalChunks: 0 })),
    )
    await server.send('POST', `${root}/refresh/${gone}`, {})
    expect(await sourcesOf(gone)).toMatchObject([1, 1, 1, 1].map((totalChunks) => ({ totalChunks })))

    // Loaded over what is here, settings are those of the file, and passages stay until they are read again.
    const whole = JSON.parse(await exported())
    await server.send('PUT', `${root}/store/${kept}`, { name: 'Renamed' })
    await load(whole)
    expect(JSON.parse(await exported())).toEqual(whole)
    const found = { storeId: kept, query: 'When do lamps burn?' }
    expect((await server.send('POST', `${root}/vectorstore/query`, found)).body.docs).toMatchObject([
      { pageContent: 'Lamps burn every night.' },
    ])
  })

  test('thousands of rows survive the round trip', async () => {
    const flow = await create('Long talk')
    const rows = Array.from({ length: 2500 }, (_, i) => ({
      ...message(flow.id),
      id: `m${String(i).padStart(5, '0')}`,
      content: `${i}`,
    }))
    for (let i = 0; i < rows.length; i += 250) {
      await server.database.query
        .insertInto('chat_message')
        .values(rows.slice(i, i + 250))
        .execute()
    }
    const before = await exported()
    await load(JSON.parse(before))
    expect(await exported()).toBe(before)
    expect(JSON.parse(before).chatmessages).toHaveLength(2500)
  })

  test('a file of Flowise 1.3 loads: flows open, messages stay with them, keys are kept as digests', async () => {
    const answer = await load({
      chatmessages: [
        { id: 'a', role: 'userMessage', chatflowid: 'f1', content: 'Hi', createdDate: '2023-08-01T10:00:00.000Z' },
        {
          id: 'b',
          role: 'apiMessage',
          chatflowid: 'f1',
          content: 'Hello',
          sourceDocuments: '[]',
          createdDate: '2023-08-01T10:00:01.000Z',
        },
        {
          id: 'c',
          role: 'userMessage',
          chatflowid: 'deleted-long-ago',
          content: 'orphan',
          createdDate: '2023-08-01T10:00:01.000Z',
        },
      ],
      chatflows: [
        {
          id: 'f1',
          name: 'Old flow',
          flowData: '{"nodes":[],"edges":[]}',
          deployed: false,
          isPublic: null,
          apikeyid: '',
          chatbotConfig: null,
          createdDate: '2023-07-30T10:00:00.000Z',
          updatedDate: '2023-08-01T09:00:00.000Z',
        },
      ],
      apikeys: [
        { id: 'k1', keyName: 'DefaultKey', apiKey: 'clear-text-key', apiSecret: 'x.y', createdAt: '30-Jul-23' },
      ],
    })
    expect(answer.status).toBe(201)
    const [flow] = (await server.send('GET', '/api/v1/chatflows')).body
    expect(flow).toMatchObject({ id: 'f1', name: 'Old flow', apikeyid: null, isPublic: false, version: 1 })
    const file = JSON.parse(await exported())
    expect(file.chatmessages.map((row: { id: string }) => row.id)).toEqual(['a', 'b'])
    expect(file.apikeys[0].digest).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(file)).not.toContain('clear-text-key')
  })

  test('a file with a row in every list loads', async () => {
    for (const [list, row] of Object.entries(wholeRows)) {
      const answer = await load(fileWith(list, row))
      expect([list, answer.status, answer.text.split('\n')[0]]).toEqual([list, 201, 'OK'])
    }
  })
})

describeOnBothDatabases('A file with something wrong', (start) => {
  let server: TestServer
  let before: string
  const exported = async () => (await server.send('GET', '/api/v1/database/export')).text
  // One server for all of them: each leaves everything as it was.
  beforeAll(async () => {
    server = await start()
    await server.send('POST', '/api/v1/chatflows', { name: 'Still here', flowData })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    before = await exported()
  })

  test.each<[what: string, file: object, status: number]>([
    ['a list is missing', { chatmessages: [], chatflows: [] }, 400],
    ['a row is not an object', { chatmessages: [], chatflows: [3], apikeys: [] }, 400],
    ['a flow has no name', { chatmessages: [], chatflows: [{ id: 'x', flowData }], apikeys: [] }, 400],
    ['a flow is no flow', { chatmessages: [], chatflows: [{ id: 'x', name: 'x', flowData: '3' }], apikeys: [] }, 400],
    ['the format is newer', { chatmessages: [], chatflows: [], apikeys: [], formatVersion: 99 }, 400],
    [
      'two rows share an id',
      {
        chatmessages: [],
        chatflows: [
          { id: 'x', name: 'x', flowData },
          { id: 'x', name: 'y', flowData },
        ],
        apikeys: [],
      },
      400,
    ],
    ['the stores are no list', { ...fileWith('chatflows', wholeRows['chatflows'] ?? {}), documentStores: {} }, 400],
    [
      'two stores share an id',
      { ...fileWith('documentStores', wholeRows['documentStores'] ?? {}), documentStores: [storeRow, storeRow] },
      400,
    ],
    ...badRows.map(([what, list, row]): [string, object, number] => [what, fileWith(list, row), 400]),
  ])('when %s, nothing changes and the answer says what is wrong', async (_, file, status) => {
    const answer = await server.send('POST', '/api/v1/database/load', file)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toEqual(expect.any(String))
    expect(await exported()).toBe(before)
  })
})

function sources(...ids: (string | undefined)[]): string {
  return JSON.stringify(ids.map((id) => ({ id, loaderId: 'plainText', loaderConfig: {} })))
}

function dated(row: object): Record<string, unknown> {
  return { ...row, createdDate: '2026-01-01', updatedDate: '2026-01-01' }
}

function fileWith(list: string, row: Record<string, unknown>): Record<string, unknown[]> {
  const file: Record<string, unknown[]> = {
    chatmessages: [],
    chatflows: [{ id: 'f', name: 'f', flowData }],
    apikeys: [],
  }
  return { ...file, [list]: [...(file[list] ?? []), row] }
}

function message(chatflowId: string) {
  return {
    id: '',
    chatflow_id: chatflowId,
    chat_id: 'chat',
    session_id: null,
    chat_type: 'INTERNAL' as const,
    memory_type: null,
    role: 'userMessage' as const,
    content: '',
    status: 'done' as const,
    run_id: null,
    source_documents: null,
    used_tools: null,
    file_annotations: null,
    file_uploads: null,
    artifacts: null,
    action: null,
    agent_reasoning: null,
    reason_content: null,
    follow_up_prompts: null,
    lead_email: null,
    created_date: '2026-01-01T00:00:00.000Z',
  }
}

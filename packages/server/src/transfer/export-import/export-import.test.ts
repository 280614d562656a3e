import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

interface BroughtLine {
  id: string
  name: string
  outcome: string
  nodes: { label: string; fate: string; lacks: string[] }[]
}

const csv = `data:text/csv;base64,${Buffer.from('a,b\n1,2').toString('base64')},filename:a.csv`

const text = `data:text/plain;base64,${Buffer.from('Lamps are in the cellar.').toString('base64')},filename:lamps.txt`

function node(name: string, inputs: object, inputParams: object[] = []) {
  const id = `${name}_0`
  const data = { id, name, label: name, type: name, baseClasses: [], category: 'Tools', inputParams, inputs }
  return {
    id,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: {
      ...data,
      inputAnchors: [],
      outputAnchors: [{ id: `${id}-output-${name}-Tool`, name, label: name, type: 'Tool' }],
    },
  }
}

const flowData = (...nodes: object[]) => JSON.stringify({ nodes, edges: [] })
const FLOW = '9e8c3f1a-0000-4000-8000-000000000001'
const TOOL = '9e8c3f1a-0000-4000-8000-000000000002'
const STORE = '9e8c3f1a-0000-4000-8000-000000000003'
const fileParam = [{ label: 'Csv File', name: 'csvFile', type: 'file' }]

/** An export of the older product, as its 3.x writes it. */
const exported = {
  FileDefaultName: 'ExportData.json',
  AgentFlow: [],
  AgentFlowV2: [{ id: 'v2', name: 'Steps', flowData: flowData({ ...node('startAgentflow', {}), type: 'agentFlow' }) }],
  ChatFlow: [
    {
      id: FLOW,
      name: 'Support',
      flowData: flowData(node('customTool', { selectedTool: TOOL }), node('csvFile', { csvFile: csv }, fileParam)),
      isPublic: true,
      deployed: true,
      apikeyid: 'key-of-elsewhere',
      chatbotConfig: '{"title":"Ask us"}',
      apiConfig: 'not json',
      speechToText: '{"openAIWhisper":{"status":false},"azureCognitive":{"status":true,"credentialId":"left"}}',
      textToSpeech: '{"telepathy":{"status":true}}',
      category: 'help',
      type: 'CHATFLOW',
      workspaceId: 'w',
      createdDate: '2025-01-02T03:04:05.000Z',
      updatedDate: '2025-01-02T03:04:05.000Z',
    },
  ],
  ChatMessage: [
    {
      id: 'm1',
      role: 'userMessage',
      chatflowid: FLOW,
      content: 'Hi',
      chatType: 'EXTERNAL',
      chatId: 'c1',
      executionId: 'e',
    },
    { id: 'm2', role: 'apiMessage', chatflowid: FLOW, content: 'Hello', chatType: 'EXTERNAL', chatId: 'c1' },
    { id: 'm3', role: 'userMessage', chatflowid: 'gone', content: 'orphan', chatType: 'EXTERNAL', chatId: 'c2' },
  ],
  ChatMessageFeedback: [
    { id: 'r1', chatflowid: FLOW, chatId: 'c1', messageId: 'm2', rating: 'THUMBS_UP', content: '' },
  ],
  Tool: [{ id: TOOL, name: 'add', description: 'Adds', color: 'red', iconSrc: '', schema: '[]', func: 'return 1' }],
  Variable: [
    { id: 'var1', name: 'greeting', value: 'Hello', type: 'static' },
    { id: 'var2', name: 'not a name', value: '', type: 'static' },
  ],
  DocumentStore: [
    {
      id: STORE,
      name: 'Handbook',
      description: 'Of the house',
      loaders: JSON.stringify([
        {
          id: 'source1',
          loaderId: 'textFile',
          loaderName: 'Lamps',
          loaderConfig: { txtFile: [text, 'FILE-STORAGE::lost.txt'] },
          splitterId: 'characterTextSplitter',
          splitterConfig: { chunkSize: 100, chunkOverlap: 0 },
        },
        { id: 'source2', loaderId: 'telepathy', loaderConfig: {} },
      ]),
      embeddingConfig: '{"name":"openAIEmbeddings","config":{"credential":"left"}}',
      vectorStoreConfig: '{"name":"lostStore","config":{}}',
      recordManagerConfig: null,
      createdDate: '2025-01-02T03:04:05.000Z',
      updatedDate: '2025-01-02T03:04:05.000Z',
    },
    { id: 'e', loaders: 'not json' },
  ],
  DocumentStoreFileChunk: [{ id: 'k' }],
  CustomTemplate: [{ id: 't' }],
}

describeOnBothDatabases('Export and import', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const bring = async (file: object, query = '') => {
    const answer = await server.send('POST', `/api/v1/export-import/import${query}`, file)
    expect(answer).toMatchObject({ status: 200, body: { message: 'success' } })
    return answer.body.report
  }
  const flow = async (id: string) => (await server.send('GET', `/api/v1/chatflows/${id}`)).body
  const outcomes = (lines: BroughtLine[]) => lines.map(({ name, outcome }) => `${name}: ${outcome}`)

  test('flows keep their ids, kinds and settings; tools, variables, messages and feedback come along', async () => {
    const report = await bring(exported)
    expect(await flow(FLOW)).toMatchObject({
      name: 'Support',
      isPublic: true,
      deployed: true,
      apikeyid: 'key-of-elsewhere',
      chatbotConfig: '{"title":"Ask us"}',
      apiConfig: null,
      category: 'help',
      createdDate: '2025-01-02T03:04:05.000Z',
      nodeNames: ['customTool', 'csvFile'],
    })
    expect(await flow('v2')).toMatchObject({ type: 'AGENTFLOW', name: 'Steps' })
    expect((await server.send('GET', `/api/v1/tools/${TOOL}`)).body).toMatchObject({ name: 'add', func: 'return 1' })
    expect((await server.send('GET', '/api/v1/variables')).body).toMatchObject([{ id: 'var1', name: 'greeting' }])
    const messages = (await server.send('GET', `/api/v1/chatmessage/${FLOW}`)).body
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['Hi', 'Hello'])
    expect((await server.send('GET', `/api/v1/feedback/${FLOW}`)).body).toMatchObject([{ rating: 'THUMBS_UP' }])
    expect(report).toMatchObject({
      tools: [{ id: TOOL, outcome: 'new' }],
      variables: [
        { name: 'greeting', outcome: 'new' },
        { name: 'not a name', outcome: 'refused', reason: expect.stringContaining('letters, digits and underscores') },
      ],
      messages: { brought: 2, left: 1 },
      feedback: { brought: 1, left: 0 },
      leftBehind: [{ kind: 'CustomTemplate', count: 1 }],
    })
    const support = report.flows.find(({ id }: BroughtLine) => id === FLOW)
    expect(support.notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining('It requires an API key that is missing here'),
        'Speech to text with Azure Speech needs a credential. Until you choose one in its settings, the microphone is hidden.',
        "Text to speech uses a provider that isn't available here (telepathy). Until you choose another one in its settings, answers aren't read aloud.",
      ]),
    )
  })

  test('a store of documents comes with its sources and settings, and its documents are loaded again', async () => {
    const { stores } = await bring(exported)
    expect(stores).toEqual([
      {
        id: STORE,
        name: 'Handbook',
        outcome: 'new',
        notes: [
          'OpenAI Embeddings needs a credential (openAIApi).',
          "lostStore isn't available here, so the built-in one is used instead.",
          'Lamps: the file lost.txt is missing. Choose it again in this source.',
          "telepathy: telepathy isn't available here, so this source was skipped.",
          'Its documents need to be loaded again. Open it under Knowledge and press Load.',
        ],
      },
      { id: 'e', name: 'e', outcome: 'refused', reason: "Its sources can't be read.", notes: [] },
    ])
    const root = '/api/v1/document-store'
    const store = (await server.send('GET', `${root}/store/${STORE}`)).body
    expect(store).toMatchObject({
      name: 'Handbook',
      status: 'STALE',
      embeddingConfig: { name: 'openAIEmbeddings' },
      vectorStoreConfig: { name: 'builtInVectorStore' },
      loaders: [
        {
          id: 'source1',
          loaderName: 'Lamps',
          splitterConfig: { chunkSize: 100, chunkOverlap: 0 },
          files: [{ name: 'lamps.txt' }],
        },
      ],
    })
    const embedding = { embeddingName: 'builtInEmbeddings', embeddingConfig: {} }
    await server.send('POST', `${root}/vectorstore/save`, { storeId: STORE, ...embedding })
    const loaded = await server.send('POST', `${root}/refresh/${STORE}`, {})
    expect(loaded, loaded.text).toMatchObject({ status: 200, body: [{ numAdded: 1, failures: [] }] })

    // Brought in once more, what was loaded stays; replaced, it is read again with the settings of the file.
    expect(outcomes((await bring(exported)).stores)).toEqual(['Handbook: skip', 'e: refused'])
    await bring(exported, '?existing=replace')
    expect((await server.send('GET', `${root}/store/${STORE}`)).body).toMatchObject({
      embeddingConfig: { name: 'openAIEmbeddings' },
      loaders: [{ id: 'source1', totalChunks: 1 }],
    })
    const copied = await bring(exported, '?existing=copy')
    expect((await server.send('GET', `${root}/store/${copied.stores[0].id}`)).body.loaders).toHaveLength(1)

    // A source that the file holds twice is two sources.
    const loaders = ['One', 'Two'].map((loaderName) => ({ id: 'twin', loaderId: 'plainText', loaderName }))
    await bring({ DocumentStore: ['t1', 't2'].map((id) => ({ id, name: id, loaders })) })
    for (const id of ['t1', 't2']) {
      expect((await server.send('GET', `${root}/store/${id}`)).body.loaders).toMatchObject([
        { loaderName: 'One' },
        { loaderName: 'Two' },
      ])
    }
  })

  test('flows that came with a store find its copy wherever they name it, and say so where a store is missing', async () => {
    const knowledge = [{ documentStore: `${STORE}:Handbook`, docStoreTopK: 2 }]
    const agent = (rows: unknown, store: string) =>
      flowData(
        { ...node('agentAgentflow', { agentKnowledgeDocumentStores: rows }), type: 'agentFlow' },
        {
          ...node('retrieverAgentflow', { retrieverKnowledgeDocumentStores: [{ documentStore: store }] }),
          type: 'agentFlow',
        },
      )
    const prompt = `{"kept":  "Ask ${STORE} twice"}`
    const searching = {
      ChatFlow: [
        {
          id: 'search',
          name: 'Search',
          flowData: flowData(
            node('documentStore', { selectedStore: STORE }),
            node('documentStoreVS', { selectedStore: STORE, moreStores: JSON.stringify(['other', STORE]) }),
            node('promptTemplate', { template: prompt }),
          ),
        },
      ],
      AgentFlowV2: [
        { id: 'rows', name: 'Rows', flowData: agent(knowledge, `${STORE}:Handbook: 2`) },
        { id: 'text', name: 'Text', flowData: agent(JSON.stringify(knowledge), '{{$flow.state.store}}') },
      ],
      DocumentStore: exported.DocumentStore.slice(0, 1),
    }
    const inputsOf = async (id: string) =>
      JSON.parse((await flow(id)).flowData).nodes.map((each: { data: { inputs: object } }) => each.data.inputs)
    const lacksOf = ({ nodes }: BroughtLine) => nodes.map(({ lacks }) => lacks)

    const first = await bring(searching)
    expect(first.flows.map(lacksOf)).toEqual([
      [
        [],
        ['The knowledge base it searches is missing. Import it too, or choose another one in the node.'],
        expect.anything(),
      ],
      [expect.anything(), expect.anything()],
      [expect.anything(), expect.anything()],
    ])
    const { stores, flows } = await bring(searching, '?existing=copy')
    const copy: string = stores[0].id
    expect(copy).not.toBe(STORE)
    const [search, rows, inText] = await Promise.all(flows.map(({ id }: BroughtLine) => inputsOf(id)))
    expect(search).toMatchObject([
      { selectedStore: copy },
      { selectedStore: copy, moreStores: JSON.stringify(['other', copy]) },
      { template: prompt },
    ])
    expect(rows).toMatchObject([
      { agentKnowledgeDocumentStores: [{ documentStore: `${copy}:Handbook`, docStoreTopK: 2 }] },
      { retrieverKnowledgeDocumentStores: [{ documentStore: `${copy}:Handbook: 2` }] },
    ])
    expect(inText).toMatchObject([
      { agentKnowledgeDocumentStores: JSON.stringify([{ documentStore: `${copy}:Handbook`, docStoreTopK: 2 }]) },
      { retrieverKnowledgeDocumentStores: [{ documentStore: '{{$flow.state.store}}' }] },
    ])

    // Without its store, a flow of the file says which one it lacks.
    const alone = await bring({ AgentFlowV2: [{ id: 'alone', name: 'Alone', flowData: agent([], 'gone:Lamps') }] })
    expect(alone.flows.map(lacksOf)).toEqual([
      [expect.anything(), ['The knowledge base “Lamps” is missing. Import it too, or choose another one in the node.']],
    ])
  })

  test('a flow whose key stayed behind is closed to strangers, not open to all', async () => {
    await bring(exported)
    const answer = await server.send(
      'POST',
      `/api/v1/prediction/${FLOW}`,
      { question: 'Hi' },
      { origin: 'https://a.b' },
    )
    expect(answer.status).toBe(401)
  })

  test('a second time nothing changes; replacing and copying are asked for', async () => {
    await bring(exported)
    const again = await bring(exported)
    expect(outcomes(again.flows)).toEqual(['Support: skip', 'Steps: skip'])
    expect(outcomes(again.tools)).toEqual(['add: skip'])
    expect(again.messages).toEqual({ brought: 0, left: 3 })
    expect((await server.send('GET', '/api/v1/chatflows')).body).toHaveLength(2)

    const renamed = { ChatFlow: [{ ...exported.ChatFlow[0], name: 'Support 2' }], Tool: exported.Tool }
    const replaced = await bring(renamed, '?existing=replace')
    expect(outcomes(replaced.flows)).toEqual(['Support 2: replace'])
    expect(await flow(FLOW)).toMatchObject({ name: 'Support 2', version: 2 })
    expect((await server.send('GET', `/api/v1/chatflows/${FLOW}/versions`)).body).toHaveLength(2)

    const copied = await bring(exported, '?existing=copy')
    expect(outcomes(copied.flows)).toEqual(['Support: copy', 'Steps: copy'])
    expect(outcomes(copied.variables)).toEqual(['greeting: skip', 'not a name: refused'])
    const copy = await flow(copied.flows[0].id)
    expect(copy.id).not.toBe(FLOW)
    expect(copy.flowData).toContain(copied.tools[0].id)
    expect(copy.flowData).not.toContain(TOOL)
    expect((await server.send('GET', `/api/v1/chatmessage/${copy.id}`)).body).toHaveLength(2)
  })

  test('a trial says the same and keeps nothing', async () => {
    const tried = await bring(exported, '?dryRun=true')
    expect((await server.send('GET', '/api/v1/chatflows')).body).toEqual([])
    expect((await server.send('GET', '/api/v1/tools')).body).toEqual([])
    expect(tried).toEqual(await bring(exported))
  })

  test('“works” is said only of nodes whose file, tool, flow and credential are here', async () => {
    const lacking = {
      ChatFlow: [
        {
          id: 'l',
          name: 'Lacking',
          flowData: flowData(
            node('customTool', { selectedTool: 'tool-of-elsewhere' }),
            node('ChatflowTool', { selectedChatflow: 'flow-of-elsewhere', name: 'ask', description: 'Asks' }),
            node('csvFile', { csvFile: 'FILE-STORAGE::a.csv' }, fileParam),
            node('chatOpenAI', { modelName: 'gpt-4o' }),
            node('calculator', {}),
          ),
        },
      ],
    }
    const { flows } = await bring(lacking)
    const fates = flows[0].nodes.map(({ label, fate, lacks }: BroughtLine['nodes'][number]) => ({ label, fate, lacks }))
    expect(fates).toEqual([
      { label: 'customTool', fate: 'lacking', lacks: [expect.stringContaining('custom tool is missing')] },
      { label: 'ChatflowTool', fate: 'lacking', lacks: [expect.stringContaining('flow it calls is missing')] },
      { label: 'csvFile', fate: 'lacking', lacks: [expect.stringContaining('The file a.csv is missing')] },
      { label: 'chatOpenAI', fate: 'lacking', lacks: [] },
      { label: 'calculator', fate: 'works', lacks: [] },
    ])
  })

  test('what is exported can be brought in elsewhere, and is the same there', async () => {
    await bring(exported)
    await server.send('POST', '/api/v1/variables', { name: 'token', value: 'hush', isSecret: true })
    const file = (await server.send('GET', '/api/v1/export-import/export')).body
    expect(JSON.stringify(file)).not.toContain('hush')
    for (const id of [FLOW, 'v2']) await server.send('DELETE', `/api/v1/chatflows/${id}`)
    await bring(file)
    const again = (await server.send('GET', '/api/v1/export-import/export')).body
    expect(again).toEqual(file)
    const some = (await server.send('POST', '/api/v1/export-import/export', { tool: true })).body
    expect([some.Tool.length, some.ChatFlow.length, some.Variable.length]).toEqual([1, 0, 0])
  })

  test('one flow that cannot be read keeps none of the others out; a file without lists is refused', async () => {
    const { flows } = await bring({
      ChatFlow: [
        { id: 'bad', name: 'Bad', flowData: '3' },
        { name: 'No id', flowData: '{}' },
        { id: 'twin', name: 'First', flowData: '{}' },
        { id: 'twin', name: 'Second', flowData: '{}' },
      ],
    })
    expect(outcomes(flows)).toEqual(['Bad: refused', 'No id: new', 'First: new', 'Second: copy'])
    expect(flows[1].reason).toContain('contains no usable ID')
    const answer = await server.send('POST', '/api/v1/export-import/import', { hello: 'world' })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('ExportData.json') } })
  })
})

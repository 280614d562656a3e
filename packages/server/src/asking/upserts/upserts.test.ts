import { connect, createNode, inputHandleId, outputHandleId, type Flow } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

describeOnBothDatabases('Documents of a flow', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let address: string
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor({ tokens: ['Found it'] })
    server = await start()
    address = await server.listen()
    flowId = await createKnowledge()
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  async function createKnowledge(loaderInputs: Record<string, unknown> = {}, loaderName = 'textFile'): Promise<string> {
    const { nodes } = await loadCatalogue()
    const credential = await server.send('POST', '/api/v1/credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-test' },
    })
    const add = (name: string, inputs: Record<string, unknown> = {}) => {
      const description = nodes.find((node) => node.name === name)
      if (!description) throw new Error(`The catalogue has no ${name}`)
      const node = createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
      Object.assign(node.data.inputs, inputs)
      if (description.credential) node.data.credential = String(credential.body.id)
      return node
    }
    const model = add('chatOpenAI', { basepath: vendor.url })
    const embeddings = add('openAIEmbeddings', { basepath: vendor.url })
    const loader = add(loaderName, { txtFile: dataUrl('Cats purr when they are happy.'), ...loaderInputs })
    const store = add('builtInVectorStore')
    const chain = add('conversationalRetrievalQAChain', { returnSourceDocuments: true })
    let flow: Flow = { nodes: [model, embeddings, loader, store, chain], edges: [] }
    const join = (source: typeof model, target: typeof model, input: string, type: string) => {
      const output = source.data.outputAnchors[0]?.options?.[0]
      flow = connect({
        source: source.id,
        sourceHandle: output?.id ?? outputHandleId(source.id, source.data.name, source.data.baseClasses),
        target: target.id,
        targetHandle: inputHandleId(target.id, input, type),
      })(flow)
    }
    join(loader, store, 'document', 'Document')
    join(embeddings, store, 'embeddings', 'Embeddings')
    join(model, chain, 'model', 'BaseChatModel')
    join(store, chain, 'vectorStoreRetriever', 'BaseRetriever')
    expect(flow.edges).toHaveLength(4)
    const created = await server.send('POST', '/api/v1/chatflows', {
      name: 'Knowledge',
      flowData: JSON.stringify(flow),
    })
    expect(created.status).toBe(200)
    return String(created.body.id)
  }

  const file = (name: string, text: string): FormData => {
    const form = new FormData()
    form.set('files', new File([text], name, { type: 'text/plain' }))
    return form
  }

  test('sent by the owner are found by the next question, with their source', async () => {
    const loaded = await fetch(`${address}/api/v1/vector/internal-upsert/${flowId}`, {
      method: 'POST',
      body: file('dogs.txt', 'Dogs bark at night.'),
    })
    expect(await loaded.json()).toMatchObject({ numAdded: 1, addedDocs: [{ pageContent: 'Dogs bark at night.' }] })
    const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Do dogs bark?' })
    expect(answer.body).toMatchObject({ text: 'Found it', sourceDocuments: [{ pageContent: 'Dogs bark at night.' }] })
    const history = await server.send('GET', `/api/v1/upsert-history/${flowId}`)
    expect(history.body).toMatchObject([{ chatflowid: flowId }])
    expect(JSON.parse(history.body[0].result)).toMatchObject({ numAdded: 1 })
    const forgotten = await server.send('PATCH', '/api/v1/upsert-history', { ids: [history.body[0].id] })
    expect(forgotten.body).toEqual({ affected: 1 })
  })

  test('that cannot be read are named, and the others are loaded', async () => {
    const form = file('dogs.txt', 'Dogs bark at night.')
    form.append('files', new File(['%PDF-1.7 nothing more'], 'torn.pdf', { type: 'application/pdf' }))
    const flow = await createKnowledge({}, 'fileLoader')
    const loaded = await fetch(`${address}/api/v1/vector/internal-upsert/${flow}`, { method: 'POST', body: form })
    expect(await loaded.json()).toMatchObject({
      numAdded: 1,
      failures: [{ document: 'torn.pdf', message: expect.stringContaining('torn.pdf'), hint: expect.any(String) }],
    })
  })

  test('can be watched while they are loaded', async () => {
    const form = file('dogs.txt', 'Dogs bark at night.')
    form.set('streaming', 'true')
    const loaded = await fetch(`${address}/api/v1/vector/internal-upsert/${flowId}`, { method: 'POST', body: form })
    expect(loaded.headers.get('content-type')).toContain('text/event-stream')
    const events = readEvents(await loaded.text())
    expect(events.slice(0, 2)).toEqual([
      { event: 'progress', data: { stage: 'loading', done: 0, total: 1 } },
      { event: 'progress', data: { stage: 'loading', done: 1, total: 1 } },
    ])
    expect(events.slice(-3)).toMatchObject([
      { event: 'progress', data: { stage: 'storing', done: 1, total: 1 } },
      { event: 'result', data: { numAdded: 1, failures: [] } },
      { event: 'end', data: '[DONE]' },
    ])
  })

  test('are loaded with the values that count, and the answer names the others', async () => {
    const load = (overrideConfig: object, more: object = {}) =>
      server.send('POST', `/api/v1/vector/internal-upsert/${flowId}`, { overrideConfig, ...more })
    const ignoring = { metadata: { textFile_0: { kind: 'cat' } }, chunk: 7 }
    expect((await load(ignoring)).body).toMatchObject({ numAdded: 1, ignoredOverrides: ['chunk'] })
    const { text } = await load(ignoring, { streaming: true })
    expect(readEvents(text).at(-2)).toMatchObject({ event: 'result', data: { ignoredOverrides: ['chunk'] } })
    const unknown = await load({ metadata: { textFile_7: { kind: 'cat' } } })
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('Use one of: textFile_0')])
    expect((await load({ metadata: { kind: 'cat' } })).body).not.toHaveProperty('ignoredOverrides')
  })

  test('that fail while they are watched say why', async () => {
    vendor.script = { tokens: [], status: 401 }
    const form = file('dogs.txt', 'Dogs bark at night.')
    form.set('streaming', 'true')
    const loaded = await fetch(`${address}/api/v1/vector/internal-upsert/${flowId}`, { method: 'POST', body: form })
    expect(readEvents(await loaded.text()).slice(-2)).toMatchObject([
      { event: 'error', data: { code: expect.any(String), message: expect.stringContaining('key') } },
      { event: 'end' },
    ])
  })

  test('of visitors are refused until the owner opens uploads, and keep to the limit of the flow', async () => {
    // A page on another site: on a server without a login, a program on this machine is the owner's.
    const headers = { origin: 'https://elsewhere.example' }
    const send = (form: FormData, more: Record<string, string> = {}) =>
      fetch(`${address}/api/v1/vector/upsert/${flowId}`, {
        method: 'POST',
        body: form,
        headers: { ...headers, ...more },
      })
    expect((await send(file('dogs.txt', 'Dogs'))).status).toBe(403)
    const everything = await server.send('POST', `/api/v1/vector/upsert/${flowId}`, {}, headers)
    expect(everything.status).toBe(401)
    expect((await server.send('POST', `/api/v1/vector/upsert/${flowId}`, {})).status).not.toBe(401)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, {
      apiConfig: JSON.stringify({
        overrideConfig: {
          status: true,
          nodes: { textFile_0: [{ label: 'File', name: 'txtFile', type: 'file', enabled: true }] },
        },
        rateLimit: { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow down, please.' },
      }),
    })
    expect((await send(file('dogs.txt', 'Dogs'))).status).toBe(200)
    expect((await send(file('dogs.exe', 'Dogs'))).status).toBe(403)
    const uploads = await server.send('GET', `/api/v1/chatflows-uploads/${flowId}`)
    expect(uploads.body).toMatchObject({ isRAGFileUploadAllowed: true })
    const tooMany = await send(file('dogs.txt', 'More dogs'))
    expect([tooMany.status, await tooMany.json()]).toEqual([
      429,
      expect.objectContaining({ message: 'Slow down, please.' }),
    ])
    // A key that asks may lie in a page; programs of the owner's load as they must.
    const loadWith = async (permission: string) => {
      const made = await server.send('POST', '/api/v1/apikey', { keyName: permission, permissions: [permission] })
      return (await send(file('dogs.txt', 'More dogs'), { authorization: `Bearer ${made.body.apiKey}` })).status
    }
    expect([await loadWith('predict'), await loadWith('manage')]).toEqual([429, 200])
  })

  test('attached to a chat are read, kept for it, and shown to no other', async () => {
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { chatbotConfig: '{"fullFileUpload":{"status":true}}' })
    const attached = await fetch(`${address}/api/v1/attachments/${flowId}/chat-1`, {
      method: 'POST',
      body: file('notes.txt', 'Remember the milk.'),
    })
    expect(await attached.json()).toEqual([
      { name: 'notes.txt', mimeType: 'text/plain', size: 18, content: 'Remember the milk.' },
    ])
    const find = (chatId: string, name: string) =>
      server.send(
        'GET',
        `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=${encodeURIComponent(name)}`,
      )
    const found = await find('chat-1', 'notes.txt')
    expect([found.status, found.text, found.headers['content-disposition']]).toEqual([
      200,
      'Remember the milk.',
      "attachment; filename*=UTF-8''notes.txt",
    ])
    expect((await find('chat-2', 'notes.txt')).status).toBe(404)
    expect((await find('chat-1', '../../secret.key')).status).toBe(404)
    const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, {
      question: 'What now?',
      chatId: 'chat-1',
      uploads: [{ type: 'file:full', name: 'notes.txt', mime: 'text/plain', data: 'Remember the milk.' }],
    })
    expect(answer.body.question).toBe('What now?')
    const asked = JSON.stringify(vendor.requests.at(-1)?.body.messages)
    expect(asked).toContain("<doc name='notes.txt'>Remember the milk.</doc>")
  })

  test('without a vector store are an error that says what to add', async () => {
    const empty = await server.send('POST', '/api/v1/chatflows', { name: 'Empty', flowData: '{"nodes":[],"edges":[]}' })
    const answer = await server.send('POST', `/api/v1/vector/internal-upsert/${empty.body.id}`, {})
    expect([answer.status, answer.body.code]).toEqual([422, 'flow-invalid'])
    expect(answer.body.message).toContain('Add a vector store')
  })
})

function readEvents(text: string): { event: string; data: unknown }[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as { event: string; data: unknown })
}

function dataUrl(text: string): string {
  return `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:cats.txt`
}

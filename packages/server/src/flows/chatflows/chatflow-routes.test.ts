import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const emptyFlow = JSON.stringify({ nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } })

describeOnBothDatabases('Chat flows', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  async function create(name: string, more: object = {}) {
    const answer = await server.send('POST', '/api/v1/chatflows', { name, flowData: emptyFlow, ...more })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('a created flow is read back whole', async () => {
    const created = await create('Support', { category: 'help;docs', isPublic: true })
    const read = await server.send('GET', `/api/v1/chatflows/${created.id}`)
    expect(read.body).toEqual(created)
    expect(created).toMatchObject({
      name: 'Support',
      version: 1,
      isPublic: true,
      deployed: false,
      category: 'help;docs',
    })
    expect(JSON.parse(created.flowData)).toEqual(JSON.parse(emptyFlow))
  })

  test('a list is a bare array without graphs, and pages by key with a limit', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(name)
    const all = await server.send('GET', '/api/v1/chatflows')
    expect(all.body).toHaveLength(5)
    expect(all.body[0]).not.toHaveProperty('flowData')

    const names: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor ? `&cursor=${cursor}` : ''
      const page = await server.send('GET', `/api/v1/chatflows?limit=2&sort=name${query}`)
      expect(page.body.total).toBe(5)
      names.push(...page.body.items.map((item: { name: string }) => item.name))
      cursor = page.body.nextCursor
    } while (cursor)
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('with flowData=true the same lists hold each graph', async () => {
    for (const name of ['a', 'b', 'c']) await create(name)
    const read = async (query: string) => {
      const plain = await server.send('GET', `/api/v1/chatflows?${query}`)
      const whole = await server.send('GET', `/api/v1/chatflows?${query}&flowData=true`)
      expect(whole.status, whole.text).toBe(200)
      return [plain.body, whole.body]
    }
    const withGraphs = (flows: object[]) =>
      flows.map((flow) => ({ ...flow, flowData: expect.stringContaining('"nodes"') }))
    const [all, allWhole] = await read('sort=name')
    expect(all).toHaveLength(3)
    expect(allWhole).toEqual(withGraphs(all))
    const [page, pageWhole] = await read('sort=name&limit=2')
    expect(pageWhole).toEqual({ ...page, items: withGraphs(page.items) })
    const [numbered, numberedWhole] = await read('sort=name&limit=2&page=2')
    expect(numberedWhole).toEqual({ ...numbered, data: withGraphs(numbered.data) })
    const [none, noneWhole] = await read('search=nothing')
    expect([none, noneWhole]).toEqual([[], []])
  })

  test('paging by last run keeps flows that never ran, at the end', async () => {
    for (const name of ['a', 'b', 'c']) await create(name)
    const first = await server.send('GET', '/api/v1/chatflows?limit=2&sort=lastRunDate')
    const second = await server.send(
      'GET',
      `/api/v1/chatflows?limit=2&sort=lastRunDate&cursor=${first.body.nextCursor}`,
    )
    const ids = [...first.body.items, ...second.body.items].map((item: { id: string }) => item.id)
    expect(new Set(ids).size).toBe(3)
    expect(second.body.nextCursor).toBeNull()
  })

  test('numbered pages answer as existing clients expect', async () => {
    for (const name of ['a', 'b', 'c']) await create(name)
    const page = await server.send('GET', '/api/v1/chatflows?page=2&limit=2&sort=name')
    expect(page.body).toMatchObject({ data: [{ name: 'c' }], total: 3 })
  })

  test('search finds by name and tag whatever the case, and takes % literally', async () => {
    await create('Invoices 100%', { category: 'Finance' })
    await create('Other')
    const search = async (text: string) =>
      (await server.send('GET', `/api/v1/chatflows?search=${encodeURIComponent(text)}`)).body
    expect(await search('INVOICE')).toMatchObject([{ name: 'Invoices 100%' }])
    expect(await search('finan')).toHaveLength(1)
    expect(await search(' 100%  inv ')).toMatchObject([{ name: 'Invoices 100%' }])
    expect(await search('invoices finance')).toHaveLength(1)
    expect(await search('invoices zzz')).toEqual([])
    expect(await search('zzz%')).toEqual([])
    expect((await server.send('GET', '/api/v1/chatflows?tag=Finance')).body).toHaveLength(1)
    expect((await server.send('GET', '/api/v1/chatflows-tags')).body).toEqual([{ tag: 'Finance', count: 1 }])
  })

  test('a save based on an older version is refused with the current one', async () => {
    const flow = await create('Mine')
    const first = await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: 'First', version: 1 })
    expect(first.body.version).toBe(2)
    const second = await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: 'Second', version: 1 })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'chatflow-changed', details: { version: 2 } })
    expect((await server.send('GET', `/api/v1/chatflows/${flow.id}`)).body.name).toBe('First')
  })

  test('a client that sends no version wins, and the older state is kept and can be restored', async () => {
    const flow = await create('One')
    await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: 'Two' })
    const versions = await server.send('GET', `/api/v1/chatflows/${flow.id}/versions`)
    expect(versions.body).toMatchObject([
      { version: 2, name: 'Two' },
      { version: 1, name: 'One' },
    ])
    const restored = await server.send('POST', `/api/v1/chatflows/${flow.id}/versions/1/restore`)
    expect(restored.body).toMatchObject({ name: 'One', version: 3 })
    expect((await server.send('GET', `/api/v1/chatflows/${flow.id}/versions/2`)).body.name).toBe('Two')
  })

  test('changing settings leaves the version alone, so that an open canvas can still save', async () => {
    const flow = await create('Open')
    const changed = await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { isPublic: true, apiConfig: '{}' })
    expect(changed.body).toMatchObject({ version: 1, isPublic: true })
    expect((await server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: 'Saved', version: 1 })).status).toBe(200)
  })

  test('fifty writers on one flow: each acknowledged save is a kept version, each exactly once', async () => {
    const flow = await create('Shared')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => server.send('PUT', `/api/v1/chatflows/${flow.id}`, { name: `Writer ${i}` })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    const versions = (await server.send('GET', `/api/v1/chatflows/${flow.id}/versions`)).body
    expect(versions.map((entry: { name: string }) => entry.name).sort()).toEqual(
      ['Shared', ...answers.map((answer) => answer.body.name)].sort(),
    )
  })

  test('a deleted flow is gone with its versions', async () => {
    const flow = await create('Gone')
    expect((await server.send('DELETE', `/api/v1/chatflows/${flow.id}`)).body).toEqual({ raw: [], affected: 1 })
    const read = await server.send('GET', `/api/v1/chatflows/${flow.id}`)
    expect(read).toMatchObject({ status: 404, body: { code: 'chatflow-not-found', details: { id: flow.id } } })
    expect((await server.send('GET', `/api/v1/chatflows/${flow.id}/versions`)).status).toBe(404)
    expect((await server.send('DELETE', `/api/v1/chatflows/${flow.id}`)).status).toBe(404)
  })

  test.each([
    ['an unknown field', { name: 'x', flowData: emptyFlow, owner: 'me' }],
    ['a field of no flow', { name: 'x', flowData: emptyFlow, node_names: '[]' }],
    ['a wrong type', { name: 3, flowData: emptyFlow }],
    ['no name', { flowData: emptyFlow }],
    ['a NUL in the name', { name: 'a\u0000b', flowData: emptyFlow }],
    ['flow data that is not JSON', { name: 'x', flowData: 'nope' }],
    ['flow data that is no flow', { name: 'x', flowData: '{"nodes":3}' }],
    ['a config that is no object', { name: 'x', flowData: emptyFlow, apiConfig: '[]' }],
  ])('%s is refused with the reason', async (_, body) => {
    const answer = await server.send('POST', '/api/v1/chatflows', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
    })
  })

  test('access: open unless somebody says otherwise, and kept by changes that do not speak of it', async () => {
    const { id, ...older } = await create('From an older client')
    expect(older).toMatchObject({ access: 'open', apikeyid: null, isPublic: false })
    const change = async (body: object) => (await server.send('PUT', `/api/v1/chatflows/${id}`, body)).body
    expect(await change({ access: 'owner' })).toMatchObject({ access: 'owner', isPublic: false })
    expect(await change({ name: 'Renamed', isPublic: true })).toMatchObject({ access: 'owner', isPublic: true })
    expect(await change({ access: 'key' })).toMatchObject({ code: 'invalid-request' })
    const key = await server.send('POST', '/api/v1/apikey', { keyName: 'Website' })
    const keyId: string = key.body.id
    expect(await change({ apikeyid: keyId })).toMatchObject({ access: 'owner', apikeyid: keyId })
    expect(await change({ access: 'key' })).toMatchObject({ access: 'key', apikeyid: keyId })
    expect(await change({ access: 'open' })).toMatchObject({ access: 'open', apikeyid: null })
    expect(await create('Keyed by an older client', { apikeyid: keyId })).toMatchObject({ access: 'key' })
    expect(await create('Drawn here', { access: 'owner' })).toMatchObject({ access: 'owner' })
  })

  test('a cursor nobody gave out is a clear error', async () => {
    const answer = await server.send('GET', '/api/v1/chatflows?limit=2&cursor=abc')
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  })
})

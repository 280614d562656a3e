import type { Route } from '@chatwright/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

const server = await testServer()
afterAll(() => server.close())
const routes = server.services.handlers.map((handler) => handler.route)
const find = (method: string, path: string) => routes.find((route) => route.method === method && route.path === path)

/** Everything that is made at one address, read, and changed below it. */
const resources = routes.flatMap((change) => {
  const [, list] = /^(\/[\w-]+)\/:id$/.exec(change.path) ?? []
  const create = list === undefined ? undefined : find('POST', list)
  // People join a server with a login, and a login is taken once: see their own tests.
  if (list === '/people') return []
  return change.method === 'PUT' && list !== undefined && create ? [{ list, change, create }] : []
})

const flow = await server.send('POST', '/api/v1/chatflows', { name: 'Triggered', flowData: '{}' })

let made = 0
/** What a schema alone does not say: a kind that exists, and a name of which there is one. */
const values: Record<string, () => object> = {
  '/chatflows': () => ({ flowData: '{}' }),
  '/notices': () => ({ flowId: flow.body.id, url: 'https://example.com/told' }),
  '/triggers': () => ({ flowId: flow.body.id }),
  '/channels': () => ({ flowId: flow.body.id, credentialId: null }),
  '/custom-mcp-servers': () => ({ serverUrl: 'https://mcp.example.com/mcp' }),
  '/credentials': () => ({ credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } }),
  '/data-tables': () => ({ name: `table${(made += 1)}`, columns: [{ name: 'City', type: 'text' }] }),
  '/variables': () => ({ name: `token${(made += 1)}`, value: 'hush', isSecret: true }),
}

type Resource = Record<string, unknown> & { id: string }

test('the resources are those that were meant', () => {
  expect(resources.map(({ list }) => list).sort()).toEqual([
    '/apikey',
    '/channels',
    '/chatflows',
    '/credentials',
    '/custom-mcp-servers',
    '/data-tables',
    '/notices',
    '/tools',
    '/triggers',
    '/variables',
  ])
})

describe.each(resources)('$list', ({ list, change, create }) => {
  const send = async (method: Route['method'], path: string, body?: unknown) => {
    const answer = await server.send(method === 'PATCH' ? 'PUT' : method, `/api/v1${path}`, body)
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)])
    return answer.body
  }
  const read = async (id: string): Promise<Resource> => {
    if (find('GET', change.path)) return send('GET', `${list}/${id}`) as Promise<Resource>
    const all = (await send('GET', list)) as Resource[]
    const found = all.find((each) => each.id === id)
    if (!found) throw new Error(`${list} has no ${id}`)
    return found
  }
  const make = async () =>
    (await send('POST', list, { ...(sampleRequest(create).body as object), ...values[list]?.() })) as Resource

  test('what is read can be sent back, and changes nothing', async () => {
    const { id } = await make()
    const before = await read(id)
    await send('PUT', `${list}/${id}`, before)
    const { updatedDate: _, ...after } = await read(id)
    const { updatedDate: __, ...unchanged } = before
    expect(after).toEqual(unchanged)
    if (list === '/variables') expect(after['isSet']).toBe(true)
  })

  test('what is read can be made again, as another one', async () => {
    const first = await read((await make()).id)
    const name = ['/variables', '/data-tables'].includes(list) ? { name: `another${(made += 1)}` } : {}
    const forged = { createdDate: '2020-01-01T00:00:00.000Z', ...('apiKey' in first && { apiKey: 'mine' }) }
    const second = (await send('POST', list, { ...first, ...name, ...forged })) as Resource
    expect(second.id).not.toBe(first.id)
    expect(second).not.toMatchObject({ createdDate: forged.createdDate })
    expect(second['apiKey'] ?? 'none').not.toBe('mine')
  })

  test('a field nobody knows is refused still', async () => {
    const { id } = await make()
    const answer = await server.send('PUT', `/api/v1${list}/${id}`, { isAdmin: true })
    expect(answer.status).toBe(400)
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleRequest } from '../testing/sample-request.ts'
import { describeOnBothDatabases, type TestServer } from '../testing/test-server.ts'

const owner = { authorization: `Basic ${Buffer.from('owner:correct horse').toString('base64')}` }
const emptyFlow = '{"nodes":[],"edges":[]}'

describeOnBothDatabases('A flow whose key was deleted by force', (start) => {
  let server: TestServer
  let flowId: string
  let deletedKey: string
  beforeEach(async () => {
    server = await start({ env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' } })
    const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Old' }, owner)).body
    deletedKey = key.apiKey
    const flow = { name: 'Guarded', flowData: emptyFlow, apikeyid: key.id, deployed: true }
    flowId = (await server.send('POST', '/api/v1/chatflows', flow, owner)).body.id
    const deleted = await server.send('DELETE', `/api/v1/apikey/${key.id}?force=true`, undefined, owner)
    if (deleted.status !== 200) throw new Error(deleted.text)
  })
  afterEach(() => server.close())

  const ask = (headers: Record<string, string> = {}) =>
    server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'hello' }, headers)

  test('stays closed on every route that opens flows', async () => {
    const routes = server.services.handlers.map(({ route }) => route).filter(({ access }) => access === 'flow')
    expect(routes.length).toBeGreaterThan(4)
    for (const route of routes) {
      const { method, url, body } = sampleRequest(route, { id: flowId })
      const label = `${method} ${url}`
      expect((await server.send(method, url, body)).status, label).toBe(401)
      const old = { authorization: `Bearer ${deletedKey}` }
      expect((await server.send(method, url, body, old)).status, label).toBe(401)
    }
  })

  test('is no model for whoever speaks OpenAI’s protocol', async () => {
    expect((await server.send('GET', '/v1/models')).body.data).toEqual([])
    const body = { model: flowId, messages: [{ role: 'user', content: 'hello' }] }
    expect((await server.send('POST', '/v1/chat/completions', body)).status).toBe(401)
  })

  test('opens to no other key, not even a new one of the same name', async () => {
    const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Old' }, owner)).body.apiKey
    expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(403)
  })

  test('stays closed through an export and an import', async () => {
    const file = (await server.send('GET', '/api/v1/database/export', undefined, owner)).body
    expect((await server.send('POST', '/api/v1/database/load', file, owner)).status).toBe(201)
    expect((await ask()).status).toBe(401)
  })
})

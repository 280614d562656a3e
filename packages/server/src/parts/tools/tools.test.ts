import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const schema = JSON.stringify([{ id: 0, property: 'city', description: 'Where', type: 'string', required: true }])

describeOnBothDatabases('Tools', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.send(method, `/api/v1${path}`, body)

  test('[LIST-3] a tool is kept, changed, listed and deleted', async () => {
    const values = {
      name: 'weather',
      description: 'Weather',
      color: '#fff',
      iconSrc: null,
      schema,
      func: 'return $city',
    }
    const created = await send('POST', '/tools', values)
    expect(created.body).toMatchObject(values)
    expect((await send('GET', `/tools/${created.body.id}`)).body).toEqual(created.body)
    const changed = await send('PUT', `/tools/${created.body.id}`, { description: 'Better' })
    expect(changed.body).toMatchObject({ ...values, description: 'Better' })
    expect((await send('GET', '/tools')).body).toEqual([changed.body])
    expect((await send('DELETE', `/tools/${created.body.id}`)).body).toEqual({ raw: [], affected: 1 })
    expect((await send('GET', `/tools/${created.body.id}`)).body.code).toBe('tool-not-found')
  })

  test('a tool that flows use is deleted only on purpose', async () => {
    const { id } = (await send('POST', '/tools', { name: 't', description: 'd' })).body
    const flowData = JSON.stringify({
      nodes: [{ id: 'x', data: { name: 'customTool', inputs: { selectedTool: id } } }],
      edges: [],
    })
    const flow = await send('POST', '/chatflows', { name: 'Uses', flowData })
    expect(flow.status).toBe(200)
    expect(await send('DELETE', `/tools/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'tool-in-use', details: { flows: [{ id: flow.body.id, name: 'Uses' }] } },
    })
    expect((await send('DELETE', `/tools/${id}?force=true`)).status).toBe(200)
  })

  test('[LIST-3] code is tried with inputs: output, console and time', async () => {
    await send('POST', '/variables', { name: 'unit', value: '°C', isSecret: true })
    const tried = await send('POST', '/tools/try', {
      func: 'console.log("asked for", $city)\nreturn `${$city}: 20 ${$vars.unit}`',
      schema,
      inputs: { city: 'Oslo' },
    })
    expect(tried.body).toEqual({
      ok: true,
      output: 'Oslo: 20 °C',
      console: [{ level: 'log', text: 'asked for Oslo' }],
      durationMs: expect.any(Number),
    })
    const failed = await send('POST', '/tools/try', { func: 'console.log(1)\nreturn $city.x.y', schema })
    expect(failed.body).toMatchObject({
      ok: false,
      console: [{ level: 'log', text: '1' }],
      error: { message: expect.stringContaining('near line 1: TypeError'), hint: expect.any(String) },
    })
  })

  test.each([
    ['an unknown field', { secret: 1 }],
    ['a schema that is no JSON', { schema: 'nope' }],
    ['a schema without names', { schema: '[{"type":"string"}]' }],
    ['a property that is no name', { schema: '[{"property":"a b","type":"string"}]' }],
    ['a wrong type', { func: { a: 1 } }],
    ['a blank name', { name: '' }],
  ])('%s is refused', async (_, values) => {
    expect((await send('POST', '/tools', { name: 't', description: 'd', ...values })).status).toBe(400)
  })
})

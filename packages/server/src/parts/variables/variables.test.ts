import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretBox } from '../credentials/secret-box.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createVariableService } from './variable-service.ts'
import { createVariableStore } from './variable-store.ts'

describeOnBothDatabases('Variables', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.send(method, `/api/v1${path}`, body)
  const values = () =>
    createVariableService({
      store: createVariableStore(server.database),
      box: createSecretBox(() => [Buffer.alloc(32, 7)]),
      environment: { CHATWRIGHT_VAR_region: 'north', SECRET_KEY: 'never', DATABASE_URL: 'never' },
      remember: () => {},
    }).values()

  test('a value is kept, changed and given to flows', async () => {
    const created = await send('POST', '/variables', { name: 'company', value: 'Acme' })
    expect(created.body).toMatchObject({ name: 'company', value: 'Acme', type: 'static', isSecret: false, isSet: true })
    await send('PUT', `/variables/${created.body.id}`, { value: 'Other' })
    expect(await values()).toEqual({ company: 'Other' })
    expect((await send('DELETE', `/variables/${created.body.id}`)).status).toBe(200)
    expect(await values()).toEqual({})
  })

  test('a secret one is encrypted and never shown, also when it stops being secret', async () => {
    const { body } = await send('POST', '/variables', { name: 'token', value: 'canary-8812', isSecret: true })
    const renamed = await send('PUT', `/variables/${body.id}`, { name: 'token2' })
    const list = await send('GET', '/variables')
    expect(list.body).toMatchObject([{ name: 'token2', value: '', isSecret: true, isSet: true }])
    expect(await values()).toEqual({ token2: 'canary-8812' })
    const shown = await send('PUT', `/variables/${body.id}`, { isSecret: false })
    expect(shown.body).toMatchObject({ value: '', isSecret: false, isSet: false })
    const rows = await server.database.query.selectFrom('variable').selectAll().execute()
    expect(JSON.stringify([body, renamed.body, list.body, shown.body, rows])).not.toContain('canary-8812')
  })

  test('an open one that becomes secret keeps its value, out of sight', async () => {
    const { body } = await send('POST', '/variables', { name: 'a', value: 'seen' })
    expect((await send('PUT', `/variables/${body.id}`, { isSecret: true })).body).toMatchObject({
      value: '',
      isSet: true,
    })
    expect(await values()).toEqual({ a: 'seen' })
    expect(JSON.stringify(await server.database.query.selectFrom('variable').selectAll().execute())).not.toContain(
      'seen',
    )
  })

  test('one of the environment takes only what the operator marked for flows', async () => {
    for (const name of ['region', 'SECRET_KEY', 'DATABASE_URL'])
      await send('POST', '/variables', { name, type: 'runtime' })
    expect(await values()).toEqual({ region: 'north', SECRET_KEY: '', DATABASE_URL: '' })
  })

  test('names are taken once', async () => {
    await send('POST', '/variables', { name: 'a', value: '1' })
    const other = await send('POST', '/variables', { name: 'b', value: '2' })
    expect((await send('POST', '/variables', { name: 'a' })).body.code).toBe('variable-name-taken')
    expect((await send('PUT', `/variables/${other.body.id}`, { name: 'a' })).status).toBe(409)
    expect((await send('PUT', `/variables/${other.body.id}`, { name: 'b', value: '3' })).status).toBe(200)
    expect((await send('PUT', '/variables/unknown', { name: 'c' })).body.code).toBe('variable-not-found')
  })

  test.each([
    ['an unknown field', { name: 'a', x: 1 }],
    ['a name that is none', { name: 'a-b' }],
    ['a name of objects', { name: '__proto__ ' }],
    ['a wrong type', { name: 'a', value: 1 }],
  ])('%s is refused', async (_, body) => {
    expect((await send('POST', '/variables', body)).status).toBe(400)
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnBothDatabases, TEST_SECRET_KEY, type TestServer } from '../../../testing/test-server.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import { createAuditStore } from './audit-store.ts'
import { sealOnce, verifyAudit } from './seal-audit.ts'

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const LOGIN = { CHATWRIGHT_USERNAME: 'root', CHATWRIGHT_PASSWORD: 'the operator' }
const OPERATOR = basic('root', 'the operator')
const PASSWORD = 'correct horse'

describeOnBothDatabases('the audit log', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start({ env: LOGIN })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = OPERATOR) =>
    server.send(method, `/api/v1${path}`, body, as)
  const entries = async (query = '') =>
    (await send('GET', `/audit${query}`)).body.items as {
      actor: { kind: string; name: string | null }
      action: string
      object: { id: string | null; name: string | null }
      fields: string[]
      result: string
      code: string | null
    }[]
  const joined = async (login: string, role: string) => {
    const { body } = await send('POST', '/people', { name: login, login, role })
    await server.send('POST', '/api/v1/password-links/use', { token: body.link.token, password: PASSWORD })
    return basic(login, PASSWORD)
  }
  const store = () => createAuditStore(server.database)
  const macs = createMacs(() => [TEST_SECRET_KEY], 'audit log')
  const later = () => new Date(Date.now() + 120_000)

  test('says who changed what, from where, by which fields, and never a value', async () => {
    const ana = await joined('ana', 'admin')
    const made = await send('POST', '/variables', { name: 'place', value: 'a secret value', isSecret: true }, ana)
    await send('PUT', `/variables/${made.body.id}`, { value: 'another secret' }, ana)
    await send('DELETE', `/variables/${made.body.id}`, undefined, ana)
    const [gone, changed, created] = await entries()
    expect(gone).toMatchObject({ action: 'DELETE /variables/:id', object: { id: made.body.id, name: 'place' } })
    expect(changed).toMatchObject({ object: { name: 'place' }, fields: ['value'] })
    expect(created).toMatchObject({
      actor: { kind: 'person', name: 'ana' },
      way: 'screen',
      address: '127.0.0.1',
      action: 'POST /variables',
      object: { name: 'place' },
      fields: ['name', 'value', 'isSecret'],
      result: 'done',
      code: null,
    })
    const stored = JSON.stringify(await server.database.query.selectFrom('audit_entry').selectAll().execute())
    for (const secret of ['secret value', 'another secret', PASSWORD]) expect(stored).not.toContain(secret)
  })

  test('an entry is in the commit of its change: neither is there without the other', async () => {
    const { query: db } = server.database
    await db.schema.alterTable('audit_entry').renameTo('audit_entry_away').execute()
    const refused = await send('POST', '/variables', { name: 'place', value: 'x' })
    expect(refused.status).toBeGreaterThanOrEqual(500)
    await db.schema.alterTable('audit_entry_away').renameTo('audit_entry').execute()
    expect((await send('GET', '/variables')).body).toEqual([])
  })

  test('sign-ins, wrong passwords, refusals and exports are entries; reads and bad requests are none', async () => {
    const viewer = await joined('ana', 'viewer')
    await send('POST', '/sign-in', undefined, viewer)
    await send('POST', '/variables', { name: 'place', value: 'x' }, viewer)
    await send('GET', '/chatflows', undefined, basic('ana', 'wrong password'))
    await send('GET', '/database/export')
    await send('POST', '/variables', { nothing: 'declared' })
    await send('GET', '/chatflows', undefined, viewer)
    const seen = (await entries()).map(({ action, result, actor, code }) => [actor.name, action, result, code])
    expect(seen.slice(0, 4)).toEqual([
      [null, 'GET /database/export', 'done', null],
      [null, 'GET /chatflows', 'refused', 'unauthorized'],
      ['ana', 'POST /variables', 'refused', 'forbidden'],
      ['ana', 'POST /sign-in', 'done', null],
    ])
    expect((await entries('?result=refused')).map(({ action }) => action)).toEqual([
      'GET /chatflows',
      'POST /variables',
    ])
    expect((await send('GET', '/audit', undefined, viewer)).status).toBe(403)
  })

  test('the refusals of one are written up to a bound, those of others all the same', async () => {
    // Starts well within a minute, since each minute counts anew.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T12:00:05.000Z') })
    const viewer = await joined('ana', 'viewer')
    const { body: key } = await send('POST', '/apikey', { keyName: 'Asks', permissions: ['predict'] })
    const asKey = { authorization: `Bearer ${key.apiKey}` }
    for (let i = 0; i < 100; i += 1) expect((await send('GET', '/variables', undefined, asKey)).status).toBe(403)
    await send('POST', '/variables', { name: 'place', value: 'x' }, viewer)
    const refusals = async () => {
      const rows = await server.database.query
        .selectFrom('audit_entry')
        .select(['key_id', 'actor_name'])
        .where('result', '=', 'refused')
        .execute()
      return [
        rows.filter(({ key_id: id }) => id === key.id).length,
        rows.filter(({ key_id: id }) => id === null).length,
      ]
    }
    expect(await refusals()).toEqual([60, 1])
    vi.setSystemTime(new Date('2026-05-05T12:01:05.000Z'))
    await send('GET', '/variables', undefined, asKey)
    expect(await refusals()).toEqual([61, 1])
  })

  test('a password that is chosen with a link is an entry, without the link and the password', async () => {
    const { body } = await send('POST', '/people', { name: 'ana', login: 'ana', role: 'viewer' })
    const { token } = body.link
    await server.send('POST', '/api/v1/password-links/use', { token, password: PASSWORD })
    const [used] = await entries()
    expect(used).toMatchObject({ action: 'POST /password-links/use', result: 'done', fields: ['token', 'password'] })
    const stored = JSON.stringify(await server.database.query.selectFrom('audit_entry').selectAll().execute())
    for (const secret of [token, PASSWORD]) expect(stored).not.toContain(secret)
  })

  test('is exported whole, as a table that calculates nothing and as lines of JSON', async () => {
    for (let i = 0; i < 3; i += 1) await send('POST', '/variables', { name: `place${i}`, value: 'x' })
    await send('POST', '/apikey', { keyName: '=1+1,"x"' })
    const csv = await send('GET', '/audit/export?format=csv')
    expect(csv.headers['content-disposition']).toContain('audit.csv')
    const rows = csv.text.trim().split('\r\n')
    expect([rows.length, rows[0]?.startsWith('date,actor')]).toEqual([6, true])
    expect(rows[4]).toContain(`"'=1+1,""x"""`)
    const url = '/api/v1/audit/export?format=jsonl'
    const { body } = await server.app.inject({ url, headers: { host: 'localhost', ...OPERATOR } })
    const lines = body.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      ...Array<string>(3).fill('POST /variables'),
      'POST /apikey',
      'GET /audit/export',
      'GET /audit/export',
    ])
  })

  test('seals chain the entries, and show what was changed, removed or added', async () => {
    const { query: db } = server.database
    const seal = () => sealOnce({ store: store(), macs, days: 365, now: later })
    const faults = async () => (await verifyAudit({ store: store(), macs })).faults
    for (const names of [['a', 'b'], ['c'], ['d']]) {
      for (const name of names) await send('POST', '/variables', { name, value: 'x' })
      await seal()
    }
    const whole = await verifyAudit({ store: store(), macs })
    expect(whole).toMatchObject({ entries: 4, seals: 3, unsealed: 0, faults: [], last: expect.stringMatching(/^3 /) })
    const [first] = await db.selectFrom('audit_entry').selectAll().orderBy('id').limit(1).execute()
    if (!first) throw new Error('nothing was written')
    const change = (object_name: string | null) =>
      db.updateTable('audit_entry').set({ object_name }).where('id', '=', first.id).execute()
    await change('other')
    expect(await faults()).toEqual([expect.stringContaining('Segment 1, up to')])
    await change(first.object_name)
    await db
      .insertInto('audit_entry')
      .values({ ...first, id: `${first.id}x` })
      .execute()
    expect(await faults()).toEqual(['Segment 1 has 3 entries. It was sealed with 2.'])
    await db.deleteFrom('audit_entry').where('id', '=', `${first.id}x`).execute()
    expect(await faults()).toEqual([])
    await db.deleteFrom('audit_entry').where('seal', '=', 2).execute()
    await db.deleteFrom('audit_seal').where('number', '=', 2).execute()
    expect(await faults()).toEqual(['Segments 2 to 2 are missing.'])
  })

  test('what is too old is deleted by whole segments, and what stays is still checked', async () => {
    for (const name of ['a', 'b']) {
      await send('POST', '/variables', { name, value: 'x' })
      await sealOnce({ store: store(), macs, days: 365, now: later })
    }
    const inTwoYears = () => new Date(Date.now() + 730 * 86_400_000)
    await sealOnce({ store: store(), macs, days: 365, now: inTwoYears })
    expect(await verifyAudit({ store: store(), macs })).toMatchObject({ entries: 1, seals: 1, faults: [] })
  })
})

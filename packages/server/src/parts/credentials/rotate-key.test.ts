import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecretKeys } from '../../ground/boot/secret-key.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createVariableService } from '../variables/variable-service.ts'
import { createVariableStore } from '../variables/variable-store.ts'
import { rotateKey } from './rotate-key.ts'
import { createSecretBox } from './secret-box.ts'

describeOnBothDatabases('Rotating the secret key', (start) => {
  let server: TestServer
  let folder: string
  beforeEach(async () => {
    server = await start()
    folder = mkdtempSync(join(tmpdir(), 'chatwright-key-'))
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('everything is encrypted anew while people save, and nothing is lost', async () => {
    const source = { kind: 'file', path: join(folder, 'secret.key') } as const
    const serving = createVariableService({
      store: createVariableStore(server.database),
      box: createSecretBox(() => readSecretKeys(source)),
      environment: {},
      remember: () => {},
    })
    const [oldKey] = readSecretKeys(source)
    const rows = []
    for (let i = 0; i < 30; i++)
      rows.push(await serving.create({ name: `v${i}`, value: `secret ${i}`, isSecret: true }))
    await server.database.query
      .insertInto('credential')
      .values({
        id: 'c1',
        name: 'c',
        credential_name: 'openAIApi',
        encrypted_data: createSecretBox(() => [oldKey]).seal({ table: 'credential', id: 'c1' }, '{"a":"b"}'),
        created_date: '',
        updated_date: '',
      })
      .execute()

    const saved = new Map(rows.map(({ name }, i) => [name, `secret ${i}`]))
    const done = new AbortController()
    const saving = (async () => {
      for (let i = 0; !done.signal.aborted; i++) {
        // SQLite answers without ever letting go of the event loop.
        await nextTurn()
        const row = rows[i % rows.length]
        if (!row) continue
        await serving.update(row.id, { value: `later ${i}` })
        saved.set(row.name, `later ${i}`)
        expect((await serving.values())[row.name]).toBe(`later ${i}`)
      }
    })()
    const resealed = await rotateKey(source, server.database, { settleMs: 300 })
    done.abort()
    await saving

    expect(resealed).toBeGreaterThan(0)
    const keys = readSecretKeys(source)
    expect(keys).toHaveLength(1)
    expect(keys[0].equals(oldKey)).toBe(false)
    expect(statSync(source.path).mode & 0o777).toBe(0o600)
    expect(readFileSync(source.path, 'utf8').trim()).not.toContain('\n')
    const afterRestart = createSecretBox(() => [keys[0]])
    const values = await createVariableService({
      store: createVariableStore(server.database),
      box: afterRestart,
      environment: {},
      remember: () => {},
    }).values()
    expect(values).toEqual(Object.fromEntries(saved))
    const credential = await server.database.query.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    expect(afterRestart.open({ table: 'credential', id: 'c1' }, credential.encrypted_data)).toBe('{"a":"b"}')
  })

  test('a key from the environment is the operator’s to change', async () => {
    await expect(rotateKey({ kind: 'value', value: 'x'.repeat(20) }, server.database)).rejects.toThrow(
      'SECRET_KEY_FILE',
    )
  })
})

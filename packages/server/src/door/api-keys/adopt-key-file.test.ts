import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('clients of an older installation go on with the keys they have', async () => {
  const apiKey = 'aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBrZXk='
  const entry = { id: '5dfe', keyName: 'DefaultKey', apiKey, apiSecret: 'x.y', createdAt: '01-Jan-24' }
  writeFileSync(join(folder, 'api.json'), JSON.stringify([entry]))
  const server = await testServer({ env: { APIKEY_PATH: folder } })
  expect((await server.send('GET', `/api/v1/verify/apikey/${encodeURIComponent(apiKey)}`)).text).toBe('OK')
  const stored = await server.database.query.selectFrom('api_key').selectAll().execute()
  expect(stored).toEqual([expect.objectContaining({ id: '5dfe', permissions: '["predict"]', flows: null })])
  expect(JSON.stringify(stored)).not.toContain(apiKey)
  await server.close()
})

test('a file that is none stops the start with one sentence', async () => {
  writeFileSync(join(folder, 'api.json'), '{"a":1}')
  await expect(testServer({ env: { APIKEY_PATH: folder } })).rejects.toThrow("isn't a list of keys")
})

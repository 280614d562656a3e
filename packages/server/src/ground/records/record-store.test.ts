import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createRecordStore, type ServerRecordStore } from './record-store.ts'

describeOnBothDatabases('Records', (start) => {
  let server: TestServer
  let records: ServerRecordStore
  let clock = Date.parse('2026-01-01T00:00:00Z')
  beforeEach(async () => {
    server = await start()
    records = createRecordStore(server.database, () => clock)
  })
  afterEach(async () => {
    records.close()
    await server.close()
  })

  test('a value is kept by namespace and key, and replaced', async () => {
    await records.set('a', 'k', 'one')
    await records.set('b', 'k', 'other')
    await records.set('a', 'k', 'two')
    expect(await records.get('a', 'k')).toBe('two')
    expect(await records.list('a')).toEqual([{ key: 'k', value: 'two' }])
    await records.delete('a', 'k')
    expect(await records.get('a', 'k')).toBeUndefined()
    expect(await records.get('b', 'k')).toBe('other')
  })

  test('a value with a time is gone after it, and back when set again', async () => {
    await records.set('a', 'short', 'x', { ttlMs: 1000 })
    await records.set('a', 'long', 'y')
    clock += 999
    expect(await records.get('a', 'short')).toBe('x')
    clock += 1
    expect(await records.get('a', 'short')).toBeUndefined()
    expect(await records.list('a')).toEqual([{ key: 'long', value: 'y' }])
    await records.set('a', 'short', 'z')
    expect(await records.get('a', 'short')).toBe('z')
  })
})

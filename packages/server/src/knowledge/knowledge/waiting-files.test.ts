import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import { createLocalBlobStore } from '../../ground/blobs/local-blob-store.ts'
import { createFileStore } from '../../parts/files/file-store.ts'
import { createWaitingFiles } from '../../parts/files/waiting-files.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createKnowledgeStore } from './knowledge-store.ts'

const root = '/api/v1/document-store'
const DAY_MS = 86_400_000

describeOnBothDatabases('Files that are chosen before a source is saved', (start) => {
  let server: TestServer
  let storeId: string

  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    storeId = (await send('POST', `${root}/store`, { name: 'Handbook' })).id
  })

  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) {
    const answer = await server.send(method, url, body)
    expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const upload = async (query = '?until=saved'): Promise<{ id: string; reference: string }> => {
    const form = new FormData()
    form.append('file', new Blob(['Words of a file.']), 'a.txt')
    return send('POST', `/api/v1/files${query}`, form)
  }
  const save = (reference: string, more: object = {}) =>
    server.send('POST', `${root}/loader/save`, {
      storeId,
      loaderId: 'textFile',
      loaderConfig: { txtFile: reference },
      ...more,
    })
  const isThere = async (id: string) => (await server.send('GET', `/api/v1/files/${id}`)).status === 200
  const forget = (id: string) => server.send('DELETE', `/api/v1/files/${id}`)
  const blobs = () => createLocalBlobStore(server.config.dataDir)
  const keys = async () => {
    const found: string[] = []
    for await (const key of blobs().list()) found.push(key)
    return found
  }
  const sweep = (before: Date) => {
    const { database } = server
    const stores = createKnowledgeStore(database)
    const usage = createFlowUsage(database)
    return createWaitingFiles({
      blobs: blobs(),
      files: createFileStore(blobs()),
      isNamed: async (id) => (await stores.isFileNamed(id)) || (await usage.naming(id)).length > 0,
      now: () => new Date(),
    }).sweep(before)
  }
  const tomorrow = () => new Date(Date.now() + DAY_MS)

  test('whoever cancels leaves nothing on the disk', async () => {
    const before = await keys()
    const { id } = await upload()
    expect(await isThere(id)).toBe(true)
    expect((await forget(id)).status).toBe(200)
    expect(await isThere(id)).toBe(false)
    expect(await keys()).toEqual(before)
    expect((await forget(id)).status).toBe(404)
  })

  test('what a closed tab left goes after a day, and what a source reads stays', async () => {
    await sweep(tomorrow())
    const before = await keys()
    const [left, kept] = [await upload(), await upload()]
    expect((await save(kept.reference)).status).toBe(200)
    // Somebody may still have the form open.
    expect(await sweep(new Date(Date.now() - DAY_MS))).toBe(0)
    expect(await isThere(left.id)).toBe(true)
    expect(await sweep(tomorrow())).toBe(1)
    expect([await isThere(left.id), await isThere(kept.id)]).toEqual([false, true])
    expect(await keys()).toEqual([...before, `files/${kept.id.slice(0, 2)}/${kept.id}`].toSorted())
  })

  test('a file that a source reads is not deleted by whoever closes the form after saving', async () => {
    const { id, reference } = await upload()
    await save(reference)
    expect((await forget(id)).status).toBe(200)
    expect(await isThere(id)).toBe(true)
  })

  test('files of a canvas are not for deleting', async () => {
    const { id } = await upload('')
    expect(await forget(id)).toMatchObject({ status: 404, body: { code: 'file-not-found' } })
    await sweep(tomorrow())
    expect(await isThere(id)).toBe(true)
    expect((await forget('../../../etc/passwd'.padEnd(32, 'x'))).status).toBeGreaterThanOrEqual(400)
  })

  test('a source that is not saved leaves none of the files that came with it', async () => {
    await sweep(tomorrow())
    const before = await keys()
    const good = `data:text/plain;base64,${Buffer.from('Words.').toString('base64')},filename:a.txt`
    const answer = await save(JSON.stringify([good, 'FILE-STORAGE::nothing-that-is-kept-here']))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    await sweep(tomorrow())
    expect(await keys()).toEqual(before)
  })
})

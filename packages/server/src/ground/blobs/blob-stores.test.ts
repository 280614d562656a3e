import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startBucket } from '../../../testing/own-bucket.ts'
import type { BlobStore } from './blob-store.ts'
import { createLocalBlobStore } from './local-blob-store.ts'
import { createS3BlobStore } from './s3-blob-store.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const stores: [string, () => Promise<BlobStore>][] = [
  ['a folder', async () => createLocalBlobStore(temporaryFolder())],
  [
    'a bucket',
    async () => {
      const bucket = await startBucket()
      cleanups.push(() => bucket.close())
      return createS3BlobStore(bucket.options)
    },
  ],
]

describe.each(stores)('blobs in %s', (_, open) => {
  test('come back as they went in, with name and type', async () => {
    const store = await open()
    const blob = { name: 'Grüße (1).pdf', mimeType: 'application/pdf', bytes: new Uint8Array([0, 255, 10, 13, 0]) }
    await store.put('files/ab/one', blob)
    const found = await store.get('files/ab/one')
    expect({ ...found, bytes: [...(found?.bytes ?? [])] }).toEqual({ ...blob, bytes: [...blob.bytes] })
  })

  test('are all listed, and nothing beside them', async () => {
    const store = await open()
    const blob = { name: 'a.json', mimeType: 'text/plain', bytes: Buffer.from('a') }
    for (const key of ['files/ab/one', 'uploads/f1/c1/two', 'elsewhere/three']) await store.put(key, blob)
    const keys: string[] = []
    for await (const key of store.list()) keys.push(key)
    expect(keys.sort()).toEqual(['files/ab/one', 'uploads/f1/c1/two'])
  })

  test('that are not there are undefined', async () => {
    expect(await (await open()).get('files/none')).toBeUndefined()
  })

  test('are replaced whole', async () => {
    const store = await open()
    await store.put('k', { name: 'a', mimeType: 'text/plain', bytes: Buffer.from('long content') })
    await store.put('k', { name: 'b', mimeType: 'text/plain', bytes: Buffer.from('x') })
    expect(Buffer.from((await store.get('k'))?.bytes ?? []).toString()).toBe('x')
  })

  test('are forgotten one by one or with all below, and neighbours stay', async () => {
    const store = await open()
    const blob = { name: 'a', mimeType: 'text/plain', bytes: Buffer.from('a') }
    for (const key of ['up/f1/c1/a', 'up/f1/c1/b', 'up/f1/c2/a', 'up/f1/c11/a', 'up/f2/c1/a'])
      await store.put(key, blob)
    await store.delete('up/f1/c1')
    expect(await store.get('up/f1/c1/a')).toBeUndefined()
    expect(await store.get('up/f1/c11/a')).toBeDefined()
    await store.delete('up/f1')
    expect(await store.get('up/f1/c2/a')).toBeUndefined()
    expect(await store.get('up/f2/c1/a')).toBeDefined()
    await store.delete('never/there')
  })
})

test('a bucket that never answers is given up, whatever it is asked', async () => {
  const bucket = await startBucket()
  cleanups.push(() => bucket.close())
  const store = createS3BlobStore(bucket.options, { socketTimeout: 100 })
  bucket.fault = 'silent'
  const acts = [
    () => store.put('files/a', { name: 'a', mimeType: 'text/plain', bytes: Buffer.from('a') }),
    () => store.get('files/a'),
    () => store.list()[Symbol.asyncIterator]().next(),
    () => store.delete('files/a'),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'files-unavailable' })
})

test('a folder keeps no unfinished parts', async () => {
  const folder = temporaryFolder()
  const store = createLocalBlobStore(folder)
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      store.put('same', { name: `${i}`, mimeType: 'text/plain', bytes: Buffer.alloc(1000, i) }),
    ),
  )
  expect(readdirSync(folder).sort()).toEqual(['same', 'same.json'])
  expect(new Set((await store.get('same'))?.bytes).size).toBe(1)
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-blobs-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

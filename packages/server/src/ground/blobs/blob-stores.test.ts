import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
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
    async () =>
      createS3BlobStore({
        bucket: 'kept',
        region: 'here',
        endpoint: await startBucket(),
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      }),
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

/** The part of the S3 protocol that objects need, in memory. */
async function startBucket(): Promise<string> {
  const objects = new Map<string, { bytes: Buffer; type: string; name: string }>()
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    const key = decodeURIComponent(pathname.replace(/^\/kept\/?/, ''))
    const xml = (text: string): void =>
      void response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`)
    const found = objects.get(key)
    if (request.method === 'PUT') {
      void buffer(request).then((body) => {
        objects.set(key, {
          bytes: request.headers['content-encoding']?.includes('aws-chunked') ? unchunk(body) : body,
          type: request.headers['content-type'] ?? '',
          name: String(request.headers['x-amz-meta-name'] ?? ''),
        })
        response.end()
      })
    } else if (request.method === 'POST') {
      void buffer(request).then((body) => {
        for (const [, deleted = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(deleted)
        xml('<DeleteResult/>')
      })
    } else if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
      xml(
        `<ListBucketResult><IsTruncated>false</IsTruncated>${keys.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
      )
    } else if (found) {
      response.writeHead(200, { 'content-type': found.type, 'x-amz-meta-name': found.name }).end(found.bytes)
    } else {
      response.statusCode = 404
      xml('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  cleanups.push(() => new Promise((resolve) => void server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The SDK may send a body in signed chunks: a size line, the bytes, and so on. */
function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString(), 16)
    if (!size) break
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}

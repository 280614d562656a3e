import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { createUploadStore } from './upload-store.ts'
import { createFileAccess } from './file-access.ts'
import { createLocalBlobStore } from '../../ground/blobs/local-blob-store.ts'
import { createFileStore } from './file-store.ts'
import { createOperatorFolder } from './operator-folder.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function form(name: string, bytes: Buffer, type = 'text/plain') {
  const body = Buffer.concat([
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

describe('Uploads', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await testServer({ env: { UPLOAD_LIMIT: '1mb' } })
  })
  afterEach(() => server.close())
  const upload = (name: string, bytes: Buffer, type?: string) => {
    const { body, headers } = form(name, bytes, type)
    return server.send('POST', '/api/v1/files', body, headers)
  }

  test('a file gets a name of ours and its kind from its content', async () => {
    const picture = await upload('../../evil.html', png, 'text/html')
    expect(picture).toMatchObject({ status: 200, body: { name: 'evil.html', mimeType: 'image/png', size: png.length } })
    expect(picture.body.reference).toBe(`FILE-STORAGE::${picture.body.id}`)
    expect(picture.body.id).toMatch(/^[\w-]{32}$/)
    const kept = readdirSync(join(server.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    expect(kept.some((path) => path.includes('evil'))).toBe(false)
    expect((await upload('a.csv', Buffer.from('a,b\n1,2'))).body.mimeType).toBe('text/csv')
    expect((await upload('a.exe', Buffer.from([0x4d, 0x5a, 0, 1, 2, 0, 0, 0]))).body.mimeType).not.toBe('text/plain')
  })

  test('a download is an attachment that can run nothing', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    const { body } = await upload("ünï 'x'.html", page)
    const answer = await server.app.inject({ url: `/api/v1/files/${body.id}`, headers: { host: 'localhost' } })
    expect(answer.rawPayload.equals(page)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''%C3%BCn%C3%AF%20%27x%27.html",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('too large, none, or not a form is refused, and nothing stays behind', async () => {
    expect((await upload('big', Buffer.alloc(2 * 1024 ** 2))).status).toBe(413)
    const none = await server.send('POST', '/api/v1/files', Buffer.from('--x--\r\n'), {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(none.status).toBe(400)
    expect((await server.send('POST', '/api/v1/files', { a: 1 })).status).toBe(415)
    expect((await server.send('GET', '/api/v1/files/..%2f..%2fsecret.key')).status).toBe(400)
    expect((await server.send('GET', `/api/v1/files/${'a'.repeat(32)}`)).status).toBe(404)
  })
})

describe('Files of nodes', () => {
  const root = mkdtempSync(join(tmpdir(), 'chatwright-files-'))
  const opened = join(root, 'open')
  mkdirSync(join(opened, 'deep'), { recursive: true })
  writeFileSync(join(opened, 'a.txt'), 'first')
  writeFileSync(join(opened, 'deep', 'b.md'), '# second')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  mkdirSync(join(root, 'open-but-not'))
  writeFileSync(join(root, 'open-but-not', 'x.txt'), 'secret')
  symlinkSync(join(root, 'secret.txt'), join(opened, 'link.txt'))
  symlinkSync(root, join(opened, 'up'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const blobs = createLocalBlobStore(join(root, 'kept'))
  const store = createFileStore(blobs)
  const uploads = createUploadStore(blobs)
  const files = createFileAccess(store, createOperatorFolder(opened, { maxBytes: 1000 }), uploads)

  test('what a node made for a conversation is found there, by the name its artifact holds, and nowhere else', async () => {
    const chat = { flowId: 'flow', chatId: 'chat' }
    const data = await files.keepInChat({ name: 'plot.png', mimeType: 'image/png', bytes: png }, chat)
    expect(data).toBe('FILE-STORAGE::plot.png')
    expect(await uploads.find(chat, data)).toMatchObject({ name: 'plot.png', mimeType: 'image/png' })
    expect(await uploads.find({ ...chat, chatId: 'other' }, data)).toBeUndefined()
  })

  test('the operator’s folder is listed and read', async () => {
    expect(await files.list('.')).toEqual([
      { path: 'a.txt', name: 'a.txt' },
      { path: 'deep/b.md', name: 'b.md' },
    ])
    expect(await files.list('deep')).toEqual([{ path: 'deep/b.md', name: 'b.md' }])
    expect(await files.read('deep/b.md')).toMatchObject({ name: 'b.md', mimeType: 'text/markdown' })
    expect(Buffer.from((await files.read(join(opened, 'a.txt'))).bytes).toString()).toBe('first')
  })

  test.each([
    '../secret.txt',
    'link.txt',
    'up/secret.txt',
    '/etc/passwd',
    '../open-but-not/x.txt',
    'deep/../../secret.txt',
  ])('%s is out of reach', async (path) => {
    await expect(files.read(path)).rejects.toMatchObject({ name: 'NodeError', code: 'refused' })
  })

  test('folders outside are out of reach, missing things are missing, large ones refused', async () => {
    await expect(files.list('../..')).rejects.toMatchObject({ code: 'refused' })
    await expect(files.list('up')).rejects.toMatchObject({ code: 'refused' })
    await expect(files.read('nope')).rejects.toMatchObject({ code: 'not-found' })
    writeFileSync(join(opened, 'large'), 'x'.repeat(1001))
    await expect(files.read('large')).rejects.toMatchObject({ code: 'refused' })
    rmSync(join(opened, 'large'))
    const closed = createFileAccess(store, createOperatorFolder(undefined, { maxBytes: 1 }), uploads)
    await expect(closed.list('.')).rejects.toMatchObject({
      code: 'refused',
      hint: expect.stringContaining('FLOW_FILES_DIR'),
    })
  })

  test('inline files and kept files are opened by what a flow holds', async () => {
    const inline = `data:text/html;base64,${png.toString('base64')},filename:../picture.html`
    expect(await files.open(inline)).toMatchObject({ name: 'picture.html', mimeType: 'image/png' })
    const reference = await files.save({ name: 'made.txt', mimeType: 'x', bytes: Buffer.from('made') })
    const file = await files.open(reference)
    expect([file.name, Buffer.from(file.bytes).toString()]).toEqual(['made.txt', 'made'])
    for (const bad of ['data:nope', 'FILE-STORAGE::../../secret.txt', 'FILE-STORAGE::', '/etc/passwd']) {
      await expect(files.open(bad)).rejects.toMatchObject({ name: 'NodeError' })
    }
  })

  test('many saves at once are each whole', async () => {
    const contents = Array.from({ length: 30 }, (_, i) => Buffer.alloc(50_000, i))
    const references = await Promise.all(contents.map((bytes) => files.save({ name: 'x', mimeType: '', bytes })))
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const read = await Promise.all(references.map(async (reference) => digest((await files.open(reference)).bytes)))
    expect(read).toEqual(contents.map(digest))
  })
})

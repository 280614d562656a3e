import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { startBucket, type BucketFault, type OwnBucket } from '../../../testing/own-bucket.ts'
import { runCommand, temporaryFolder } from '../../../testing/spawned-server.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const FAULTS: BucketFault[] = ['broken', 'denied', 'busy']

describeOnBothDatabases('Files in a bucket', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let bucket: OwnBucket
  let flowId: string
  let other: string

  beforeAll(async () => {
    vendor = await startFakeVendor({ tokens: ['Yes'] })
    bucket = await startBucket()
    server = await start({ env: bucket.env, lookEveryMs: 50 })
    const columns = { chatbotConfig: '{"fullFileUpload":{"status":true}}' }
    flowId = await createConversation(server, { vendorUrl: vendor.url, columns })
    other = await createConversation(server, { vendorUrl: vendor.url, columns })
  })
  afterAll(async () => {
    bucket.fault = undefined
    await server.close()
    await bucket.close()
    await vendor.close()
  })

  async function attach(chatId: string, name = 'note.txt', id = flowId) {
    const form = new FormData()
    form.append('files', new Blob([`Of ${chatId}.`], { type: 'text/plain' }), name)
    const sent = new Response(form)
    const payload = Buffer.from(await sent.arrayBuffer())
    const type = sent.headers.get('content-type') ?? ''
    return server.send('POST', `/api/v1/attachments/${id}/${encodeURIComponent(chatId)}`, payload, {
      'content-type': type,
    })
  }
  const download = (chatId: string, fileName: string, id = flowId) =>
    server.send(
      'GET',
      `/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: id, chatId, fileName }).toString()}`,
    )

  test('belong to their chat, whatever names say', async () => {
    for (const name of ['../../files/x.txt', 'a/../../b.txt', '..%2f..%2fc.txt', 'uploads/x.txt', '.', 'ü\u202E.txt']) {
      const { status, text } = await attach('names', name)
      expect([200, 400], `${name}: ${text}`).toContain(status)
    }
    await attach('mine')
    const mine = (await download('mine', 'note.txt')).text
    expect(mine).toBe('Of mine.')
    for (const [chatId, name, id] of [
      ['theirs', 'note.txt', flowId],
      ['mine/', 'note.txt', flowId],
      ['', 'note.txt', flowId],
      ['mine', 'note.txt', other],
      ['..', 'mine/note.txt', flowId],
      ['mine', '../mine/note.txt', other],
    ] as const) {
      const { status, text } = await download(chatId, name, id)
      expect([400, 404], `${chatId} ${name}: ${text}`).toContain(status)
    }
    for (const key of bucket.objects.keys()) expect(key).toMatch(/^(files|uploads|waiting)(\/[\w-]+)+$/)
  })

  test.each(FAULTS)('that is %s: a clear 503 for who comes with a file or for one, and chats go on', async (fault) => {
    await attach(`faults-${fault}`)
    bucket.fault = fault
    try {
      for (const { status, body } of [await attach('new'), await download(`faults-${fault}`, 'note.txt')]) {
        expect({ status, code: body?.code }).toEqual({ status: 503, code: 'files-unavailable' })
      }
      const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId: 'plain' })
      expect(asked.body, asked.text).toMatchObject({ text: 'Yes' })
    } finally {
      bucket.fault = undefined
    }
    expect((await download(`faults-${fault}`, 'note.txt')).text).toBe(`Of faults-${fault}.`)
  })

  test('of which an answer is cut off are not handed on as whole', async () => {
    await attach('cut')
    bucket.fault = 'cut'
    const { status } = await download('cut', 'note.txt')
    bucket.fault = undefined
    expect(status).toBe(503)
  })

  test.each(['undeleted', ...FAULTS] as const)(
    'go with their chat, also when the bucket is %s at that moment',
    async (fault) => {
      const chatId = `deleted-${fault}`
      await attach(chatId)
      await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId })
      const before = bucket.objects.size
      bucket.fault = fault
      await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
      expect(bucket.objects.size).toBe(before)
      bucket.fault = undefined
      await vi.waitFor(() => expect(bucket.objects.size).toBe(before - 1), { timeout: 60_000 })
      const notes = () => server.database.query.selectFrom('deleted_chat').selectAll().execute()
      await vi.waitFor(async () => expect(await notes()).toEqual([]), { timeout: 60_000 })
    },
  )
})

test('a backup brings the files of a bucket, also into a folder; without the bucket there is none', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const bucket = await startBucket()
  try {
    bucket.objects.set('uploads/ab/cd/ef', { bytes: Buffer.from('Of a chat.'), type: 'text/plain', name: 'note.txt' })
    const env = { ...bucket.env, DATA_DIR: folder.path }
    expect((await runCommand(['export', join(folder.path, 'DB.json')], env)).code).toBe(0)
    const file = join(folder.path, 'a.backup')
    bucket.fault = 'denied'
    const refused = await runCommand(['backup', file], env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('storage for files') })
    bucket.fault = undefined
    const made = await runCommand(['backup', file], env)
    expect(made.code, made.output).toBe(0)
    for (const place of [{ DATA_DIR: elsewhere.path }, { ...bucket.env, DATA_DIR: join(elsewhere.path, 'bucket') }]) {
      if ('S3_BUCKET' in place) bucket.objects.clear()
      const restored = await runCommand(['restore', file], place)
      expect(restored.code, restored.output).toBe(0)
      expect(restored.output).toContain('1 file')
    }
    expect(bucket.objects.get('uploads/ab/cd/ef')?.bytes.toString()).toBe('Of a chat.')
  } finally {
    await bucket.close()
    folder.remove()
    elsewhere.remove()
  }
})

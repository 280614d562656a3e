import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../../../testing/spawned-server.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { openDatabase } from '../../ground/db/database.ts'

const steps = fileURLToPath(new URL('../../../testing/file-steps.cjs', import.meta.url))
const folders: ReturnType<typeof temporaryFolder>[] = []
let vendor: FakeVendor
let server: SpawnedServer | undefined
let DATA_DIR: string
beforeEach(async () => {
  vendor = await startFakeVendor()
  const folder = temporaryFolder()
  folders.push(folder)
  DATA_DIR = folder.path
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await vendor.close()
  for (const folder of folders.splice(0)) folder.remove()
})

const send: TestServer['send'] = async (method, path, body, headers = {}) => {
  const response = await fetch(`${server?.url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: {},
    text,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
  }
}

/** Files of conversations, wherever the data folder has them. */
function uploads(): string[] {
  const all = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => /(^|\/)uploads\/[^/]+\/[^/]+\/[^/]+$/.test(path) && !path.endsWith('.json'))
}

async function left() {
  const database = await openDatabase({ kind: 'sqlite', file: join(DATA_DIR, 'chatwright.sqlite') })
  try {
    const { query: db } = database
    const [messages, runs, notes] = await Promise.all([
      db.selectFrom('chat_message').select('chat_id').execute(),
      db.selectFrom('run').select('chat_id').execute(),
      db.selectFrom('deleted_chat').select('chat_id').execute(),
    ])
    const chatsOf = (rows: { chat_id: string | null }[]) => [...new Set(rows.map((row) => row.chat_id))].sort()
    return { messages: chatsOf(messages), runs: chatsOf(runs), notes: chatsOf(notes) }
  } finally {
    await database.close()
  }
}

test('a server that is killed while it deletes chats has deleted all of them after the next start, and nothing else', async () => {
  server = await spawnServer({ DATA_DIR })
  const flowId = await createConversation(
    { send },
    { vendorUrl: vendor.url, columns: { chatbotConfig: '{"fullFileUpload":{"status":true}}' } },
  )
  for (const chatId of ['gone', 'gone-too', 'kept']) {
    const form = new FormData()
    form.append('files', new Blob([`Of ${chatId}.`], { type: 'text/plain' }), 'note.txt')
    const address = `${server.url}/api/v1/attachments/${flowId}/${chatId}`
    expect((await fetch(address, { method: 'POST', body: form })).status).toBe(200)
    const asked = await send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId })
    expect(asked.status, asked.text).toBe(200)
  }
  expect(uploads()).toHaveLength(3)
  await server.stop()

  server = await spawnServer({ DATA_DIR, NODE_OPTIONS: `--require ${steps}`, CHATWRIGHT_KILL_ON: '/uploads/' })
  for (const chatId of ['gone', 'gone-too']) {
    const deleting = send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
    await expect(deleting).rejects.toThrow('fetch failed')
    expect(await server.ended).toBe('SIGKILL')
    // Whole in the database, and known of what is not.
    const before = await left()
    expect(before).toEqual({ messages: before.messages, runs: before.messages, notes: [chatId] })
    expect(before.messages).not.toContain(chatId)
    if (chatId === 'gone') {
      server = await spawnServer({ DATA_DIR })
      await vi.waitFor(() => expect(uploads()).toHaveLength(2), { timeout: 20_000 })
      await vi.waitFor(async () => expect((await left()).notes).toEqual([]), { timeout: 20_000 })
      await server.stop()
      server = await spawnServer({ DATA_DIR, NODE_OPTIONS: `--require ${steps}`, CHATWRIGHT_KILL_ON: '/uploads/' })
    }
  }
  expect(existsSync(DATA_DIR)).toBe(true)
  server = await spawnServer({ DATA_DIR })
  await vi.waitFor(() => expect(uploads()).toHaveLength(1), { timeout: 20_000 })
  // The note goes last: a stop in between leaves it to the next start.
  await vi.waitFor(async () => expect((await left()).notes).toEqual([]), { timeout: 20_000 })
  await server.stop()
  server = undefined
  expect(await left()).toEqual({ messages: ['kept'], runs: ['kept'], notes: [] })
})

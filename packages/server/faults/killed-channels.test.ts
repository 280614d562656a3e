import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/ground/db/database.ts'
import { channelCredential, telegramMessage } from '../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../testing/chat-vendor.ts'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'
import type { TestServer } from '../testing/test-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const folder = temporaryFolder()
let server: SpawnedServer
let vendor: ChatVendor
let model: FakeVendor

beforeAll(async () => {
  vendor = await startChatVendor()
  model = await startFakeVendor()
  await start()
}, 60_000)
afterAll(async () => {
  await server.stop('SIGKILL')
  await vendor.close()
  await model.close()
  folder.remove()
})

async function start(): Promise<void> {
  server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
}

const send: TestServer['send'] = async (method, path, body, headers = {}) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
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

async function createBot(): Promise<string> {
  const flowId = await createConversation({ send }, { vendorUrl: model.url })
  const credential = await send('POST', '/api/v1/credentials', channelCredential('telegram', vendor.url))
  const made = { kind: 'telegram', name: 'Bot', flowId, credentialId: credential.body.id }
  const { id } = (await send('POST', '/api/v1/channels', made)).body
  await send('POST', `/api/v1/channels/${id}/connect`)
  return id
}

const write = (id: string, text: string) =>
  send('POST', `/api/v1/channels/${id}/events`, telegramMessage(text), {
    'x-telegram-bot-api-secret-token': vendor.sent('setWebhook')[0].secret_token,
  })
const statuses = async (id: string): Promise<string[]> =>
  (await send('GET', `/api/v1/channels/${id}/deliveries`)).body.data.map(({ status }: { status: string }) => status)

test('killed while it answers, the next process asks once more and sends one answer; killed while it sends, it sends nothing by itself', async () => {
  const id = await createBot()
  model.upcoming.push({ tokens: ['Half', ' an answer'], holdAfter: 1 })
  await write(id, 'How many lamps?')
  await vi.waitFor(() => expect(model.spoken).toBe(1), PATIENCE)
  await server.stop('SIGKILL')
  model.script = { tokens: ['Twelve', ' lamps'] }
  await start()
  await vi.waitFor(async () => expect(await statuses(id)).toEqual(['SUCCEEDED']), PATIENCE)
  expect(vendor.sent('sendMessage').map(({ text }) => text)).toEqual(['Twelve lamps'])

  vendor.upcoming.set('sendMessage', [{ isHeld: true }])
  await write(id, 'And now?')
  await vi.waitFor(() => expect(vendor.sent('sendMessage')).toHaveLength(2), PATIENCE)
  await server.stop('SIGKILL')
  // Whoever took it has half a minute; a test need not sit through that.
  const database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
  await database.query
    .updateTable('delivery')
    .set({ due_at: '2000-01-01T00:00:00.000Z' })
    .where('is_sending', '=', 1)
    .execute()
  await database.close()
  await start()
  await vi.waitFor(async () => expect(await statuses(id)).toEqual(['UNKNOWN', 'SUCCEEDED']), PATIENCE)
  expect(vendor.sent('sendMessage')).toHaveLength(2)
}, 240_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChatVendor, type ChatVendor } from '../../../testing/chat-vendor.ts'
import { channelKinds } from './channel-access.ts'
import { ChannelFault } from './channel-kind.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import { pauseAfter, sendParts } from './send-parts.ts'

let vendor: ChatVendor
beforeAll(async () => {
  vendor = await startChatVendor()
})
afterAll(() => vendor.close())

const picture = { name: 'point.png', mimeType: 'image/png', bytes: Buffer.from('point') }
const row = { id: 'd1', sent: 1 } as DeliveryRow

const send = async (kind: keyof typeof channelKinds): Promise<string[]> => {
  const marks: string[] = []
  const values = {
    telegramBotToken: '1:a',
    telegramApiAddress: vendor.url,
    slackBotToken: 'xoxb',
    slackApiAddress: `${vendor.url}/api`,
    whatsAppPhoneNumberId: '106540352242922',
    whatsAppAccessToken: 'EAAG',
    whatsAppApiAddress: vendor.url,
  }
  await sendParts(
    row,
    [
      { message: { text: 'sent before' } },
      { artifact: { type: 'png', data: 'FILE-STORAGE::point.png' } },
      { message: { text: 'last' } },
    ],
    {
      kind: channelKinds[kind],
      access: { channelId: 'c', values, account: undefined, fetch, now: () => new Date() },
      place: { chat: '7', thread: '8' },
      chat: { flowId: 'f', chatId: 'c' },
    },
    {
      messages: {
        sending: async () => void marks.push('sending'),
        sent: async (_, count) => void marks.push(`sent ${count}`),
      },
      uploads: { find: async (_, name) => (name === 'point.png' ? picture : undefined) },
    },
  )
  return marks
}

test('what was sent stays sent, the rest goes out in its order with its files, each noted before and after', async () => {
  expect(await send('telegram')).toEqual(['sending', 'sent 2', 'sending', 'sent 3'])
  expect(vendor.calls.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage'])
  const [form] = vendor.sent('sendPhoto')
  expect(form).toContain('name="chat_id"\r\n\r\n7')
  expect(form).toContain('name="message_thread_id"\r\n\r\n8')
  expect(form).toContain('filename="point.png"')
})

test('Slack is handed a file in three steps, into the thread', async () => {
  vendor.calls.length = 0
  await send('slack')
  expect(vendor.calls.map(({ method }) => method)).toEqual([
    'files.getUploadURLExternal',
    '1',
    'files.completeUploadExternal',
    'chat.postMessage',
  ])
  expect(vendor.sent('files.getUploadURLExternal')).toEqual([{ filename: 'point.png', length: '5' }])
  expect(vendor.sent('1')).toEqual(['point'])
  expect(vendor.sent('files.completeUploadExternal')).toEqual([
    { files: [{ id: 'F123ABC456', title: 'point.png' }], channel_id: '7', thread_ts: '8' },
  ])
})

test('WhatsApp is handed a file in two steps', async () => {
  vendor.calls.length = 0
  await send('whatsapp')
  expect(vendor.calls.map(({ method }) => method)).toEqual(['media', 'messages', 'messages'])
  const [, image, last] = vendor.calls.map(({ body }) => body)
  expect(image).toMatchObject({ to: '7', type: 'image', image: { id: 'M1' } })
  expect(last).toMatchObject({ to: '7', type: 'text', text: { body: 'last' } })
})

test('only what surely did not happen is tried again, later each time, and not forever', () => {
  const later = new ChannelFault('later', 'busy', { retryAfterMs: 5000 })
  expect([1, 4, 7].map((tries) => pauseAfter(later, tries))).toEqual([5000, 8000, 64_000])
  expect(pauseAfter(later, 8)).toBeUndefined()
  expect(pauseAfter(new ChannelFault('unknown', 'lost'), 1)).toBeUndefined()
  expect(pauseAfter(new ChannelFault('refused', 'no'), 1)).toBeUndefined()
})

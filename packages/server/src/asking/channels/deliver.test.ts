import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import type { ChannelEvent } from './channel-kind.ts'
import type { ListedChannel } from './channel-store.ts'
import { createDeliver, type DeliverDependencies } from './deliver.ts'
import type { DeliveryRow } from './delivery-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a message whose files take long is held until it is begun, and not after', async () => {
  const event: ChannelEvent = {
    type: 'message',
    key: 'k',
    conversation: '7',
    place: { chat: '7' },
    sender: { id: '7', name: 'ann' },
    text: 'Read this',
    files: [{ ref: 'f', name: 'note.txt', mimeType: 'text/plain', size: 5 }],
  }
  const row = { id: 'd1', channel_id: 'c1', event: JSON.stringify(event), is_sending: 0, tries: 1 } as DeliveryRow
  const marks: string[] = []
  let giveUp: (error: Error) => void = () => undefined
  const deliver = createDeliver({
    channels: { find: async () => ({ id: 'c1', kind: 'telegram', allowed_senders: '[]' }) as ListedChannel },
    open: async () => ({
      channelId: 'c1',
      values: { telegramBotToken: '1:a' },
      account: undefined,
      fetch: () => new Promise((_resolve, reject) => (giveUp = reject)),
      now: () => new Date(),
    }),
    library: { head: async () => ({ id: 'f1' }) as FlowHead },
    limiter: { count: async () => undefined },
    deliveries: {
      hold: async ({ id }: DeliveryRow) => void marks.push(`hold ${id}`),
      later: async (id: string) => void marks.push(`later ${id}`),
    },
  } as unknown as DeliverDependencies)
  const begun = deliver.begin(row)
  // Others may take what nobody has held for two minutes.
  for (let minutes = 0; minutes < 10; minutes += 1) {
    marks.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    expect(new Set(marks)).toEqual(new Set(['hold d1']))
  }
  marks.length = 0
  giveUp(new Error('connection lost'))
  await begun
  await vi.advanceTimersByTimeAsync(600_000)
  expect(marks).toEqual(['later d1'])
})

import { every } from '../../ground/every.ts'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { OldChat, RetentionStore } from './retention-store.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

export interface ChatRetention {
  store: RetentionStore
  uploads: Pick<UploadStore, 'forget'>
  /** Deletes a chat with all that belongs to it. */
  deleteChat(chat: OldChat): Promise<unknown>
  /** For how many days they are stored now; 0 for no limit. */
  days: (kind: 'messages' | 'leads') => Promise<number>
  now: () => Date
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

/** Deletes chats that went silent so many days ago, with their files, and old lead entries. Returns how to stop. */
export function keepChatsWithin(retention: ChatRetention): () => void {
  const { onFault, everyMs = EVERY_MS } = retention
  return every(everyMs, (signal) => sweep(retention, signal), { onFault, firstMs: 0 })
}

async function sweep({ store, uploads, deleteChat, days, now }: ChatRetention, signal: AbortSignal): Promise<void> {
  const leadDays = await days('leads')
  const messageDays = await days('messages')
  const beforeDays = (days: number): Date => new Date(now().getTime() - days * DAY_MS)
  if (leadDays > 0) await store.deleteLeads(beforeDays(leadDays))
  if (messageDays === 0) return
  const before = beforeDays(messageDays)
  for await (const chats of store.oldChats(before)) {
    for (const chat of chats) {
      if (signal.aborted) return
      await deleteChat(chat)
      await store.forgetUpload(chat)
    }
  }
  for (let chats = await store.oldUploads(before); chats.length > 0; chats = await store.oldUploads(before)) {
    for (const chat of chats) {
      if (signal.aborted) return
      await uploads.forget(chat)
      await store.forgetUpload(chat)
    }
  }
}

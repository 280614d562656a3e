import type { Artifact } from '@chatwright/core'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { AnswerPart } from './answer-parts.ts'
import type { ChannelAccess, ChannelFault, ChannelFile, ChannelKind, Place } from './channel-kind.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import type { MessageStore } from './message-store.ts'

export interface SendDependencies {
  messages: Pick<MessageStore, 'sending' | 'sent'>
  uploads: Pick<UploadStore, 'find'>
}

export interface Destination {
  kind: ChannelKind
  access: ChannelAccess
  place: Place
  /** The conversation here, where files of answers are kept. */
  chat: { flowId: string; chatId: string }
}

/**
 * Sends what was not sent yet, one after another. What leaves changes the world and no vendor takes a key of ours, so that it is noted
 * before and after: a message of which nobody knows is never sent a second time by itself.
 */
export async function sendParts(
  row: DeliveryRow,
  parts: readonly AnswerPart[],
  { kind, access, place, chat }: Destination,
  { messages, uploads }: SendDependencies,
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    if (index < row.sent) continue
    if ('message' in part) {
      await messages.sending(row)
      await kind.send(access, place, part.message)
    } else {
      const file = await fileOf(part.artifact, chat, uploads)
      if (file) {
        await messages.sending(row)
        await kind.sendFile(access, place, file)
      }
    }
    await messages.sent(row, index + 1)
  }
}

const STORED = /^FILE-STORAGE::(.{1,300})$/
const MOST_BYTES = 45 * 1024 ** 2

async function fileOf(
  { data }: Artifact,
  chat: Destination['chat'],
  uploads: Pick<UploadStore, 'find'>,
): Promise<ChannelFile | undefined> {
  const [, name] = STORED.exec(data) ?? []
  const file = name === undefined ? undefined : await uploads.find(chat, name)
  return file && file.bytes.byteLength <= MOST_BYTES ? file : undefined
}

export const MOST_TRIES = 8
const FIRST_PAUSE_MS = 1000

/** After how long something is tried again that did not work, if it is. */
export function pauseAfter(error: ChannelFault, tries: number): number | undefined {
  if (error.kind !== 'later' || tries >= MOST_TRIES) return undefined
  return Math.max(error.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** (tries - 1))
}

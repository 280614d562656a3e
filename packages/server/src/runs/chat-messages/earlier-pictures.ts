import type { ContentPart } from '@chatwright/core'
import { z } from 'zod'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { MessageRow } from './message-store.ts'
import { readStored } from './read-stored.ts'

/** Every question would send them again; people ask about the last few. */
const MOST_PICTURES = 6
/** Of all of them together, as base64: each question sends them in one go. */
const MOST_CHARACTERS = 20_000_000

/** What a question brought along to be looked at, by the id of its message. */
export type EarlierPictures = ReadonlyMap<string, ContentPart[]>

/** Finds the newest pictures of a conversation: the next question may be about them too. */
export async function findPictures(
  rows: readonly MessageRow[],
  uploads: Pick<UploadStore, 'find'>,
): Promise<EarlierPictures> {
  const named = rows.flatMap((row) => readNamed(row)).slice(-MOST_PICTURES)
  const parts: { id: string; part: ContentPart }[] = []
  let left = MOST_CHARACTERS
  for (const { row, name, url } of named.toReversed()) {
    const part = url === undefined ? await readPicture(row, name, uploads) : { type: 'image-url' as const, url }
    // Its files may have been cleared away since.
    if (!part) continue
    left -= part.type === 'image' ? part.data.length : 0
    if (left < 0) break
    parts.push({ id: row.id, part })
  }
  const found = new Map<string, ContentPart[]>()
  for (const { id, part } of parts.reverse()) {
    const others = found.get(id)
    if (others) others.push(part)
    else found.set(id, [part])
  }
  return found
}

interface NamedPicture {
  row: MessageRow
  name: string
  url: string | undefined
}

function readNamed(row: MessageRow): NamedPicture[] {
  const uploads = row.role === 'userMessage' ? readStored(row.file_uploads) : null
  if (!Array.isArray(uploads)) return []
  return uploads.flatMap((item: unknown) => {
    const { success, data: upload } = Remembered.safeParse(item)
    if (!success) return []
    const { type, name, mime, data } = upload
    if (type === 'url' && /^https?:\/\//.test(data)) return { row, name, url: data }
    return type === 'stored-file' && mime.startsWith('image/') ? { row, name, url: undefined } : []
  })
}

/** As questions keep their files; imported ones may hold anything. */
const Remembered = z.object({
  type: z.string(),
  name: z.string(),
  mime: z.string().default(''),
  data: z.string().default(''),
})

async function readPicture(
  { chatflow_id: flowId, chat_id: chatId }: MessageRow,
  name: string,
  uploads: Pick<UploadStore, 'find'>,
): Promise<ContentPart | undefined> {
  const file = await uploads.find({ flowId, chatId }, name)
  return file && { type: 'image', mimeType: file.mimeType, data: Buffer.from(file.bytes).toString('base64') }
}

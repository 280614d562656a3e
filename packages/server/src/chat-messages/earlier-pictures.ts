import type { ContentPart } from '@chatwright/core'
import type { UploadStore } from '../attachments/upload-store.ts'
import type { MessageRow } from './message-store.ts'

/** Every question would send them again; people ask about the last few. */
const MOST_PICTURES = 6

/** What a question brought along to be looked at, by the id of its message. */
export type EarlierPictures = ReadonlyMap<string, ContentPart[]>

/** Finds the newest pictures of a conversation: the next question may be about them too. */
export async function findPictures(
  rows: readonly MessageRow[],
  uploads: Pick<UploadStore, 'find'>,
): Promise<EarlierPictures> {
  const named = rows.flatMap((row) => readNamed(row)).slice(-MOST_PICTURES)
  const found = new Map<string, ContentPart[]>()
  for (const { row, name, url } of named) {
    const part = url === undefined ? await readStored(row, name, uploads) : { type: 'image-url' as const, url }
    // Its files may have been cleared away since.
    if (part) found.set(row.id, [...(found.get(row.id) ?? []), part])
  }
  return found
}

interface NamedPicture {
  row: MessageRow
  name: string
  url: string | undefined
}

function readNamed(row: MessageRow): NamedPicture[] {
  if (row.role !== 'userMessage' || row.file_uploads === null) return []
  const uploads = JSON.parse(row.file_uploads) as { type?: string; name?: string; mime?: string; data?: string }[]
  return uploads.flatMap(({ type, name = '', mime = '', data = '' }) => {
    if (type === 'url' && /^https?:\/\//.test(data)) return { row, name, url: data }
    return type === 'stored-file' && mime.startsWith('image/') ? { row, name, url: undefined } : []
  })
}

async function readStored(
  { chatflow_id: flowId, chat_id: chatId }: MessageRow,
  name: string,
  uploads: Pick<UploadStore, 'find'>,
): Promise<ContentPart | undefined> {
  const file = await uploads.find({ flowId, chatId }, name)
  return file && { type: 'image', mimeType: file.mimeType, data: Buffer.from(file.bytes).toString('base64') }
}

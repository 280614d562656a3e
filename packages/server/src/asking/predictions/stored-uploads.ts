import type { Upload } from '@chatwright/contract'
import type { ReadText } from '../attachments/read-text.ts'
import type { UploadPlace, UploadStore } from '../../parts/files/upload-store.ts'

/** Kinds whose bytes or text go along with a question. */
const SENT_ALONG: ReadonlySet<string> = new Set(['file', 'stored-file', 'file:full'])

export type FindUploads = (uploads: readonly Upload[], place: UploadPlace) => Promise<Upload[]>

/** Fills in files that are only named, because this very chat sent them before: a question asked again brings them along. */
export function createFindUploads({
  uploads: store,
  readText,
}: {
  uploads: Pick<UploadStore, 'find'>
  readText: ReadText
}): FindUploads {
  const find = async (upload: Upload, place: UploadPlace): Promise<Upload> => {
    if (upload.data !== undefined || !SENT_ALONG.has(upload.type)) return upload
    const file = await store.find(place, upload.name)
    if (!file) return upload
    if (upload.type === 'file:full') return { ...upload, data: await readText(file, AbortSignal.timeout(30_000)) }
    const base64 = Buffer.from(file.bytes).toString('base64')
    return { ...upload, type: 'file', mime: file.mimeType, data: `data:${file.mimeType};base64,${base64}` }
  }
  return (uploads, place) => Promise.all(uploads.map((upload) => find(upload, place)))
}

import { createAttachments, routeUrl, upsertDocuments, upsertDocumentsInternally } from '@chatwright/contract'
import type { Attachment } from '@chatwright/contract'

import { send } from '../../../lib/api.ts'
import type { PickedFile } from '../model/pick-files.ts'
import type { Upload } from '../../../lib/prediction/upload.ts'

interface AttachRequest {
  chatflowId: string
  chatId: string
  files: readonly PickedFile[]
  audience: 'builder' | 'visitor'
}

/** Sends picked files where each belongs and gives back what goes along with the question. */
export async function attachFiles({ chatflowId, chatId, files, audience }: AttachRequest): Promise<Upload[]> {
  const read = files.filter((picked) => picked.use === 'read')
  const stored = files.filter((picked) => picked.use === 'store')
  if (stored.length > 0) {
    const route = audience === 'builder' ? upsertDocumentsInternally : upsertDocuments
    await sendFiles(routeUrl(route, { params: { id: chatflowId } }), { chatId, files: stored })
  }
  const texts = read.length > 0 ? await readTexts({ chatflowId, chatId, files: read }) : new Map<string, string>()
  return Promise.all(files.map((picked) => toUpload(picked, texts)))
}

async function readTexts({ chatflowId, chatId, files }: Omit<AttachRequest, 'audience'>): Promise<Map<string, string>> {
  const response = await sendFiles(routeUrl(createAttachments, { params: { id: chatflowId, chatId } }), {
    chatId,
    files,
  })
  const attachments = (await response.json()) as Attachment[]
  return new Map(attachments.map((attachment) => [attachment.name, attachment.content]))
}

function sendFiles(address: string, { chatId, files }: { chatId: string; files: readonly PickedFile[] }) {
  const form = new FormData()
  for (const { file } of files) form.append('files', file, file.name)
  form.append('chatId', chatId)
  return send(address, { method: 'POST', body: form })
}

async function toUpload({ file, use }: PickedFile, texts: ReadonlyMap<string, string>): Promise<Upload> {
  const facts = { name: file.name, mime: file.type }
  if (use === 'read') return { ...facts, type: 'file:full', data: texts.get(file.name) ?? '' }
  if (use === 'store') return { ...facts, type: 'file:rag' }
  return { ...facts, type: 'file', data: await dataAddress(file) }
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
}

import {
  createChatflow,
  deleteChatflow,
  listNodes,
  routeUrl,
  uploadFile,
  upsertDocumentsInternally,
} from '@chatwright/contract'
import type { Chatflow, StoredFile } from '@chatwright/contract'

import { call, send } from '../../../lib/api.ts'
import { documentFlow } from '../model/document-flow.ts'

/** A file that was read and holds no word: an empty one, or pictures of pages. */
export class EmptyDocumentError extends Error {
  override readonly name = 'EmptyDocumentError'
}

/** Keeps the file, draws the flow around it and reads the file into the flow's store. */
export async function chatWithDocument({ file, name }: { file: File; name: string }): Promise<Chatflow> {
  const [stored, catalogue] = await Promise.all([upload(file), call(listNodes)])
  const flowData = JSON.stringify(documentFlow(catalogue, stored.reference))
  const flow = await call(createChatflow, { body: { name: name.slice(0, 200), flowData } })
  try {
    const { numAdded } = await call(upsertDocumentsInternally, { params: { id: flow.id }, body: {} })
    if (numAdded === 0) throw new EmptyDocumentError(file.name)
    return flow
  } catch (error) {
    // A flow that answers from nothing would only be in the way of the next try.
    await call(deleteChatflow, { params: { id: flow.id } }).catch(() => undefined)
    throw error
  }
}

async function upload(file: File): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file)
  const response = await send(routeUrl(uploadFile), { method: uploadFile.method, body: form })
  return (await response.json()) as StoredFile
}

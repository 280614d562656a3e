import { createChatflow, listNodes, routeUrl, uploadFile, upsertDocumentsInternally } from '@chatwright/contract'
import type { Chatflow, StoredFile } from '@chatwright/contract'

import { call, send } from '../../../lib/api.ts'
import { documentFlow } from '../model/document-flow.ts'

/** Keeps the file, draws the flow around it and reads the file into the flow's store. */
export async function chatWithDocument({ file, name }: { file: File; name: string }): Promise<Chatflow> {
  const [stored, catalogue] = await Promise.all([upload(file), call(listNodes)])
  const flowData = JSON.stringify(documentFlow(catalogue, stored.reference))
  const flow = await call(createChatflow, { body: { name: name.slice(0, 200), flowData } })
  await call(upsertDocumentsInternally, { params: { id: flow.id }, body: {} })
  return flow
}

async function upload(file: File): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file)
  const response = await send(routeUrl(uploadFile), { method: uploadFile.method, body: form })
  return (await response.json()) as StoredFile
}

import { createChatflow, deleteChatflow, listNodes, routeUrl, updateChatflow, uploadFile } from '@chatwright/contract'
import type { Chatflow, Job, JobResult, StoredFile } from '@chatwright/contract'
import type { JobProgress } from '@chatwright/core/run'

import { call, send } from '../../../lib/api.ts'
import { loadDocuments } from '../../../lib/jobs/load-documents.ts'
import { documentFlow } from '../model/document-flow.ts'
import { documentSubjects } from '../model/document-subjects.ts'

/** A file that was read and holds no word: an empty one, or pictures of pages. */
export class EmptyDocumentError extends Error {
  override readonly name = 'EmptyDocumentError'
}

export interface DocumentChat {
  flow: Chatflow
  /** What could not be read, while the rest was. */
  failures: JobResult['failures']
}

interface ChosenDocuments {
  files: readonly File[]
  name: string
  /** A question about a subject, to start with. */
  questionAbout: (subject: string) => string
  /** Stops the reading; nothing stays behind. */
  signal: AbortSignal
  onStart: (job: Job) => void
  onProgress: (progress: JobProgress) => void
}

/** Keeps the files, draws the flow around them and reads them into the flow's store. */
export async function chatWithDocuments(chosen: ChosenDocuments): Promise<DocumentChat> {
  const { files, name, questionAbout, signal, onStart, onProgress } = chosen
  const [catalogue, ...stored] = await Promise.all([call(listNodes), ...files.map(upload)])
  const fileIds = stored.map(({ id }) => id)
  const flowData = JSON.stringify(documentFlow(catalogue, fileIds))
  const flow = await call(createChatflow, { body: { name: name.slice(0, 200), flowData, access: 'owner' } })
  try {
    const loaded = await loadDocuments(flow.id, { signal, onStart, onProgress })
    if (loaded.numAdded === 0) throw new EmptyDocumentError(files.map((file) => file.name).join(', '))
    const questions = documentSubjects(loaded.addedDocs).map(questionAbout)
    return { flow: await withStarters(flow, questions), failures: loaded.failures }
  } catch (error) {
    // A flow that answers from nothing would only be in the way of the next try.
    await call(deleteChatflow, { params: { id: flow.id } }).catch(() => undefined)
    throw error
  }
}

/** Questions are a help: a flow without them is no reason to lose it. */
async function withStarters(flow: Chatflow, questions: readonly string[]): Promise<Chatflow> {
  if (questions.length === 0) return flow
  const starterPrompts = Object.fromEntries(questions.map((prompt, index) => [String(index), { prompt }]))
  const body = { chatbotConfig: JSON.stringify({ starterPrompts }) }
  return call(updateChatflow, { params: { id: flow.id }, body }).catch(() => flow)
}

async function upload(file: File): Promise<StoredFile> {
  const form = new FormData()
  form.append('file', file)
  const response = await send(routeUrl(uploadFile), { method: uploadFile.method, body: form })
  return (await response.json()) as StoredFile
}

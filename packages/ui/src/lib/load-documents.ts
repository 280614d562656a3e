import { routeUrl, upsertDocumentsInternally } from '@chatwright/contract'
import type { UpsertAnswer } from '@chatwright/contract'
import type { UpsertProgress } from '@chatwright/core'

import { send } from './api.ts'
import { ApiError } from './api-error.ts'
import { readSseFrames } from './prediction/sse-frames.ts'

type UpsertEvent =
  | { event: 'progress'; data: UpsertProgress }
  | { event: 'result'; data: UpsertAnswer }
  | { event: 'error'; data: { message: string; code?: string; details?: unknown } }
  | { event: 'end' }

/** Reads the documents of a stored flow into its vector store, and tells how far it is. */
export async function loadDocuments(
  id: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: UpsertProgress) => void },
): Promise<UpsertAnswer> {
  const { method } = upsertDocumentsInternally
  const body = JSON.stringify({ streaming: true })
  const response = await send(routeUrl(upsertDocumentsInternally, { params: { id } }), { method, body, signal })
  if (!response.body) throw new Error('The server answered nothing.')
  for await (const { data } of readSseFrames(response.body)) {
    const said = JSON.parse(data) as UpsertEvent
    if (said.event === 'progress') onProgress(said.data)
    else if (said.event === 'result') return said.data
    else if (said.event === 'error') throw failure(said.data)
  }
  throw new Error('The connection broke before the documents were loaded.')
}

function failure({ message, code = 'node-failed', details }: { message: string; code?: string; details?: unknown }) {
  return new ApiError({ status: 422, code, message, details })
}

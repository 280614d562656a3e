import { listJobs, upsertDocumentsInternally } from '@chatwright/contract'
import type { Job } from '@chatwright/contract'

import { call } from '../api.ts'
import { tellTabs } from './tab-news.ts'

/** Starts to read a stored flow's documents into its vector store. It goes on whoever leaves. */
export async function startLoad(flowId: string): Promise<Job> {
  const job = await call(upsertDocumentsInternally, {
    params: { id: flowId },
    query: { background: 'true' },
    body: {},
  })
  tellTabs()
  // Asked for in the background, the answer is the job.
  return job as Job
}

/** The load of this flow that is under way already, whichever tab began it; otherwise a new one. */
export async function joinLoad(flowId: string): Promise<Job> {
  const { items } = await call(listJobs, { query: { state: 'active', kind: 'load', chatflowId: flowId, limit: 1 } })
  return items[0] ?? startLoad(flowId)
}

import { listJobs } from '@chatwright/contract'
import type { Job } from '@chatwright/contract'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'

const ACTIVE_SHOWN = 100
const ENDED_SHOWN = 20

/** What waits or runs and what ended lately, newest first. */
export const jobList = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) => {
    // Asked for apart: what has run for hours may stand behind pages of short work that came later.
    const [active, latest] = await Promise.all([
      call(listJobs, { query: { state: 'active', limit: ACTIVE_SHOWN }, signal }),
      call(listJobs, { query: { limit: ENDED_SHOWN }, signal }),
    ])
    const ids = new Set(latest.items.map(({ id }) => id))
    return [...latest.items, ...active.items.filter(({ id }) => !ids.has(id))]
  },
  // Asked for by whoever follows what runs.
  refetchOnWindowFocus: false,
})

export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Asks the server again, where anything in this tab has asked before. An answer on its way, the first too, may be too old. */
export async function refreshJobs(client: QueryClient): Promise<void> {
  const known = client.getQueryState(jobList.queryKey)
  if (!known || (known.fetchStatus === 'idle' && known.dataUpdateCount + known.errorUpdateCount === 0)) return
  await client.cancelQueries({ queryKey: jobList.queryKey })
  // What fails here is shown where the list is.
  await client.fetchQuery({ ...jobList, staleTime: 0 }).catch(() => undefined)
}

/** Takes in a job that was just started. */
export function addJob(client: QueryClient, job: Job): void {
  client.setQueryData(jobList.queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)])
  void refreshJobs(client)
}

export function changeJob(client: QueryClient, id: string, change: (job: Job) => Job): void {
  client.setQueryData(jobList.queryKey, (jobs) => jobs?.map((job) => (job.id === id ? change(job) : job)))
}

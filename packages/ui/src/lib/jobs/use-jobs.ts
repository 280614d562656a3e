import { cancelJob } from '@chatwright/contract'
import type { Job } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { addJob, changeJob, jobList } from './job-list.ts'
import { joinLoad } from './start-load.ts'
import { tellTabs } from './tab-news.ts'

/** What this tab knows of background work, without asking for it. */
export function useKnownJobs(): readonly Job[] {
  return useQuery({ ...jobList, enabled: false }).data ?? []
}

/** Starts to load a flow's documents, or joins the load that is under way, and tells how it goes. */
export function useLoad(flowId: string | undefined) {
  const client = useQueryClient()
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: joinLoad,
    onSuccess: (job) => addJob(client, job),
  })
  const known = useKnownJobs().find(({ id }) => id === data?.id)
  return {
    job: isPending ? undefined : (known ?? data),
    error,
    start: () => {
      reset()
      if (flowId !== undefined) mutate(flowId)
    },
  }
}

export function useCancelJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { id } }),
    onSuccess: (job) => {
      changeJob(client, job.id, () => job)
      tellTabs()
    },
  })
}

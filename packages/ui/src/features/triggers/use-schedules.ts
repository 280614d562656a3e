import { enableSchedule, listSchedules } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const SCHEDULES = ['schedules'] as const
/** Times come and go by themselves. */
const LOOK_EVERY_MS = 10_000

/** The flows that run by themselves, the next to run first. */
export function useSchedules() {
  return useQuery({
    queryKey: SCHEDULES,
    queryFn: ({ signal }) => call(listSchedules, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useEnableSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ flowId, enabled }: { flowId: string; enabled: boolean }) =>
      call(enableSchedule, { params: { id: flowId }, body: { enabled } }),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES }),
  })
}

import { enableSchedule, getSchedule, listScheduleLogs, listSchedules } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

export const SCHEDULES = ['schedules'] as const
/** Times come and go by themselves. */
const LOOK_EVERY_MS = 10_000

/** What runs flows by the clock, all of them or one, the next to run first. */
export function useSchedules(flowId?: string) {
  return useQuery({
    queryKey: [...SCHEDULES, flowId],
    queryFn: ({ signal }) => call(listSchedules, { query: flowId === undefined ? {} : { flowId }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** One of them, with its next times. */
export function useSchedule(id: string) {
  return useQuery({
    queryKey: [...SCHEDULES, 'one', id],
    queryFn: ({ signal }) => call(getSchedule, { params: { id }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** The times of one that came, newest first. */
export function useScheduleLog(id: string) {
  return useQuery({
    queryKey: [...SCHEDULES, 'log', id],
    queryFn: ({ signal }) => call(listScheduleLogs, { params: { id }, query: { limit: 50 }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useEnableSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      call(enableSchedule, { params: { id }, body: { enabled } }),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES }),
  })
}

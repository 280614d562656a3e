import {
  createNotice,
  deleteNotice,
  listNoticeDeliveries,
  listNotices,
  renewNoticeSecret,
  resendNotice,
  updateNotice,
  type NoticeValues,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const NOTICES = ['notices'] as const
/** Runs end when they like. */
const LOOK_EVERY_MS = 5000

/** The addresses that are told what runs of a flow come to. */
export function useNotices(flowId: string) {
  return useQuery({
    queryKey: [...NOTICES, flowId],
    queryFn: ({ signal }) => call(listNotices, { query: { flowId }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useNoticeDeliveries(id: string) {
  return useQuery({
    queryKey: [...NOTICES, 'deliveries', id],
    queryFn: ({ signal }) => call(listNoticeDeliveries, { params: { id }, query: { limit: 50 }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useCreateNotice() {
  return useChange((body: NoticeValues & { flowId: string }) => call(createNotice, { body }))
}

export function useUpdateNotice() {
  return useChange(({ id, ...body }: NoticeValues & { id: string }) => call(updateNotice, { params: { id }, body }))
}

export function useDeleteNotice() {
  return useChange((id: string) => call(deleteNotice, { params: { id } }))
}

export function useRenewSecret() {
  return useChange((id: string) => call(renewNoticeSecret, { params: { id } }))
}

export function useResend() {
  return useChange(({ id, again }: { id: string; again: string }) =>
    call(resendNotice, { params: { id }, body: { again } }),
  )
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [...NOTICES] }) })
}

import { listRetention, previewRetention, setRetention, type RetentionKind } from '@chatwright/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'retention'

export function useRetention() {
  return useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call(listRetention, { signal }) })
}

/** What so many days would delete. */
export function useRetentionPreview(kind: RetentionKind, days: number | undefined) {
  return useQuery({
    queryKey: [KEY, 'preview', kind, days],
    queryFn: ({ signal }) => call(previewRetention, { query: { kind, days: days ?? 0 }, signal }),
    enabled: days !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useSetRetention() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, days }: { kind: RetentionKind; days: number }) =>
      call(setRetention, { params: { kind }, body: { days } }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  })
}

import { listRetention, previewRetention } from '@chatwright/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'retention'

export function useRetention() {
  return useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call(listRetention, { signal }) })
}

/** What so many days would delete. */
export function useRetentionPreview(days: number | undefined) {
  return useQuery({
    queryKey: [KEY, 'preview', days],
    queryFn: ({ signal }) => call(previewRetention, { query: { days: days ?? 1 }, signal }),
    enabled: days !== undefined,
    placeholderData: keepPreviousData,
  })
}

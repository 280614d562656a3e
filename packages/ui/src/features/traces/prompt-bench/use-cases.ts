import { listRuns } from '@chatwright/contract'
import type { RunSummary } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { isUnderWay, useRun } from '../../../parts/run-view/use-run.ts'

/** A recorded run that texts are tried on. */
export type Case = Pick<RunSummary, 'id' | 'question' | 'answer'>

/** The run that is looked at, and after it the newest ones of its flow. */
export function useCases(chatflowId: string, { runId, count }: { runId: string; count: number }) {
  const own = useRun(runId)
  const newest = useQuery({
    queryKey: ['runs', 'newest', chatflowId, count],
    queryFn: ({ signal }) => call(listRuns, { query: { chatflowId, limit: count }, signal }),
    enabled: count > 1,
  })
  const others = (newest.data?.items ?? []).filter(({ id, status }) => id !== runId && !isUnderWay(status))
  const items: Case[] = [...(own.data ? [own.data] : []), ...(count > 1 ? others : [])].slice(0, count)
  return {
    items,
    isPending: own.isPending || (count > 1 && newest.isPending),
    error: own.error ?? newest.error,
    refetch: () => Promise.all([own.refetch(), newest.refetch()]),
  }
}

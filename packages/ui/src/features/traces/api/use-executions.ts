import {
  deleteExecutions,
  getExecutionFlow,
  getExecutionStep,
  getPublicExecutionFlow,
  getPublicExecutionStep,
  listExecutionSteps,
  listPublicExecutionSteps,
  listWaits,
  retryExecution,
  updateExecution,
} from '@chatwright/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { lookAgainMs } from '../../../lib/look-again.ts'

const KEY = 'executions'
const RUNNING_EVERY_MS = 1000
const WAITING_EVERY_MS = 5000

/** Which execution, and by whose eyes: the owner's, or those of whoever has its link. */
export interface Looked {
  id: string
  isShared: boolean
}

/** How an execution stands, followed while it goes on. */
export function useExecutionSteps({ id, isShared }: Looked) {
  return useQuery({
    queryKey: [KEY, 'steps', id, isShared],
    queryFn: ({ signal }) =>
      isShared
        ? call(listPublicExecutionSteps, { params: { id }, signal })
        : call(listExecutionSteps, { params: { id }, signal }),
    refetchInterval: ({ state }) => {
      const execution = state.data?.execution
      // What is shared stays as it was.
      if (isShared) return false
      if (execution?.state === 'INPROGRESS') return lookAgainMs(execution.createdDate, RUNNING_EVERY_MS)
      return execution?.state === 'STOPPED' ? WAITING_EVERY_MS : false
    },
  })
}

export function useExecutionFlow({ id, isShared }: Looked) {
  return useQuery({
    queryKey: [KEY, 'flow', id, isShared],
    queryFn: ({ signal }) => call(isShared ? getPublicExecutionFlow : getExecutionFlow, { params: { id }, signal }),
    staleTime: Infinity,
  })
}

/** One step in full; `mark` changes when there is more to be read of it. */
export function useExecutionStep({ id, isShared }: Looked, { path, mark }: { path: string; mark: string }) {
  return useQuery({
    queryKey: [KEY, 'step', id, isShared, path, mark],
    queryFn: ({ signal }) =>
      call(isShared ? getPublicExecutionStep : getExecutionStep, { params: { id }, query: { path }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** What an execution waits for, for its owner. */
export function useExecutionWaits(executionId: string) {
  return useQuery({
    queryKey: [KEY, 'waits', executionId],
    queryFn: ({ signal }) => call(listWaits, { query: { executionId }, signal }),
  })
}

export function useDeleteExecutions() {
  const queryClient = useQueryClient()
  return async (ids: readonly string[]): Promise<number> => {
    const { deletedCount } = await call(deleteExecutions, { body: { executionIds: [...ids] } })
    await queryClient.invalidateQueries({ queryKey: ['runs', 'found'] })
    return deletedCount
  }
}

export function useShareExecution(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isPublic: boolean) => call(updateExecution, { params: { id }, body: { isPublic } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
}

export function useRetryExecution(id: string) {
  const queryClient = useQueryClient()
  return async (retry: { path: string; isSure: boolean }): Promise<void> => {
    await call(retryExecution, { params: { id }, body: retry })
    await queryClient.invalidateQueries({ queryKey: [KEY] })
  }
}

import { deleteSearchTest, keepSearchTest, listSearchTests, runSearchTests } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const keyOf = (storeId: string) => ['knowledge', 'tests', storeId]

export function useSearchTests(storeId: string) {
  return useQuery({
    queryKey: keyOf(storeId),
    queryFn: ({ signal }) => call(listSearchTests, { params: { id: storeId }, signal }),
  })
}

export function useKeepSearchTest(storeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { question: string; passageId: string }) =>
      call(keepSearchTest, { params: { id: storeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(storeId) }),
  })
}

export function useRemoveSearchTest(storeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (testId: string) => call(deleteSearchTest, { params: { id: storeId, testId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(storeId) }),
  })
}

export function useRunSearchTests(storeId: string) {
  return useMutation({
    mutationFn: (inputs: Record<string, unknown>) =>
      call(runSearchTests, { params: { id: storeId }, body: { inputs } }),
  })
}

import { createApiKey, deleteApiKey, getChatflow, listApiKeys, updateApiKey } from '@chatwright/contract'
import type { ApiKey, NewApiKey } from '@chatwright/contract'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export function useApiKeys() {
  return useQuery({ queryKey: ['api-keys'], queryFn: () => call(listApiKeys) })
}

export function useSaveApiKey(onSaved: (key: ApiKey) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: NewApiKey & { id: string | undefined }) =>
      id === undefined ? call(createApiKey, { body }) : call(updateApiKey, { params: { id }, body }),
    onSuccess: async (key) => {
      onSaved(key)
      await queryClient.invalidateQueries({ queryKey: ['api-keys'] })
    },
    // The key in clear lives in the dialog that shows it, nowhere else.
    gcTime: 0,
  })
}

export function useRemoveApiKey() {
  const queryClient = useQueryClient()
  return async (id: string, { isForced }: { isForced: boolean }) => {
    await call(deleteApiKey, { params: { id }, query: { force: isForced ? 'true' : 'false' } })
    await queryClient.invalidateQueries({ queryKey: ['api-keys'] })
  }
}

/** The names of flows known by id; one that is gone keeps its id as its name. */
export function useFlowNames(ids: readonly string[]): { id: string; name: string }[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['chatflows', 'name', id],
      queryFn: async () => (await call(getChatflow, { params: { id } })).name,
      retry: false,
    })),
    combine: (results) => ids.map((id, index) => ({ id, name: results[index]?.data ?? id })),
  })
}

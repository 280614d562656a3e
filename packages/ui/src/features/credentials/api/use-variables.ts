import { createVariable, deleteVariable, listVariables, updateVariable } from '@chatwright/contract'
import type { NewVariable } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export function useVariables() {
  return useQuery({ queryKey: ['variables'], queryFn: () => call(listVariables) })
}

export function useSaveVariable(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: NewVariable & { id: string | undefined }) =>
      id === undefined ? call(createVariable, { body }) : call(updateVariable, { params: { id }, body }),
    onSuccess: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['variables'] })
    },
  })
}

export function useRemoveVariable() {
  const queryClient = useQueryClient()
  return async (id: string) => {
    await call(deleteVariable, { params: { id } })
    await queryClient.invalidateQueries({ queryKey: ['variables'] })
  }
}

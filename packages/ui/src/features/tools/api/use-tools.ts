import { deleteTool, listTools } from '@chatwright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export function useTools() {
  return useQuery({ queryKey: ['tools', 'list'], queryFn: () => call(listTools) })
}

export function useRemoveTool() {
  const queryClient = useQueryClient()
  return async (id: string, { isForced }: { isForced: boolean }) => {
    await call(deleteTool, { params: { id }, query: { force: isForced ? 'true' : 'false' } })
    await queryClient.invalidateQueries({ queryKey: ['tools'] })
  }
}

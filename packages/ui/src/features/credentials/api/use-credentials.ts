import { deleteCredential } from '@chatwright/contract'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export function useRemoveCredential() {
  const queryClient = useQueryClient()
  return async (id: string, { isForced }: { isForced: boolean }) => {
    await call(deleteCredential, { params: { id }, query: { force: isForced ? 'true' : 'false' } })
    await queryClient.invalidateQueries({ queryKey: ['credentials'] })
  }
}

import { endAllSignIns, endSignIn, listSignIns } from '@chatwright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

export function useSignIns() {
  return useQuery({ queryKey: ['sign-ins'], queryFn: () => call(listSignIns) })
}

/** Signs out one browser, or without an id all of them; the list, or the question to sign in, follows. */
export function useEndSignIn() {
  const queryClient = useQueryClient()
  return async (id?: string) => {
    await (id === undefined ? call(endAllSignIns) : call(endSignIn, { params: { id } }))
    await queryClient.invalidateQueries({ queryKey: ['sign-ins'] })
  }
}

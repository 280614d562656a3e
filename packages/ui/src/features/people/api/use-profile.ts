import { changePassword, getProfile, updateProfile } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'profile'

export function useProfile() {
  return useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call(getProfile, { signal }) })
}

export function useRename(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(updateProfile, { body: { name } }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  })
}

export function useChangePassword(onDone: () => void) {
  return useMutation({
    mutationFn: (body: { current: string; password: string }) => call(changePassword, { body }),
    onSuccess: onDone,
  })
}

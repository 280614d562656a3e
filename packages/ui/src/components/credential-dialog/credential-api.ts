import {
  createCredential,
  getCredential,
  getCredentialUse,
  listCredentialKinds,
  listCredentials,
  testCredential,
  testNewCredential,
  updateCredential,
} from '@chatwright/contract'
import type { Credential, CredentialFields, CredentialTest } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

/** Every kind of credential with the fields of its form. */
export function useCredentialKinds() {
  return useQuery({
    queryKey: ['credential-kinds'],
    queryFn: () => call(listCredentialKinds),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Every stored credential, without its secrets. */
export function useCredentials() {
  return useQuery({ queryKey: ['credentials', 'list'], queryFn: ({ signal }) => call(listCredentials, { signal }) })
}

export function useCredential(id: string | undefined) {
  return useQuery({
    queryKey: ['credentials', id],
    queryFn: () => call(getCredential, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // A form starts from what is stored now, and must not change under the person's hands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export function useCredentialUse(id: string | undefined) {
  return useQuery({
    queryKey: ['credentials', id, 'use'],
    queryFn: () => call(getCredentialUse, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
}

export interface CredentialDraft {
  id: string | undefined
  name: string
  credentialName: string
  fields: CredentialFields
}

export function useSaveCredential(onSaved: (credential: Credential) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name, credentialName, fields }: CredentialDraft) => {
      const body = { name, credentialName, plainDataObj: fields }
      return id === undefined ? call(createCredential, { body }) : call(updateCredential, { params: { id }, body })
    },
    onSuccess: async (credential) => {
      onSaved(credential)
      await queryClient.invalidateQueries({ queryKey: ['credentials'] })
    },
  })
}

export function useTestCredential() {
  return useMutation({
    mutationFn: ({ id, credentialName, fields }: Omit<CredentialDraft, 'name'>): Promise<CredentialTest> =>
      id === undefined
        ? call(testNewCredential, { body: { credentialName, plainDataObj: fields } })
        : call(testCredential, { params: { id }, body: { plainDataObj: fields } }),
  })
}

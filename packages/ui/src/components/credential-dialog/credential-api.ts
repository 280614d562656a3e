import {
  connectCredential,
  createCredential,
  getCredential,
  getCredentialUse,
  listCredentialKinds,
  listCredentials,
  lookAtConnection,
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

/** Asks the service to let us in. The page on which a person allows it opens beside this one. */
export function useConnect() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      // Opened at once: a browser blocks a page that opens some time after the click.
      const page = window.open('', '_blank')
      try {
        const start = await call(connectCredential, { params: { id } })
        if (start.authorizationUrl === undefined) page?.close()
        else if (page) page.location.href = start.authorizationUrl
        else window.location.href = start.authorizationUrl
        return start
      } catch (error) {
        page?.close()
        throw error
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['credentials'] }),
  })
}

/** How a connection stands, looked at again while somebody is on the other page. */
export function useConnectionState(id: string, { isWaiting, isDevice }: { isWaiting: boolean; isDevice: boolean }) {
  return useQuery({
    queryKey: ['credentials', id, 'connection'],
    queryFn: async () => {
      if (isDevice) await call(lookAtConnection, { params: { id } })
      return (await call(getCredential, { params: { id } })).connection ?? null
    },
    refetchInterval: isWaiting ? 3000 : false,
  })
}

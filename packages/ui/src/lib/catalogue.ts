import { listCredentialKinds, listCredentials, listNodes, loadNodeOptions } from '@chatwright/contract'
import type { CredentialDescription, InputOption, NodeDescription } from '@chatwright/core'
import { useQuery } from '@tanstack/react-query'

import { call } from './api.ts'
import { takeEarly } from './head-start.ts'

/** The catalogue changes with the server's version only. */
const CATALOGUE_STAYS_FRESH = 5 * 60_000

export function useNodeCatalogue() {
  return useQuery({
    queryKey: ['nodes'],
    queryFn: ({ signal }) => takeEarly<NodeDescription[]>('nodes') ?? call(listNodes, { signal }),
    staleTime: CATALOGUE_STAYS_FRESH,
  })
}

export function useCredentialKinds() {
  return useQuery({
    queryKey: ['credential-kinds'],
    queryFn: ({ signal }) =>
      takeEarly<CredentialDescription[]>('credential-kinds') ?? call(listCredentialKinds, { signal }),
    staleTime: CATALOGUE_STAYS_FRESH,
  })
}

export function useCredentials() {
  return useQuery({ queryKey: ['credentials', 'list'], queryFn: ({ signal }) => call(listCredentials, { signal }) })
}

/** The choices a node offers for one of its inputs, given what it holds so far. */
export function loadOptions(request: {
  nodeName: string
  loadMethod: string
  inputs: Readonly<Record<string, unknown>>
  credential: string | undefined
  signal: AbortSignal
}): Promise<InputOption[]> {
  const { nodeName, loadMethod, inputs, credential, signal } = request
  const body = { loadMethod, inputs: { ...inputs }, ...(credential && { credential }) }
  return call(loadNodeOptions, { params: { name: nodeName }, body, signal }) as Promise<InputOption[]>
}

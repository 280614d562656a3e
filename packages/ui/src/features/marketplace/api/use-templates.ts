import { getTemplate, listCredentialKinds, listTemplates } from '@chatwright/contract'
import type { Template } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export function useTemplates() {
  return useQuery({
    queryKey: ['templates'],
    queryFn: () => call(listTemplates),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function readTemplate(id: string): Promise<Template> {
  return call(getTemplate, { params: { id } })
}

export function useTemplate(id: string) {
  return useQuery({ queryKey: ['templates', id], queryFn: () => readTemplate(id) })
}

/** The label of a kind of credential by its name. */
export function useKindLabels(): (name: string) => string {
  const kinds = useQuery({
    queryKey: ['credential-kinds'],
    queryFn: () => call(listCredentialKinds),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return (name) => kinds?.find((kind) => kind.name === name)?.label ?? name
}

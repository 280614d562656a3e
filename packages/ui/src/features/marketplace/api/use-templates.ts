import { getTemplate, listTemplates } from '@chatwright/contract'
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

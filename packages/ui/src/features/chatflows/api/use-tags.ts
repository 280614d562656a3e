import { listChatflowTags } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

/** All tags in use, most used first. */
export function useTags() {
  return useQuery({ queryKey: ['chatflows', 'tags'], queryFn: () => call(listChatflowTags) })
}

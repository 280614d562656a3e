import { listChatflows } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from './api.ts'

/** All flows by name, to choose one of. */
export function useFlowChoices() {
  return useQuery({
    queryKey: ['chatflows', 'choices'],
    queryFn: async ({ signal }) => {
      const flows = await call(listChatflows, { query: { sort: 'name' }, signal })
      return (Array.isArray(flows) ? flows : []).map(({ id, name }) => ({ value: id, label: name }))
    },
  })
}

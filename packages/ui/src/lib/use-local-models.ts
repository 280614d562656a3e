import { listLocalModels } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from './api.ts'

/** Looks for model servers on the machine this server runs on. */
export function useLocalModels() {
  return useQuery({ queryKey: ['local-models'], queryFn: ({ signal }) => call(listLocalModels, { signal }) })
}

import { getProfile } from '@chatwright/contract'
import type { Right } from '@chatwright/core'
import { useQuery } from '@tanstack/react-query'

import { call } from './api.ts'
import { storedSession } from './session.ts'

interface Rights {
  /** Whether somebody signed in with a login of their own. */
  isPerson: boolean
  may: (right: Right) => boolean
}

/** What the one who signed in may do. Who needs no login may do everything; until it is known, nothing is hidden. */
export function useRights(): Rights {
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call(getProfile, { signal }),
    enabled: storedSession() !== undefined,
    staleTime: 60_000,
  })
  return { isPerson: typeof data?.login === 'string', may: (right) => data?.rights.includes(right) ?? true }
}

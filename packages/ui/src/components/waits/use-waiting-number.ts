import { listWaits } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { call } from '../../lib/api.ts'
import { whenIdle } from '../../lib/when-idle.ts'

const LOOK_EVERY_MS = 60_000

/** How many runs of all flows wait for a decision, for the side menu; looked at once the screen itself is there. */
export function useWaitingNumber(): number | undefined {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true), 5000), [])
  return useQuery({
    // Below the list's own key: whoever decides has it read anew.
    queryKey: ['waits', 'number'],
    queryFn: async ({ signal }) => (await call(listWaits, { query: { limit: 1 }, signal })).total,
    enabled: isIdle,
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
  }).data
}

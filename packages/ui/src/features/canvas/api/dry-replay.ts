import { getDryReplay, startComparison, updateChatflow } from '@chatwright/contract'
import type { Chatflow, DryReplay, PublishingGate } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'

const LOOK_EVERY_MS = 1000
/** It is told by then, or nobody will. */
const MOST_LOOKS = 90

/** What the newest version does to recorded answers; looked at until it is known. */
export function useDryReplay(id: string, version: number) {
  return useQuery({
    queryKey: ['dry-replay', id, version],
    queryFn: ({ signal }) => call(getDryReplay, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isExpected(state.data, version) && state.dataUpdateCount < MOST_LOOKS ? LOOK_EVERY_MS : false,
  })
}

function isExpected({ state, version: told }: DryReplay, version: number): boolean {
  return state === 'running' || (state !== 'off' && told !== null && told < version)
}

/** Asks the newest version and the one before it what the record cannot tell; gives the comparison's id. */
export async function compareWith(chatflowId: string, { base, answers }: { base: number; answers: number }) {
  const { id } = await call(startComparison, { body: { chatflowId, base, answers } })
  return id
}

export async function setGate(id: string, gate: PublishingGate): Promise<Chatflow> {
  const changed = await call(updateChatflow, { params: { id }, body: { gate } })
  await queryClient.invalidateQueries({ queryKey: ['dry-replay', id] })
  return changed
}

import type { ChatflowSummary } from '@chatwright/contract'
import { useCallback, useMemo, useState } from 'react'

export interface FlowSelection {
  flows: readonly ChatflowSummary[]
  has: (id: string) => boolean
  toggle: (flow: ChatflowSummary) => void
  set: (flows: readonly ChatflowSummary[]) => void
  clear: () => void
}

/** The flows chosen for an action on several at once. */
export function useSelection(): FlowSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChatflowSummary>>(new Map())
  const toggle = useCallback((flow: ChatflowSummary) => {
    setChosen((current) => {
      const next = new Map(current)
      if (!next.delete(flow.id)) next.set(flow.id, flow)
      return next
    })
  }, [])
  return useMemo(
    () => ({
      flows: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle,
      set: (flows) => setChosen(new Map(flows.map((flow) => [flow.id, flow]))),
      clear: () => setChosen(new Map()),
    }),
    [chosen, toggle],
  )
}

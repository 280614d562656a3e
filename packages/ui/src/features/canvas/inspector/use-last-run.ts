import { listRuns } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { call } from '../../../lib/api.ts'
import { tracedRun, type StepFacts } from '../../../parts/run-view/trace-steps.ts'
import { isUnderWay, useRun } from '../../../parts/run-view/use-run.ts'
import { useCanvasState } from '../canvas-context.tsx'
import type { CanvasState } from '../model/canvas-state.ts'

/** The run that the canvas shows, or else the flow's newest one, with what went into each node and came out. */
export function useLastRun(isWanted = true) {
  const chatflowId = useCanvasState((state) => state.chatflow?.id)
  const shownId = useCanvasState(endedRun)
  const newest = useQuery({
    queryKey: ['runs', 'newest', chatflowId],
    queryFn: async ({ signal }) =>
      (await call(listRuns, { query: { chatflowId: chatflowId ?? '', limit: 1 }, signal })).items[0]?.id ?? null,
    enabled: isWanted && chatflowId !== undefined && shownId === undefined,
  })
  const { data: run, isLoading } = useRun(isWanted ? (shownId ?? newest.data ?? undefined) : undefined)
  const nodes = useMemo(() => {
    const ofNodes = new Map<string, StepFacts>()
    if (!run) return ofNodes
    const { steps, facts } = tracedRun(run.events, { isOver: !isUnderWay(run.status) })
    // Of several calls the last one stands.
    for (const { nodeId, path } of steps) ofNodes.set(nodeId, facts.get(path) ?? {})
    return ofNodes
  }, [run])
  return { run, nodes, isLoading: isLoading || newest.isLoading }
}

/** While it goes on, what went before is still there to be read. */
function endedRun({ shownRun, runs }: CanvasState): string | undefined {
  const isOver = !Object.values(runs).some(({ status }) => status === 'running')
  return shownRun?.teller === 'chat' && isOver ? shownRun.id : undefined
}

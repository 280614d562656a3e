import { listVariables } from '@chatwright/contract'
import { offerReferences } from '@chatwright/core'
import type { OfferedReference } from '@chatwright/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { call } from '../../../../lib/api.ts'
import { useCanvasState } from '../../canvas-context.tsx'

/** What a text of a step may speak of, asked for once somebody begins to write a reference. */
export function useReferences(place: { nodeId: string; field: string; isWanted: boolean }): OfferedReference[] {
  const { nodeId, field, isWanted } = place
  const flow = useCanvasState((state) => (isWanted ? state.history.present : undefined))
  const describe = useCanvasState((state) => state.catalogue.describe)
  const variables = useQuery({
    queryKey: ['variables', 'names'],
    queryFn: async ({ signal }) => variableNames(await call(listVariables, { signal })),
    enabled: isWanted,
  })
  return useMemo(() => {
    const node = flow?.nodes.find(({ id }) => id === nodeId)
    if (!flow || !node) return []
    const isState = describe(node.data.name)?.traits?.step?.updatesState === field
    return offerReferences(flow, { nodeId, describe, isState, variables: variables.data ?? [] })
  }, [flow, nodeId, field, describe, variables.data])
}

function variableNames(answer: unknown): string[] {
  const rows: unknown[] = Array.isArray(answer) ? answer : []
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' ? [row.name] : [],
  )
}

/** Those that hold all the words, in the order they are offered. */
export function filterReferences(offered: readonly OfferedReference[], words: string): OfferedReference[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  return offered.filter(({ name, step = '' }) => {
    const text = `${name} ${step}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
}

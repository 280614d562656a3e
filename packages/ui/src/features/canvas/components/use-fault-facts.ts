import { formParams } from '@chatwright/core'
import { useCallback } from 'react'

import type { FaultFacts } from '../../../lib/fault-facts.ts'
import { useCredentials } from '../../../lib/catalogue.ts'
import { useCanvas } from '../canvas-context.tsx'

/** What the drawing knows about a fault: the label of the field, and which credential was used. */
export function useFaultFacts(): (fault: { nodeId?: string | undefined; field?: string | undefined }) => FaultFacts {
  const canvas = useCanvas()
  const credentials = useCredentials().data
  return useCallback(
    ({ nodeId, field }) => {
      const node = canvas.store.getState().history.present.nodes.find(({ id }) => id === nodeId)
      if (!node || field === undefined) return {}
      const param = [...formParams(node), ...node.data.inputAnchors].find(({ name, type }) =>
        field === 'credential' ? type === 'credential' : name === field,
      )
      const used = param?.type === 'credential' ? credentials?.find(({ id }) => id === node.data.credential) : undefined
      return {
        field: param?.label,
        credential: used && {
          name: used.name,
          onEdit: () => canvas.openDialog({ kind: 'credential', id: used.id }),
        },
      }
    },
    [canvas, credentials],
  )
}

import { formParams, setCredential, setInput } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { useRef } from 'react'

import { useCanvas } from '../canvas-context.tsx'

let lastVisit = 0

/** Writes what is typed into a node's parameters: everything typed during one visit to a field is one step of undo. */
export function useEdits(node: FlowNode) {
  const canvas = useCanvas()
  const visit = useRef(0)
  return {
    onFocus: () => {
      visit.current = ++lastVisit
    },
    write: (changes: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(changes)) {
        const isCredential = formParams(node).some((param) => param.name === name && param.type === 'credential')
        const command = isCredential
          ? setCredential(node.id, typeof value === 'string' ? value : undefined)
          : setInput(node.id, name, value)
        canvas.run(command, { gesture: `edit ${node.id} ${name} ${visit.current}` })
      }
    },
  }
}

import { formParams, setEdits } from '@chatwright/core'
import type { Edit, FlowNode } from '@chatwright/core'
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
        const edits = isCredential ? [credentialEdit(node.id, value)] : setEdits(node.id, { [name]: value })
        canvas.run(edits, { gesture: `edit ${node.id} ${name} ${visit.current}` })
      }
    },
  }
}

/** What a form gives for none is an empty text. */
export function credentialEdit(id: string, value: unknown): Edit {
  return { do: 'credential', id, credential: typeof value === 'string' && value !== '' ? value : undefined }
}

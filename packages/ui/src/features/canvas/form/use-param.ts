import { setCredential, setInput } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'
import { useRef } from 'react'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { problemsOf } from '../model/problems.ts'

let lastVisit = 0

/** A parameter's value, and how to change it: everything typed during one visit to the field is one step of undo. */
export function useParam(node: FlowNode, param: InputParam) {
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const problem = useCanvasState((state) =>
    problemsOf(state.problems, node.id).find((problem) => problem.field === param.name && problem.severity === 'error'),
  )
  const visit = useRef(0)
  const isCredential = param.type === 'credential'
  return {
    value: isCredential ? node.data.credential : node.data.inputs[param.name],
    isReadOnly,
    problem,
    onFocus: () => {
      visit.current = ++lastVisit
    },
    onChange: (value: unknown) => {
      const command = isCredential
        ? setCredential(node.id, typeof value === 'string' ? value : undefined)
        : setInput(node.id, param.name, value)
      canvas.run(command, { gesture: `edit ${node.id} ${param.name} ${visit.current}` })
    },
  }
}

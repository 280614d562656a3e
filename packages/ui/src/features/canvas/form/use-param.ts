import type { FlowNode, InputParam } from '@chatwright/core'

import { useCanvasState } from '../canvas-context.tsx'
import { shownProblems } from '../model/problems.ts'
import { useEdits } from './use-edits.ts'

/** One parameter's value, and how to change it. */
export function useParam(node: FlowNode, param: InputParam) {
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const problem = useCanvasState((state) =>
    shownProblems(state, node.id).find((problem) => problem.field === param.name && problem.severity === 'error'),
  )
  const { write, onFocus } = useEdits(node)
  return {
    value: param.type === 'credential' ? node.data.credential : node.data.inputs[param.name],
    isReadOnly,
    problem,
    onFocus,
    onChange: (value: unknown) => write({ [param.name]: value }),
  }
}

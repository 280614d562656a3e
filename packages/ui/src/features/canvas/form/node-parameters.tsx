import { formParams } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

import { ParameterForm } from '../../../parts/parameter-form/parameter-form.tsx'
import { useCanvasState } from '../canvas-context.tsx'
import { problemsOf } from '../model/problems.ts'
import { useEdits } from './use-edits.ts'
import { useExpand } from './use-expand.ts'

/** Parameters of a node in a dialog or sheet. What is typed is in the flow at once. */
export function NodeParameters({ node, params }: { node: FlowNode; params: readonly InputParam[] }) {
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const problems = useCanvasState((state) => problemsOf(state.problems, node.id))
  const { write, onFocus } = useEdits(node)
  const expand = useExpand(node)
  const { credential, inputs, name } = node.data
  const credentials = formParams(node).flatMap((param) =>
    param.type === 'credential' ? [[param.name, credential]] : [],
  )
  return (
    <div onFocus={onFocus}>
      <ParameterForm
        nodeName={name}
        inputs={params}
        values={{ ...inputs, ...Object.fromEntries(credentials) }}
        onChange={write}
        problems={Object.fromEntries(
          problems
            .filter(({ severity }) => severity === 'error')
            .map(({ field = '', message, fix }) => [field, `${message} ${fix}`]),
        )}
        isReadOnly={isReadOnly}
        onExpand={expand}
      />
    </div>
  )
}

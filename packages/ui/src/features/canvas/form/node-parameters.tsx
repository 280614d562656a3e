import { formParams, sortInputs } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { ParameterForm } from '../../../parts/parameter-form/parameter-form.tsx'
import { useCanvasState } from '../canvas-context.tsx'
import { shownProblems } from '../model/problems.ts'
import { useEdits } from './use-edits.ts'
import { useExpand } from './use-expand.ts'

/** Parameters of a node in a dialog or sheet. What is typed is in the flow at once. */
export function NodeParameters({ node, params }: { node: FlowNode; params: readonly InputParam[] }) {
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const problems = useCanvasState(useShallow((state) => shownProblems(state, node.id)))
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

/** What matters first; what is seldom needed lies behind "More", unless something is wrong there. */
export function SortedParameters({ node, params }: { node: FlowNode; params: readonly InputParam[] }) {
  const { t } = useTranslation('canvas')
  const { usual, more } = sortInputs(params)
  const isWrong = useCanvasState((state) =>
    shownProblems(state, node.id).some(
      ({ field, severity }) => severity === 'error' && more.some(({ name }) => name === field),
    ),
  )
  return (
    <>
      <NodeParameters node={node} params={usual} />
      {more.length > 0 ? (
        <details className="cw-more-settings" open={isWrong || undefined}>
          <summary>{t('step.more', { count: more.length })}</summary>
          <NodeParameters node={node} params={more} />
        </details>
      ) : null}
    </>
  )
}

import { formParams, isInputVisible, isStepNode } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { NodeParameters, SortedParameters } from './node-parameters.tsx'
import { StepForm } from './step-form/step-form.tsx'

interface NodeFormProps {
  node: FlowNode
  /** The input whose field takes the focus. */
  field?: string | undefined
  /** Without a field, the first one takes the focus. */
  isFocused?: boolean
  /** What matters comes first, and what is seldom needed lies behind "More". */
  isSorted?: boolean
}

const CONTROLS = 'input, textarea, select, button, [contenteditable="true"]'

/** All parameters of a node, wherever its form stands: in the node, beside the flow, in a sheet. What is typed is there at once. */
export default function NodeForm({ node, field, isFocused = false, isSorted = false }: NodeFormProps) {
  const { t } = useTranslation('canvas')
  const form = useRef<HTMLDivElement>(null)
  const description = useCanvasState((state) => state.catalogue.describe(node.data.name))
  useEffect(() => {
    const row = field === undefined ? form.current : form.current?.querySelector(`[data-field="${CSS.escape(field)}"]`)
    if (!isFocused || !row) return
    row.scrollIntoView({ block: 'nearest' })
    row.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
  }, [field, isFocused])
  const step = description && isStepNode(node) ? description : undefined
  const params = formParams(node).filter((param) => isInputVisible(param, node.data.inputs))
  return (
    <div ref={form}>
      {step ? (
        <StepForm node={node} description={step} isSorted={isSorted} />
      ) : params.length === 0 ? (
        <p>{t('more.none')}</p>
      ) : isSorted ? (
        <SortedParameters node={node} params={params} />
      ) : (
        <NodeParameters node={node} params={params} />
      )}
    </div>
  )
}

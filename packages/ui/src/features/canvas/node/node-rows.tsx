import type { FlowNode } from '@chatwright/core'
import { formParams, isStepNode } from '@chatwright/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { cardRowCount, countChanged, splitParams } from '../model/node-rows.ts'
import type { CanvasProblem } from '../model/problems.ts'
import { CardRow } from './card-row.tsx'
import { PortRows } from './port-rows.tsx'

interface NodeRowsProps {
  node: FlowNode
  problem: CanvasProblem | undefined
  /** What is wrong, in words, where it is not one field that is. */
  fault: string | undefined
}

/** What a node is set to: three rows at most, the problem first; then its ports. */
export const NodeRows = memo(function NodeRows({ node, problem, fault }: NodeRowsProps) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const { card, more } = splitParams(node)
  const changed = countChanged(more, node.data.inputs)
  const wrong = fault === undefined ? formParams(node).find(({ name }) => name === problem?.field) : undefined
  const ordered = wrong ? [wrong, ...card.filter(({ name }) => name !== wrong.name)] : card
  const rows = ordered.slice(0, Math.max(cardRowCount(node) - (fault === undefined ? 0 : 1), 0))
  return (
    <div className={`cw-node-body${isStepNode(node) ? ' is-step' : ''}`}>
      {fault === undefined ? null : (
        <p className="cw-card-fault" title={fault}>
          {fault}
        </p>
      )}
      {rows.map((param) => (
        <CardRow key={`${param.name} ${param.type}`} node={node} param={param} />
      ))}
      {card.length === 0 && fault === undefined && wrong === undefined ? (
        <p className="cw-card-purpose" title={node.data.description}>
          {node.data.description || node.data.category}
        </p>
      ) : null}
      {changed === 0 ? null : (
        <button type="button" className="cw-more nodrag nopan" onClick={() => canvas.openNode(node.id)}>
          {t('node.moreChanged', { count: changed })}
        </button>
      )}
      <PortRows node={node} />
    </div>
  )
})

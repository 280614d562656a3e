import { flowGraph, nodeOutputs } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { nodeKind } from '../model/port-kinds.ts'
import { stepPreview } from '../model/step-summary.ts'
import { portColor } from './port-color.ts'
import { useOutputWord } from './port-words.ts'

/** What a step is told, as the way to its form, and its branches where it has several. */
export const StepBody = memo(function StepBody({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const wordOf = useOutputWord()
  const preview = useCanvasState(({ history }) =>
    stepPreview(node, (id) => flowGraph(history.present).nodes.get(id)?.data.label),
  )
  const outputs = node.type === 'iteration' ? [] : nodeOutputs(node)
  return (
    <div className="cw-node-body is-step">
      <div className="cw-more-row">
        <button
          type="button"
          className={`cw-more nodrag${preview === '' ? '' : ' is-preview'}`}
          // What is seen is part of what is said: who speaks to the page says what they see.
          aria-label={[t('step.editOf', { label: node.data.label }), preview].filter(Boolean).join(': ')}
          title={preview || undefined}
          onClick={() => canvas.openDialog({ kind: 'form', nodeId: node.id })}
        >
          {preview || t('step.edit')}
        </button>
      </div>
      {outputs.length > 1
        ? outputs.map((output) => (
            <div
              key={output.handle}
              className="cw-output-row is-branch"
              style={{ '--port': portColor[nodeKind(node.data)] }}
              title={wordOf(node, output)}
            >
              <span>{wordOf(node, output)}</span>
            </div>
          ))
        : null}
    </div>
  )
})

import { nodeOutputs } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { nodeKind } from '../model/port-kinds.ts'
import { stepPreview } from '../model/step-summary.ts'
import { portColor } from './port-color.ts'
import { useOutputWord } from './port-words.ts'

/** What a step is told, as the way to its form, and its branches where it has several. */
export const StepBody = memo(function StepBody({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const wordOf = useOutputWord()
  const pieces = useCanvasState(useShallow(({ history }) => stepPreview(node, labelsIn(history.present))))
  const preview = pieces.join('')
  const outputs = node.type === 'iteration' ? [] : nodeOutputs(node)
  // Asked whenever the flow changes: a branch may be called after a node that was renamed.
  const branches = useCanvasState(useShallow(() => outputs.map((output) => wordOf(node, output))))
  return (
    <div className="cw-node-body is-step">
      <div className="cw-more-row">
        <button
          type="button"
          className={`cw-more nodrag nopan${preview === '' ? '' : ' is-preview'}`}
          // What is seen is part of what is said: who speaks to the page says what they see.
          aria-label={[t(isReadOnly ? 'step.showOf' : 'step.editOf', { label: node.data.label }), preview]
            .filter(Boolean)
            .join(': ')}
          title={preview || undefined}
          onClick={() => canvas.openDialog({ kind: 'form', nodeId: node.id })}
        >
          {preview === '' ? t(isReadOnly ? 'step.show' : 'step.edit') : pieces.map(drawPiece)}
        </button>
      </div>
      {outputs.length > 1
        ? outputs.map((output, index) => (
            <div
              key={output.handle}
              className="cw-output-row is-branch"
              style={{ '--port': portColor[nodeKind(node.data)] }}
              title={branches[index]}
            >
              <span>{branches[index]}</span>
            </div>
          ))
        : null}
    </div>
  )
})

/** Each second piece is the name of what is filled in there. */
function drawPiece(piece: string, index: number) {
  if (index % 2 === 0) return piece
  return (
    // eslint-disable-next-line react/no-array-index-key -- a name may stand in a text twice
    <span key={index} className="cw-filled-in">
      {piece}
    </span>
  )
}

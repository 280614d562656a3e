import type { FlowNode, InputParam } from '@chatwright/core'
import { instructionsAt, isStepNode, readRows } from '@chatwright/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'

import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { paramFields } from '../../../parts/parameter-form/param-fields.tsx'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { useExpand } from '../form/use-expand.ts'
import { useParam } from '../form/use-param.ts'
import { isEditedInRow } from '../model/node-rows.ts'
import { rowText } from '../model/node-summary.ts'
import { rowPieces } from '../model/step-summary.ts'

/** One parameter on the card, its label and its value. Short ones are edited here; the others open the node at their field. */
export function CardRow({ node, param }: { node: FlowNode; param: InputParam }) {
  const { t } = useTranslation('form')
  const { t: words } = useTranslation('canvas')
  const id = useId()
  const { value, isReadOnly, problem, onFocus, onChange } = useParam(node, param)
  const expand = useExpand(node)
  const Field = paramFields[param.type]
  const ids = { id, 'aria-labelledby': `${id}-label`, 'aria-describedby': problem ? `${id}-problem` : undefined }
  const isHere = Field !== undefined && isEditedInRow(param, isStepNode(node))
  return (
    <div
      className={`cw-card-row${problem ? ' is-problem' : ''}`}
      title={problem ? `${problem.message} ${problem.fix}` : param.description}
      onFocus={onFocus}
    >
      <label id={`${id}-label`} htmlFor={id} className="cw-row-label">
        <RowLabel text={isInstructions(node, param) ? words('step.instructions') : param.label} />
      </label>
      {isHere ? (
        <div className="cw-row-value">
          <Field
            owner={node.data}
            param={param.placeholder === undefined ? { ...param, placeholder: t('unset') } : param}
            value={value}
            onChange={onChange}
            onExpand={() => expand(param)}
            isReadOnly={isReadOnly}
            isInvalid={problem !== undefined}
            place="card"
            ids={ids}
          />
        </div>
      ) : (
        <RowText node={node} param={param} ids={ids} />
      )}
      {problem ? (
        <span id={`${id}-problem`} className="cw-hidden">
          {problem.message} {problem.fix}
        </span>
      ) : null}
    </div>
  )
}

/** A list of messages is called by what one writes into it first. */
function isInstructions({ data: { inputs } }: FlowNode, param: InputParam): boolean {
  if (!param.instructions) return false
  const rows = readRows(inputs[param.name]) ?? []
  return rows.length === 0 || instructionsAt(rows) >= 0
}

/** "Connect Credential" is a thing here, no call: the first word is for who hears it. */
function RowLabel({ text }: { text: string }) {
  const thing = /^Connect (?=\p{Lu})/u.exec(text)?.[0]
  if (thing === undefined) return text
  return (
    <>
      <span className="cw-hidden">{thing}</span>
      {text.slice(thing.length)}
    </>
  )
}

interface RowTextProps {
  node: FlowNode
  param: InputParam
  ids: { id: string; 'aria-labelledby': string; 'aria-describedby': string | undefined }
}

function RowText({ node, param, ids }: RowTextProps) {
  const { t } = useTranslation('form')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const pieces = useCanvasState(
    useShallow(({ catalogue, history }) => {
      const around = { describe: catalogue.describe, labelOf: labelsIn(history.present) }
      return isStepNode(node) ? rowPieces(node, param, around) : [rowText(node, param, around)]
    }),
  )
  const text = pieces.join('')
  return (
    <button
      type="button"
      id={ids.id}
      aria-labelledby={`${ids['aria-labelledby']} ${ids.id}-value`}
      aria-describedby={ids['aria-describedby']}
      className="cw-row-value cw-row-open nodrag nopan"
      onClick={() =>
        isReadOnly ? canvas.openDialog({ kind: 'form', nodeId: node.id }) : canvas.openNode(node.id, param.name)
      }
    >
      <span id={`${ids.id}-value`} className={text === '' ? 'cw-placeholder' : 'cw-value'}>
        {text === '' ? t('unset') : pieces.map(drawPiece)}
      </span>
    </button>
  )
}

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

import { chosenOutputName, isInputVisible, openOutputs, outputChoice, splitTypes } from '@chatwright/core'
import type { FlowNode, NodeOutput } from '@chatwright/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { ParamRow } from '../form/param-row.tsx'
import { countChanged, hasOutputChoice, splitParams } from '../model/node-rows.ts'
import { portKind } from '../model/port-kinds.ts'
import { portColor } from './port-color.ts'
import { useOutputWord, useTypePhrases, useTypeWord } from './port-words.ts'

/** What can be done with a node: its inputs, its fields, the way to the rest of them, and what it gives. */
export const NodeBody = memo(function NodeBody({ node }: { node: FlowNode }) {
  const { t } = useTranslation(['canvas', 'form'])
  const typeWord = useTypeWord()
  const phrases = useTypePhrases()
  const canvas = useCanvas()
  const { card, more } = splitParams(node)
  const changed = countChanged(more, node.data.inputs)
  return (
    <div className="cw-node-body">
      {node.data.inputAnchors
        .filter((anchor) => isInputVisible(anchor, node.data.inputs))
        .map((anchor) => (
          <div
            key={anchor.name}
            className="cw-port-row"
            style={{ '--port': portColor[portKind(splitTypes(anchor.type))] }}
            title={[anchor.description, phrases.taken(splitTypes(anchor.type))].filter(Boolean).join('\n')}
          >
            <span className="cw-port-label">{anchor.label}</span>
            {anchor.optional ? null : (
              <span className="cw-required" title={t('form:required')} aria-label={t('form:required')} role="img">
                *
              </span>
            )}
            <span className="cw-port-type">{typeWord(anchor)}</span>
          </div>
        ))}
      {card.map((param) => (
        <ParamRow key={param.name} node={node} param={param} />
      ))}
      {more.length > 0 ? (
        <div className="cw-more-row">
          <button
            type="button"
            className="cw-more nodrag nopan"
            onClick={() => canvas.openDialog({ kind: 'more', nodeId: node.id })}
          >
            {changed === 0 ? t('node.more') : t('node.moreChanged', { count: changed })}
          </button>
        </div>
      ) : null}
      <OutputRows node={node} />
    </div>
  )
})

function OutputRows({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const wordOf = useOutputWord()
  const { given } = useTypePhrases()
  const options = outputChoice(node)?.options ?? []
  if (hasOutputChoice(node)) {
    const chosen = openOutputs(node)[0]
    return (
      <div className="cw-output-row is-choice" style={outputStyle(chosen)}>
        <select
          className="cw-select nodrag"
          aria-label={t('node.output')}
          value={chosenOutputName(node)}
          disabled={isReadOnly}
          onChange={(event) => canvas.run([{ do: 'output', id: node.id, output: event.target.value }])}
        >
          {options.map((option) => (
            <option key={option.name} value={option.name}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    )
  }
  return openOutputs(node).map((output) => (
    <div key={output.handle} className="cw-output-row" style={outputStyle(output)} title={given(output.types)}>
      {wordOf(node, output)}
    </div>
  ))
}

function outputStyle(output: NodeOutput | undefined) {
  return { '--port': portColor[portKind(output?.types ?? [])] }
}

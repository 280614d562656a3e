import { findInput, findOutput, flowGraph, isStepNode, parseHandle } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { LooseEnd, PaletteRequest } from '../model/canvas-state.ts'
import { useOutputWord } from '../node/port-words.ts'

/** What the palette was opened for, and the way back to everything. */
export function PalettePurpose({ request }: { request: Exclude<PaletteRequest, { kind: 'add' }> }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const words = useEndWords()
  return (
    <p className="cw-palette-request">
      <span>{request.kind === 'insert' ? t('palette.forInsert') : words(request.end)}</span>
      <button type="button" className="cw-link" onClick={() => canvas.openPalette({ kind: 'add' })}>
        {t('palette.showAll')}
      </button>
    </p>
  )
}

function useEndWords(): (end: LooseEnd) => string {
  const { t } = useTranslation('canvas')
  const flow = useCanvasState((state) => state.history.present)
  const wordOf = useOutputWord()
  return ({ nodeId, handleId, side }) => {
    const node = flowGraph(flow).nodes.get(nodeId)
    if (!node) return ''
    const { label } = node.data
    if (isStepNode(node)) return t(side === 'input' ? 'palette.forStepBefore' : 'palette.forStepAfter', { label })
    if (side === 'input') {
      const port = findInput(node, parseHandle(handleId)?.name ?? '')?.label ?? ''
      return t('palette.forInput', { port, label })
    }
    const output = findOutput(node, handleId)
    return t('palette.forOutput', { port: output ? wordOf(node, output) : '', label })
  }
}

import { setEdits } from '@chatwright/core'
import type { NodeProps } from '@xyflow/react'
import { IconDots } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { nodeGeometry } from '../model/node-geometry.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { NodeMenu } from './node-menu.tsx'
import { NoteResizer } from './note-resizer.tsx'

/** A note beside the flow: words for the next person, no part of a run. */
export const NoteCard = memo(function NoteCard({ data: { node }, selected }: NodeProps<CanvasNode>) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement>()
  const { width, height } = nodeGeometry(node)
  const text = node.data.inputs['note']
  return (
    <div className={`cw-note${selected ? ' is-selected' : ''}`} style={{ width, height }}>
      <div className="cw-note-head">
        <span>{t('note.title')}</span>
        {isReadOnly ? null : (
          <button
            type="button"
            className="cw-node-menu nodrag"
            aria-label={t('node.menu', { label: t('note.title') })}
            aria-haspopup="menu"
            onClick={(event) => setMenuAnchor(event.currentTarget)}
          >
            <IconDots size={16} aria-hidden />
          </button>
        )}
      </div>
      <textarea
        className="cw-note-text nodrag nowheel"
        aria-label={t('note.title')}
        placeholder={t('note.placeholder')}
        value={typeof text === 'string' ? text : ''}
        readOnly={isReadOnly}
        onChange={(event) =>
          canvas.run(setEdits(node.id, { note: event.target.value }), { gesture: `note ${node.id}` })
        }
      />
      {/* What is left of it from afar: the title of a frame. */}
      <span className="cw-note-title" aria-hidden>
        {firstLine(text)}
      </span>
      {isReadOnly ? null : <NoteResizer node={node} />}
      {menuAnchor ? <NodeMenu node={node} anchor={menuAnchor} onClose={() => setMenuAnchor(undefined)} /> : null}
    </div>
  )
})

function firstLine(text: unknown): string {
  return typeof text === 'string' ? (text.split('\n').find((line) => line.trim() !== '') ?? '') : ''
}

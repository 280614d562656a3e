import type { FlowNode } from '@chatwright/core'
import { useStoreApi } from '@xyflow/react'
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../canvas-context.tsx'
import { nodeGeometry } from '../model/node-geometry.ts'
import { CONTAINER_SIZES, noteSize } from '../model/note-size.ts'

const STEPS: Readonly<Record<string, { width: number; height: number }>> = {
  ArrowLeft: { width: -16, height: 0 },
  ArrowRight: { width: 16, height: 0 },
  ArrowUp: { width: 0, height: -16 },
  ArrowDown: { width: 0, height: 16 },
}

let lastGesture = 0

/** The corner of a note or a container: dragged, or moved with the arrow keys, it resizes it in one step of undo. */
export function NoteResizer({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const view = useStoreApi()
  const gesture = useRef('')
  const isContainer = node.type === 'iteration'
  const from = useRef<{ x: number; y: number; width: number; height: number }>(undefined)
  const begin = () => {
    gesture.current = `resize ${++lastGesture}`
  }
  const resize = (wanted: { width: number; height: number }) => {
    const size = isContainer ? noteSize(wanted, CONTAINER_SIZES) : noteSize(wanted)
    if (canvas.run([{ do: 'resize', id: node.id, ...size }], { gesture: gesture.current }))
      canvas.announce(t('said.resized', { ...size }))
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { width, height } = nodeGeometry(node)
    from.current = { x: event.clientX, y: event.clientY, width, height }
    begin()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current) return
    const [, , zoom] = view.getState().transform
    const { x, y, width, height } = from.current
    resize({ width: width + (event.clientX - x) / zoom, height: height + (event.clientY - y) / zoom })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    // Arrows would move the note otherwise.
    event.preventDefault()
    event.stopPropagation()
    const { width, height } = nodeGeometry(node)
    const times = event.shiftKey ? 4 : 1
    resize({ width: width + step.width * times, height: height + step.height * times })
  }
  const end = () => {
    from.current = undefined
    // The corner keeps the focus: keys pressed from now on are a step of their own.
    begin()
  }
  return (
    <button
      type="button"
      className="cw-note-corner nodrag nopan"
      aria-label={t(isContainer ? 'step.resize' : 'note.resize')}
      title={t('note.resizeHint')}
      onFocus={begin}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  )
}

import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { setPreference } from '../components/preferences.ts'
import { ToolButton } from '../components/tool-button.tsx'
import { onlySelected } from '../model/side-panel.ts'
import Inspector from './inspector.tsx'

/** Keys that would do something to the selected node on the canvas, while somebody only moves within its form. */
const OF_THE_CANVAS = new Set(['Delete', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/** The selected node in the panel, with its name above. */
export default function Inspected() {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const node = useCanvasState(onlySelected)
  const focusCount = useCanvasState((state) => state.side.focusCount)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusCount === 0) return undefined
    // A menu that it was chosen from gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      head.current?.focus()
      // Once: who comes back to it another way stays where they are.
      canvas.changeSide({ focusCount: 0 })
    })
    return () => cancelAnimationFrame(frame)
  }, [canvas, focusCount])
  const close = () => {
    setPreference({ isInspectorWanted: false })
    canvas.changeSide({ isInspecting: false })
    focusNode(node?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      event.stopPropagation()
      focusNode(node?.id)
    } else if (OF_THE_CANVAS.has(event.key)) event.stopPropagation()
  }
  return (
    // Keys that bubble here come from the form's own controls.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div className="cw-inspected" onKeyDown={onKeyDown}>
      <div className="cw-inspected-head">
        <h2 ref={head} tabIndex={-1}>
          {node?.data.label ?? t('inspector.label')}
        </h2>
        <ToolButton label={t('inspector.close')} onClick={close}>
          <IconX size={20} aria-hidden />
        </ToolButton>
      </div>
      <div className="cw-inspected-body">
        {node ? <Inspector node={node} /> : <p className="cw-inspector-nothing">{t('inspector.nothing')}</p>}
      </div>
    </div>
  )
}

function focusNode(id: string | undefined): void {
  const nodes = [...document.querySelectorAll<HTMLElement>('.react-flow__node')]
  const place = nodes.find((node) => node.dataset['id'] === id) ?? document.querySelector<HTMLElement>('.react-flow')
  place?.focus({ preventScroll: true })
}

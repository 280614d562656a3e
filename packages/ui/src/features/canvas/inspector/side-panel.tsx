import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { DockedPanel } from '../components/docked-panel.tsx'
import { setPreference, usePreferences } from '../components/preferences.ts'
import { ToolButton } from '../components/tool-button.tsx'
import { frontOf, onlySelected } from '../model/side-panel.ts'

const Inspector = lazyPart(() => import('./inspector.tsx'), { texts: ['executions', 'runs'] })

/** Keys that would do something to the selected node on the canvas, while somebody only moves within its form. */
const OF_THE_CANVAS = new Set(['Delete', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/** Beside the flow: the selected node and the chat, one in front of the other. */
export function SidePanel({ chat }: { chat: ReactNode }) {
  const { t } = useTranslation('canvas')
  const { isChatOpen, chatWidth } = usePreferences()
  const hasChat = chat !== undefined && isChatOpen
  const front = useCanvasState((state) => frontOf(state, hasChat))
  const isInspecting = useCanvasState((state) => state.side.isInspecting)
  const label = useCanvasState((state) => onlySelected(state)?.data.label)
  useEffect(() => {
    if (isInspecting) setPreference({ isInspectorWanted: true })
  }, [isInspecting])
  if (front === undefined) return null
  return (
    <DockedPanel
      width={chatWidth}
      onResize={(width) => setPreference({ chatWidth: width })}
      label={front === 'chat' ? t('header.chat') : t('inspector.label')}
    >
      {hasChat && isInspecting && label !== undefined ? <Tabs front={front} label={label} /> : null}
      {/* Stays while a node is in front: an answer may be on its way. */}
      {hasChat ? <div style={{ display: front === 'chat' ? 'contents' : 'none' }}>{chat}</div> : null}
      {front === 'node' ? <Inspected /> : null}
    </DockedPanel>
  )
}

function Tabs({ front, label }: { front: 'node' | 'chat'; label: string }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  return (
    <div className="cw-side-tabs" role="group" aria-label={t('inspector.tabs')}>
      <button type="button" aria-pressed={front === 'node'} onClick={() => canvas.changeSide({ tab: 'node' })}>
        {label}
      </button>
      <button type="button" aria-pressed={front === 'chat'} onClick={() => canvas.changeSide({ tab: 'chat' })}>
        {t('header.chat')}
      </button>
    </div>
  )
}

/** The selected node in the panel, with its name above. */
function Inspected() {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const node = useCanvasState(onlySelected)
  const focusCount = useCanvasState((state) => state.side.focusCount)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusCount === 0) return undefined
    // A menu that it was chosen from gives the focus back to its button first.
    const frame = requestAnimationFrame(() => head.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [focusCount])
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

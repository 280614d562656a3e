import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { DockedPanel } from '../components/docked-panel.tsx'
import { setPreference, usePreferences } from '../components/preferences.ts'
import { frontOf, onlySelected } from '../model/side-panel.ts'

const Inspected = lazyPart(() => import('./inspected.tsx'), { texts: ['executions', 'runs'] })

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

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { lazyDialog, lazyPart } from '../components/lazy-part/lazy-part.tsx'
import CanvasScreen from '../features/canvas/canvas-screen.tsx'
import { setPreference } from '../features/canvas/components/preferences.ts'
import type { ChatPanelProps } from '../features/canvas/components/workbench.tsx'

const ChatPanel = lazyPart(() => import('../features/chat/chat-panel.tsx'))
const RunTrace = lazyDialog(() => import('../features/traces/run-trace.tsx'))
const CanvasShare = lazyDialog(() => import('./canvas-share.tsx'), { texts: ['share'] })

/** The canvas with the chat beside it; the two features know nothing of each other. */
export default function CanvasRoute() {
  const { state } = useLocation()
  const opensChat = hasOpenChat(state)
  useEffect(() => {
    if (opensChat) setPreference({ isChatOpen: true })
  }, [opensChat])
  return (
    <CanvasScreen
      opensChat={opensChat}
      chatPanel={(props) => <CanvasChat {...props} />}
      shareDialog={(props) => <CanvasShare {...props} />}
    />
  )
}

function CanvasChat({ chatflowId, isDirty, onSave, ...props }: ChatPanelProps) {
  const { t } = useTranslation()
  const isSaved = chatflowId !== undefined && !isDirty
  const [runId, setRunId] = useState<string>()
  return (
    <>
      <ChatPanel
        chatflowId={chatflowId ?? ''}
        canAsk={isSaved}
        reasonCannotAsk={isSaved ? undefined : t('canvasChat.saveFirst')}
        wayOut={isSaved ? undefined : { label: t('canvasChat.save'), run: onSave }}
        onShowRun={setRunId}
        {...props}
      />
      {runId === undefined ? null : (
        <RunTrace
          runId={runId}
          onClose={() => setRunId(undefined)}
          onJumpToNode={(nodeId) => {
            setRunId(undefined)
            props.onJumpToNode(nodeId)
          }}
        />
      )}
    </>
  )
}

function hasOpenChat(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opensChat' in state && state.opensChat === true
}

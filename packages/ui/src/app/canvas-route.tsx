import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import CanvasScreen from '../features/canvas/canvas-screen.tsx'
import { setPreference } from '../features/canvas/components/preferences.ts'
import type { ChatPanelProps } from '../features/canvas/components/workbench.tsx'

const ChatPanel = lazy(() => import('../features/chat/chat-panel.tsx'))

/** The canvas with the chat beside it; the two features know nothing of each other. */
export default function CanvasRoute() {
  const { state } = useLocation()
  const opensChat = hasOpenChat(state)
  useEffect(() => {
    if (opensChat) setPreference({ isChatOpen: true })
  }, [opensChat])
  return <CanvasScreen chatPanel={(props) => <CanvasChat {...props} />} />
}

function CanvasChat({ chatflowId, isDirty, ...props }: ChatPanelProps) {
  const { t } = useTranslation()
  const isSaved = chatflowId !== undefined && !isDirty
  return (
    <Suspense>
      <ChatPanel
        chatflowId={chatflowId ?? ''}
        canAsk={isSaved}
        reasonCannotAsk={isSaved ? undefined : t('canvasChat.saveFirst')}
        {...props}
      />
    </Suspense>
  )
}

function hasOpenChat(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opensChat' in state && state.opensChat === true
}

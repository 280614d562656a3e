import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { KeptAside } from '../components/kept-aside.tsx'
import { lazyDialog, lazyPart } from '../components/lazy-part/lazy-part.tsx'
import CanvasScreen from '../features/canvas/canvas-screen.tsx'
import { setPreference } from '../features/canvas/components/preferences.ts'
import type { FirstQuestion } from '../features/chat/api/use-conversation.ts'
import type { ChatPanelProps } from '../features/canvas/components/workbench.tsx'

const ChatPanel = lazyPart(() => import('../features/chat/chat-panel.tsx'))
const RunPanel = lazyPart(() => import('../features/traces/run-panel.tsx'), { texts: ['executions', 'runs'] })
const NodeTools = lazyPart(() => import('../features/traces/time-machine/node-tools.tsx'), { texts: ['runs'] })
const PromptTrial = lazyDialog(() => import('../features/traces/prompt-bench/prompt-trial.tsx'), {
  texts: ['runs', 'chat'],
})
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
      preloadShareDialog={CanvasShare.preload}
      nodeTools={(props) => <NodeTools {...props} />}
      promptTrial={(props) => <PromptTrial {...props} />}
    />
  )
}

/** A new flow is kept as it is first asked, which moves it to its own address: the question goes along. */
let firstQuestion: FirstQuestion | undefined

function takeFirstQuestion(): FirstQuestion | undefined {
  const question = firstQuestion
  firstQuestion = undefined
  return question
}

function CanvasChat({
  chatflowId,
  isEmpty,
  keep,
  followSelection,
  onRunShown,
  onOpenNode,
  onApply,
  ...props
}: ChatPanelProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [runId, setRunId] = useState<string>()
  useEffect(() => {
    onRunShown(runId !== undefined)
    return () => onRunShown(false)
  }, [runId, onRunShown])
  return (
    <>
      {/* Stays while a run is looked at: an answer may be on its way. */}
      <KeptAside isShown={runId === undefined}>
        <ChatPanel
          chatflowId={chatflowId ?? ''}
          canAsk={!isEmpty}
          reasonCannotAsk={isEmpty ? t('canvasChat.empty') : undefined}
          keepFirst={
            chatflowId === undefined
              ? async (question) => {
                  // Before it is kept, which takes typed secrets off the screen.
                  firstQuestion = { question, draft: props.drawing() }
                  const isKept = await keep()
                  if (!isKept) firstQuestion = undefined
                  return isKept
                }
              : undefined
          }
          // Not before the flow is at its address: until then this chat may be about to go.
          takeFirstQuestion={chatflowId !== undefined && pathname.endsWith(chatflowId) ? takeFirstQuestion : undefined}
          onShowRun={setRunId}
          {...props}
        />
      </KeptAside>
      {runId === undefined ? null : (
        <RunPanel
          key={runId}
          runId={runId}
          onClose={() => setRunId(undefined)}
          onJumpToNode={props.onJumpToNode}
          onOpenNode={onOpenNode}
          onApply={onApply}
          followSelection={followSelection}
        />
      )}
    </>
  )
}

function hasOpenChat(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opensChat' in state && state.opensChat === true
}

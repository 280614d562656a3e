import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import type { RunEvent } from '@chatwright/core'
import { useId, useMemo, useState } from 'react'

import type { FaultFacts } from '../../lib/fault-facts.ts'
import type { AnswerFault } from '../../lib/prediction/answer-fault.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { builderPorts } from './api/conversation-ports.ts'
import { useChatSettings } from './api/use-chat-settings.ts'
import { useConversation } from './api/use-conversation.ts'
import type { FirstQuestion } from './api/use-conversation.ts'
import { ChatContext } from './components/chat-context.ts'
import { chatLook } from './components/chat-look.ts'
import { DraftHint } from './components/draft-hint.tsx'
import { PanelBody } from './components/panel-body.tsx'
import { PanelHead } from './components/panel-head.tsx'
import { noSettings } from './model/chat-settings.ts'
import { createUnsent } from './model/unsent.ts'

export interface ChatPanelProps {
  chatflowId: string
  canAsk: boolean
  reasonCannotAsk?: string | undefined
  /** The flow on the screen, when it is to be asked instead of the saved one. */
  drawing?: (() => string | undefined) | undefined
  /** Whether that is so right now. */
  isDraft?: boolean
  /** Names of what may change something outside when the flow is asked. */
  acting?: readonly string[]
  /** Keeps a flow that was never saved, for this question. Resolves to whether it is kept. */
  keepFirst?: ((question: string) => Promise<boolean>) | undefined
  /** The question that the flow was kept for, once; missing until it may be asked. */
  takeFirstQuestion?: (() => FirstQuestion | undefined) | undefined
  /** Everything the run tells, for the canvas to light up its nodes. */
  onRunEvent?: ((event: RunEvent) => void) | undefined
  onJumpToNode?: ((nodeId: string) => void) | undefined
  /** What the drawing knows about a fault of one of its nodes. */
  aboutFault?: ((fault: AnswerFault) => FaultFacts) | undefined
  /** Shows the trace of a run. */
  onShowRun?: ((runId: string) => void) | undefined
  onClose?: (() => void) | undefined
  /** Questions to offer where the flow has no starters of its own. */
  examples?: readonly string[]
  /** Starts in the large dialog instead of the dock. */
  isExpanded?: boolean
}

/** Chat with the flow on the canvas: docked, or large in a dialog. */
export default function ChatPanel({ chatflowId, onRunEvent, onJumpToNode, onShowRun, ...props }: ChatPanelProps) {
  const { aboutFault } = props
  const titleId = useId()
  const isPhone = useIsPhone()
  const [isExpanded, setIsExpanded] = useState(props.isExpanded ?? false)
  const { drawing, keepFirst, takeFirstQuestion } = props
  const conversation = useConversation(chatflowId, {
    createPorts: (id) => builderPorts(id, { drawing, keepFirst }),
    onRunEvent,
    takeFirstQuestion,
  })
  const settings = useChatSettings(chatflowId).data ?? noSettings
  const [unsent] = useState(createUnsent)
  const context = useMemo(
    () =>
      conversation && {
        chatflowId,
        conversation,
        unsent,
        audience: 'builder' as const,
        hasFeedback: settings.hasFeedback,
        speech: settings.speech,
        onShowRun,
        aboutFault,
        onJumpToNode:
          onJumpToNode &&
          ((nodeId: string) => {
            setIsExpanded(false)
            onJumpToNode(nodeId)
          }),
      },
    [chatflowId, conversation, unsent, settings.hasFeedback, settings.speech, onShowRun, onJumpToNode, aboutFault],
  )
  if (!context) return null
  const chat = (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={[
        chatLook,
        {
          display: 'flex',
          flexDirection: 'column',
          height: '100%',
          minHeight: 0,
          backgroundColor: 'var(--chat-ground)',
        },
      ].flat()}
    >
      <PanelHead
        titleId={titleId}
        isExpanded={isExpanded}
        onToggleExpanded={isPhone ? undefined : () => setIsExpanded(!isExpanded)}
        onClose={props.onClose}
      />
      <PanelBody
        canAsk={props.canAsk}
        reasonCannotAsk={props.reasonCannotAsk}
        hint={
          <DraftHint isNew={keepFirst !== undefined} isDraft={props.isDraft ?? false} acting={props.acting ?? []} />
        }
        settings={settings}
        examples={props.examples}
      />
    </Box>
  )
  return (
    <ChatContext value={context}>
      {isExpanded ? (
        <Dialog
          open
          maxWidth="lg"
          onClose={() => setIsExpanded(false)}
          aria-labelledby={titleId}
          slotProps={{ paper: { sx: { height: 'calc(100% - 64px)' } } }}
        >
          {chat}
        </Dialog>
      ) : (
        chat
      )}
    </ChatContext>
  )
}

import { createContext, use } from 'react'

import type { FaultFacts } from '../../../lib/fault-facts.ts'
import type { AnswerFault } from '../../../lib/prediction/answer-fault.ts'
import type { ChatSettings } from '../model/chat-settings.ts'
import type { UnsentStore } from '../model/unsent.ts'
import type { Conversation } from '../../../parts/conversation/conversation.ts'

/** What every part of a chat needs to know about the chat it is in. */
export interface ChatContextValue {
  chatflowId: string
  conversation: Conversation
  /** The question that is not sent yet, where its field is drawn in one place after another. */
  unsent?: UnsentStore
  /** Builders see causes, tokens and traces; visitors see the conversation. */
  audience: 'builder' | 'visitor'
  hasFeedback: boolean
  /** Whether answers can be listened to. */
  speech?: ChatSettings['speech']
  /** What visitors read instead of any cause. */
  errorMessage?: string | undefined
  onJumpToNode?: ((nodeId: string) => void) | undefined
  /** What the drawing beside the chat knows about a fault. */
  aboutFault?: ((fault: AnswerFault) => FaultFacts) | undefined
  onShowRun?: ((runId: string) => void) | undefined
  /** The address of the picture beside each answer. */
  botAvatar?: string | undefined
}

export const ChatContext = createContext<ChatContextValue | undefined>(undefined)

export function useChat(): ChatContextValue {
  const value = use(ChatContext)
  if (!value) throw new Error('This component belongs inside a chat.')
  return value
}

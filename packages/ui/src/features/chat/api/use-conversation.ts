import type { RunEvent } from '@chatwright/core'
import { useEffect, useEffectEvent, useState } from 'react'

import { Conversation } from '../../../parts/conversation/conversation.ts'
import type { ConversationPorts } from '../../../parts/conversation/conversation.ts'

/** What a flow was kept for that was never saved before. */
export interface FirstQuestion {
  question: string
  draft: string | undefined
}

interface ConversationOptions {
  createPorts: (chatflowId: string) => ConversationPorts
  onRunEvent?: ((event: RunEvent) => void) | undefined
  /** Missing until it may be asked. */
  takeFirstQuestion?: (() => FirstQuestion | undefined) | undefined
}

/** Opens the conversation with a flow, and stops reading when nobody looks any more. */
export function useConversation(chatflowId: string, options: ConversationOptions): Conversation | undefined {
  const [conversation, setConversation] = useState<Conversation>()
  const hear = useEffectEvent((event: RunEvent) => options.onRunEvent?.(event))
  const create = useEffectEvent((id: string) => new Conversation({ ...options.createPorts(id), onRunEvent: hear }))
  const [ready, setReady] = useState<{ chatflowId: string; conversation: Conversation }>()
  useEffect(() => {
    const opened = create(chatflowId)
    // oxlint-disable-next-line react/set-state-in-effect -- a conversation is opened and left with the page, not drawn
    setConversation(opened)
    let isGone = false
    void opened.open().then(() => {
      if (!isGone) setReady({ chatflowId, conversation: opened })
    })
    // Told only when another tab of this browser wrote.
    const hearStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(`${chatflowId}_`)) void opened.catchUp()
    }
    window.addEventListener('storage', hearStorage)
    return () => {
      isGone = true
      window.removeEventListener('storage', hearStorage)
      opened.leave()
    }
  }, [chatflowId])
  const { takeFirstQuestion } = options
  useEffect(() => {
    // The conversation of before is still there as the flow changes.
    const first = ready?.chatflowId === chatflowId ? takeFirstQuestion?.() : undefined
    if (first) void ready?.conversation.ask(first)
  }, [ready, chatflowId, takeFirstQuestion])
  return conversation
}

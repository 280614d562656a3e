import { changeFeedback, giveFeedback } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import type { Feedback } from '../../../parts/conversation/turn.ts'

interface Rating {
  chatflowId: string
  chatId: string
  messageId: string
  rating: Feedback['rating']
}

export function rateAnswer({ chatflowId, chatId, messageId, rating }: Rating): Promise<{ id: string }> {
  return call(giveFeedback, {
    params: { id: chatflowId },
    body: { chatflowid: chatflowId, chatId, messageId, rating, content: '' },
  })
}

export function addWords({ feedbackId, content }: { feedbackId: string; content: string }): Promise<unknown> {
  return call(changeFeedback, { params: { feedbackId }, body: { content } })
}

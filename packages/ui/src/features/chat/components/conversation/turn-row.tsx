import Box from '@mui/material/Box'
import { memo, useCallback } from 'react'
import { useStore } from 'zustand'

import { canGoOn, isUnderway } from '../../../../parts/conversation/turn.ts'
import type { Turn } from '../../../../parts/conversation/turn.ts'
import { size } from '../../../../theme/tokens.ts'
import { AnswerFoot } from '../answer/answer-foot.tsx'
import { AnswerView } from '../answer/answer-view.tsx'
import { DecisionButtons } from '../answer/decision-buttons.tsx'
import { useChat } from '../chat-context.ts'
import { BotMark } from './bot-mark.tsx'
import { ConversationEnd } from './conversation-end.tsx'
import { QuestionView } from './question-view.tsx'

/** The turn at a place in the conversation. It reads the store itself, so that a token redraws one row only. */
export function TurnRow({ index }: { index: number }) {
  const { conversation } = useChat()
  const turn = useStore(conversation.store, (state) => state.turns[index] ?? state.live)
  const isBusy = useStore(conversation.store, (state) => state.live !== undefined)
  const isLast = useStore(conversation.store, ({ turns, live }) => index === turns.length - (live ? 0 : 1))
  if (!turn) return null
  return (
    <>
      <TurnView turn={turn} isBusy={isBusy} isLast={isLast} />
      {isLast ? <ConversationEnd /> : null}
    </>
  )
}

interface TurnViewProps {
  turn: Turn
  isBusy: boolean
  isLast: boolean
}

const TurnView = memo(function TurnView({ turn, isBusy, isLast }: TurnViewProps) {
  const { conversation } = useChat()
  const { id, answer } = turn
  const askAgain = useCallback((question?: string) => void conversation.askAgain(id, question), [conversation, id])
  const retry = useCallback(() => askAgain(), [askAgain])
  const goOn = useCallback(() => void conversation.goOn(id), [conversation, id])
  const isFree = !isBusy
  return (
    <Box
      component="article"
      sx={{ display: 'grid', gap: 2, padding: '12px 16px', maxWidth: size.chatColumn + 32, margin: '0 auto' }}
    >
      <QuestionView turn={turn} canEdit={isFree && !turn.form} onResend={askAgain} />
      <Box sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}>
        <BotMark />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <AnswerView answer={answer} onRetry={retry} />
          {answer.asked ? <DecisionButtons turn={turn} asked={answer.asked} isFree={isFree} /> : null}
          {isUnderway(answer) ? null : (
            <AnswerFoot
              turn={turn}
              onRetry={isFree && !answer.fault ? retry : undefined}
              onGoOn={isFree && isLast && canGoOn(answer) ? goOn : undefined}
            />
          )}
        </Box>
      </Box>
    </Box>
  )
})

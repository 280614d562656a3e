import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { Markdown } from '../../../../components/markdown/markdown.tsx'
import { ArtifactList } from '../../../../components/picture/artifact-list.tsx'
import { color, type } from '../../../../theme/tokens.ts'
import { isUnderway } from '../../../../parts/conversation/turn.ts'
import type { Answer } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'
import { FaultCard } from './fault-card.tsx'
import { Sources } from './sources.tsx'
import { Thinking } from './thinking.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { WaitingDots } from './waiting-dots.tsx'

interface AnswerViewProps {
  answer: Answer
  onRetry: () => void
}

/** An answer without a bubble: thoughts, tools, the text, what it rests on, and what went wrong. */
export const AnswerView = memo(function AnswerView({ answer, onRetry }: AnswerViewProps) {
  const { t } = useTranslation('chat')
  const isWriting = isUnderway(answer)
  // That it was stopped stands below it.
  const isOver = !isWriting && answer.state !== 'stopped'
  const isSilent = isOver && answer.text === '' && !answer.fault && answer.artifacts.length === 0
  return (
    <Box
      className="chat-answer"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        color: 'var(--chat-bot-text)',
      }}
    >
      {answer.thinking ? <Thinking thinking={answer.thinking} isThinking={answer.state === 'thinking'} /> : null}
      <ToolCalls tools={answer.tools} called={answer.calledTools} running={answer.runningTools} />
      {answer.text === '' ? null : <Markdown text={answer.text} isWriting={isWriting} />}
      {isWriting && answer.text === '' && answer.runningTools.length === 0 ? <WaitingDots /> : null}
      {isSilent ? (
        <Box sx={{ ...type.chat, color: color.text3 }}>
          {t(answer.state === 'interrupted' ? 'turn.lost' : 'turn.noText')}
        </Box>
      ) : null}
      {answer.artifacts.length > 0 ? <ArtifactsOf answer={answer} /> : null}
      {answer.sources.length > 0 ? <Sources sources={answer.sources} /> : null}
      {answer.fault ? <FaultCard fault={answer.fault} isPartial={answer.text !== ''} onRetry={onRetry} /> : null}
    </Box>
  )
})

function ArtifactsOf({ answer }: { answer: Answer }) {
  const { chatflowId, conversation } = useChat()
  const { chatId } = conversation.store.getState()
  return <ArtifactList artifacts={answer.artifacts} chatflowId={chatflowId} chatId={chatId} />
}

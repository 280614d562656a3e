import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { messageOf } from '../../../../lib/api-error.ts'
import { notify } from '../../../../state/notifications.ts'
import { addWords, rateAnswer } from '../../api/feedback.ts'
import type { Feedback, Turn } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'

/** Thumbs up or down, then room for a few words. */
export function FeedbackButtons({ turn, messageId }: { turn: Turn; messageId: string }) {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation } = useChat()
  const anchor = useRef<HTMLDivElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { feedback } = turn.answer

  const rate = async (rating: Feedback['rating']) => {
    conversation.setFeedback(turn.id, { rating, content: '' })
    setIsAsking(true)
    try {
      const { chatId } = conversation.store.getState()
      const { id } = await rateAnswer({ chatflowId, chatId, messageId, rating })
      conversation.setFeedback(turn.id, { id, rating, content: '' })
    } catch (error) {
      conversation.setFeedback(turn.id, feedback)
      setIsAsking(false)
      notify(t('feedback.failed', { message: messageOf(error) }), { tone: 'error' })
    }
  }

  const sendWords = async (content: string) => {
    setIsAsking(false)
    if (content.trim() === '' || feedback?.id === undefined) return
    try {
      await addWords({ feedbackId: feedback.id, content })
      conversation.setFeedback(turn.id, { ...feedback, content })
      notify(t('feedback.thanks'), { tone: 'success' })
    } catch (error) {
      notify(t('feedback.failed', { message: messageOf(error) }), { tone: 'error' })
    }
  }

  const isUp = feedback?.rating === 'THUMBS_UP'
  const isDown = feedback?.rating === 'THUMBS_DOWN'
  return (
    <div ref={anchor} style={{ display: 'inline-flex' }}>
      <LabelledIconButton label={t('feedback.up')} aria-pressed={isUp} onClick={() => void rate('THUMBS_UP')}>
        {isUp ? <IconThumbUpFilled size={16} aria-hidden /> : <IconThumbUp size={16} aria-hidden />}
      </LabelledIconButton>
      <LabelledIconButton label={t('feedback.down')} aria-pressed={isDown} onClick={() => void rate('THUMBS_DOWN')}>
        {isDown ? <IconThumbDownFilled size={16} aria-hidden /> : <IconThumbDown size={16} aria-hidden />}
      </LabelledIconButton>
      <Popover
        open={isAsking}
        anchorEl={() => anchor.current}
        onClose={() => setIsAsking(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <FeedbackForm onSend={(content) => void sendWords(content)} onSkip={() => setIsAsking(false)} />
      </Popover>
    </div>
  )
}

function FeedbackForm({ onSend, onSkip }: { onSend: (content: string) => void; onSkip: () => void }) {
  const { t } = useTranslation('chat')
  const [content, setContent] = useState('')
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1.5, padding: 2, width: 320, maxWidth: '100%' }}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(content)
      }}
    >
      <TextInput
        label={t('feedback.ask')}
        value={content}
        onChange={setContent}
        placeholder={t('feedback.placeholder')}
        multiline
        rows={3}
        autoFocus
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onSkip}>{t('feedback.skip')}</Button>
        <Button type="submit" variant="contained" disabled={content.trim() === ''}>
          {t('feedback.send')}
        </Button>
      </Box>
    </Box>
  )
}

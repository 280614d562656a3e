import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { TextInput } from '../../../../components/text-input.tsx'
import type { AskedDecision } from '../../model/asked-decision.ts'
import type { Turn } from '../../model/turn.ts'
import { useChat } from '../chat-context.ts'

/** What a run waits for: its buttons, and room for a few words where the flow takes them. */
export function DecisionButtons({ turn, asked, isFree }: { turn: Turn; asked: AskedDecision; isFree: boolean }) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const [feedback, setFeedback] = useState('')

  const decide = (type: string, label: string) => {
    const words = feedback.trim()
    const decides = { type, startNodeId: asked.nodeId, ...(words !== '' && { feedback: words }) }
    void conversation.decide(turn.id, { decides, words: words === '' ? label : words })
  }

  return (
    <Box
      role="group"
      aria-label={t('decision.label')}
      sx={{ display: 'grid', gap: 1.5, marginTop: 1.5, maxWidth: '72ch' }}
    >
      {asked.takesFeedback ? (
        <TextInput
          label={t('decision.feedback')}
          value={feedback}
          onChange={setFeedback}
          isOptional
          multiline
          minRows={1}
          maxRows={6}
        />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {asked.buttons.map(({ type, label }, index) => (
          <Button
            key={type}
            variant={index === 0 ? 'contained' : 'outlined'}
            disabled={!isFree}
            onClick={() => decide(type, label)}
          >
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  )
}

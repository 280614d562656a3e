import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { TextInput } from '../../../../components/text-input.tsx'
import { isSendKey } from '../composer/is-send-key.ts'

interface QuestionEditorProps {
  question: string
  onCancel: () => void
  onSend: (question: string) => void
}

export function QuestionEditor({ question, onCancel, onSend }: QuestionEditorProps) {
  const { t } = useTranslation('chat')
  const [text, setText] = useState(question)
  const send = () => {
    if (text.trim() !== '') onSend(text.trim())
  }
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextInput
        label={t('turn.editLabel')}
        value={text}
        onChange={setText}
        multiline
        maxRows={8}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          } else if (isSendKey(event)) {
            event.preventDefault()
            send()
          }
        }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onCancel}>{t('action.cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="contained" disabled={text.trim() === ''}>
          {t('turn.resend')}
        </Button>
      </Box>
    </Box>
  )
}

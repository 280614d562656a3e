import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { messageOf } from '../../../../lib/api-error.ts'
import { color, radius } from '../../../../theme/tokens.ts'
import { sendLead } from '../../api/leave-lead.ts'
import type { LeadSettings } from '../../model/chat-settings.ts'
import { isMailAddress } from '../../../../parts/conversation/lead.ts'
import type { Lead } from '../../../../parts/conversation/lead.ts'
import { useChat } from '../chat-context.ts'

interface LeadFormProps {
  settings: LeadSettings
  onLeft: (lead: Lead) => void
}

/** Asks who the visitor is before the first question. */
export function LeadForm({ settings, onLeft }: LeadFormProps) {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation } = useChat()
  const [lead, setLead] = useState<Lead>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const errorOf = (field: keyof Lead) => {
    const value = lead[field]?.trim() ?? ''
    if (value === '') return t('state.required', { ns: 'common' })
    return field === 'email' && !isMailAddress(value) ? t('lead.badEmail') : undefined
  }

  const send = async () => {
    setWasTried(true)
    if (settings.fields.some((field) => errorOf(field) !== undefined)) return
    setIsBusy(true)
    try {
      await sendLead({ chatflowId, chatId: conversation.store.getState().chatId, lead })
      onLeft(lead)
    } catch (error) {
      setProblem(t('lead.failed', { message: messageOf(error) }))
      setIsBusy(false)
    }
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      sx={{
        display: 'grid',
        gap: 2,
        padding: 2,
        border: `1px solid ${color.line}`,
        borderRadius: radius.card,
        backgroundColor: color.paper,
        color: color.text,
      }}
    >
      <Typography variant="h3" component="h2">
        {settings.title?.trim() ? settings.title : t('lead.title')}
      </Typography>
      {settings.fields.map((field) => (
        <TextInput
          key={field}
          label={t(`lead.${field}`)}
          type={INPUT_TYPES[field]}
          autoComplete={AUTOCOMPLETE[field]}
          value={lead[field] ?? ''}
          onChange={(value) => setLead({ ...lead, [field]: value })}
          error={wasTried ? errorOf(field) : undefined}
        />
      ))}
      {problem === undefined ? null : <ProblemNotice>{problem}</ProblemNotice>}
      <Box>
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('lead.send')}
        </Button>
      </Box>
    </Box>
  )
}

const INPUT_TYPES = { name: 'text', email: 'email', phone: 'tel' } as const
const AUTOCOMPLETE = { name: 'name', email: 'email', phone: 'tel' } as const

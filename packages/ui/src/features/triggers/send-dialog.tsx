import type { WebhookDelivery } from '@chatwright/contract'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeEditor } from '../../components/code-editor.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { readPayload, writePayload } from './payload-text.ts'
import { useSendDelivery } from './use-webhooks.ts'

interface SendDialogProps {
  /** Of the trigger. */
  id: string
  again: WebhookDelivery | undefined
  onClose: () => void
}

/** Sends something by hand: what came before, edited or not, or something new. */
export function SendDialog({ id, again, onClose }: SendDialogProps) {
  const { t } = useTranslation('triggers')
  const [first] = useState(() => writePayload(again?.payload))
  const [text, setText] = useState(first)
  const [problem, setProblem] = useState<string | undefined>()
  const send = useSendDelivery()
  const submit = (): void => {
    const payload = readPayload(text)
    if (!payload) {
      setProblem(t('send.notJson'))
      return
    }
    setProblem(undefined)
    // Unchanged, the server sends what came, with what is hidden here.
    const parts = again && text === first ? {} : payload
    send.mutate(
      { id, ...(again && { again: again.id }), ...parts },
      {
        onSuccess: () => {
          notify(t('send.sent'))
          onClose()
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }
  return (
    <FormDialog
      open
      width="md"
      title={t(again ? 'send.againTitle' : 'send.title')}
      submitLabel={t('send.send')}
      isBusy={send.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Typography variant="body2" sx={{ color: color.text2, marginBottom: 1 }}>
        {t(again ? 'send.againText' : 'send.text')}
      </Typography>
      <CodeEditor label={t('webhook.payload')} language="json" value={text} onChange={setText} minHeight={240} />
      {problem === undefined ? null : <ProblemNotice>{problem}</ProblemNotice>}
    </FormDialog>
  )
}

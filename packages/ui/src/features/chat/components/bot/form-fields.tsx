import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormField } from '../../../../components/decision/form-field.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { pickFiles } from '../../../../lib/files.ts'
import { color, radius } from '../../../../theme/tokens.ts'
import type { ChatSettings } from '../../model/chat-settings.ts'
import { emptyForm, readForm, type FormFaults } from '../../model/filled-form.ts'
import { acceptOf } from '../../model/pick-files.ts'
import { createUnsent } from '../../model/unsent.ts'
import { useChat } from '../chat-context.ts'
import { PickedFiles } from '../composer/picked-files.tsx'
import { useFilesToSend } from '../composer/use-files-to-send.ts'

/** What the flow's form asks for; of a flow without one, a question. Files go along where the flow takes any. */
export function FormFields({ settings, welcome }: { settings: ChatSettings; welcome: string }) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const fields = settings.form?.fields
  const [values, setValues] = useState(() => emptyForm(fields ?? []))
  const [question, setQuestion] = useState('')
  const [faults, setFaults] = useState<FormFaults>({})
  const [isMissing, setIsMissing] = useState(false)
  const [unsent] = useState(createUnsent)
  const files = useFilesToSend(settings.uploads, unsent)
  const takesFiles = settings.uploads.rules.length > 0

  const send = async (): Promise<void> => {
    const read = readForm(fields ?? [], values)
    setFaults(read.faults)
    const isEmpty = !fields && question.trim() === '' && files.picked.length === 0
    setIsMissing(isEmpty)
    if (isEmpty || Object.keys(read.faults).length > 0) return
    const uploads = await files.send()
    if (!uploads) return
    void conversation.ask(
      fields ? { question: read.words, form: read.form, uploads } : { question: question.trim(), uploads },
    )
  }

  return (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', padding: { xs: 2, sm: 4 } }}>
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
          gridTemplateColumns: 'minmax(0, 1fr)',
          width: '100%',
          maxWidth: 640,
          margin: '0 auto',
          padding: { xs: 2, sm: 3 },
          border: `1px solid ${color.line}`,
          borderRadius: radius.card,
          backgroundColor: color.paper,
          color: color.text,
        }}
      >
        {welcome.trim() === '' ? null : (
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: color.text2 }}>
            {welcome}
          </Typography>
        )}
        {fields ? (
          fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              error={faults[field.name] && t('form.notANumber')}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))
        ) : (
          <TextInput
            label={t('form.question')}
            value={question}
            onChange={setQuestion}
            error={isMissing ? t('state.required', { ns: 'common' }) : undefined}
            multiline
            minRows={4}
            maxRows={16}
          />
        )}
        {takesFiles ? (
          <div>
            <PickedFiles files={files} />
            <Button
              startIcon={<IconPaperclip size={20} aria-hidden />}
              onClick={() => void pickFiles({ accept: acceptOf(settings.uploads), multiple: true }).then(files.add)}
            >
              {t('form.attach')}
            </Button>
          </div>
        ) : null}
        <Box>
          <Button
            type="submit"
            variant="contained"
            loading={files.isSending}
            sx={{
              backgroundColor: 'var(--chat-accent)',
              color: 'var(--chat-on-accent)',
              '&:hover': { backgroundColor: 'var(--chat-accent)' },
            }}
          >
            {t('form.send')}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}

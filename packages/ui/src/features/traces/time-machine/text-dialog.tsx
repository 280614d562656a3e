import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextInput } from '../../../components/text-input.tsx'

export interface TextDialogProps {
  title: string
  label: string
  help?: string
  text: string
  onClose: () => void
  onDone: (text: string) => void
}

/** A text that takes the place of another: a question, or an answer by hand. */
export default function TextDialog({ title, label, help, text, onClose, onDone }: TextDialogProps) {
  const { t } = useTranslation('runs')
  const [typed, setTyped] = useState(text)
  return (
    <FormDialog
      open
      width="md"
      title={title}
      submitLabel={t('use')}
      onClose={onClose}
      onSubmit={() => {
        if (typed.trim() !== '') onDone(typed)
      }}
    >
      <TextInput label={label} help={help} value={typed} onChange={setTyped} multiline minRows={4} maxRows={16} />
    </FormDialog>
  )
}

import type { KnowledgeStore } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useSaveStore } from '../api/use-knowledge.ts'

interface StoreDialogProps {
  /** A new one without it. */
  store?: KnowledgeStore
  onClose: () => void
  onSaved?: (store: KnowledgeStore) => void
}

/** The name of a store, and what it is about. */
export function StoreDialog({ store, onClose, onSaved }: StoreDialogProps) {
  const { t } = useTranslation('knowledge')
  const [name, setName] = useState(store?.name ?? '')
  const [description, setDescription] = useState(store?.description ?? '')
  const save = useSaveStore()
  const isNamed = name.trim() !== ''
  const submit = () => {
    if (!isNamed) return
    const values = { ...(store && { id: store.id }), name, description }
    save.mutate(values, {
      onSuccess: (saved) => {
        onClose()
        onSaved?.(saved)
      },
    })
  }
  return (
    <FormDialog
      open
      title={store ? t('dialog.edit') : t('dialog.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
    >
      <Stack spacing={2}>
        <TextInput label={t('dialog.name')} value={name} onChange={setName} autoFocus />
        <TextInput
          label={t('dialog.description')}
          help={t('dialog.descriptionHelp')}
          value={description}
          onChange={setDescription}
          multiline
          rows={3}
          isOptional
        />
        {save.error ? <ProblemNotice>{messageOf(save.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

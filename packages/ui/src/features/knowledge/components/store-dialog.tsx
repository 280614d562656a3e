import type { KnowledgeStore } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useSaveStore } from '../api/use-knowledge.ts'
import { refreshOf, rhythmOf, RHYTHMS } from '../model/rhythm.ts'

interface StoreDialogProps {
  /** A new one without it. */
  store?: KnowledgeStore
  onClose: () => void
  onSaved?: (store: KnowledgeStore) => void
}

/** The name of a store, what it is about, and when it reads its sources again. */
export function StoreDialog({ store, onClose, onSaved }: StoreDialogProps) {
  const { t, i18n } = useTranslation(['knowledge', 'common'])
  const [name, setName] = useState(store?.name ?? '')
  const [description, setDescription] = useState(store?.description ?? '')
  const [rhythm, setRhythm] = useState(rhythmOf(store?.refresh?.cron))
  const [cron, setCron] = useState(store?.refresh?.cron ?? '')
  // As it was when this was opened: the store itself is looked at again meanwhile.
  const [basedOn] = useState(store?.revision)
  const [isTried, setIsTried] = useState(false)
  const save = useSaveStore()
  const isNamed = name.trim() !== ''
  const next = store?.refresh?.nextDate
  const nextDate = next ? new Date(next).toLocaleString(i18n.language) : undefined
  const submit = () => {
    setIsTried(true)
    if (!isNamed) return
    const values = {
      ...(store && { id: store.id, refresh: refreshOf(rhythm, cron, store), basedOn }),
      name,
      description,
    }
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
        <TextInput
          label={t('dialog.name')}
          value={name}
          onChange={setName}
          autoFocus
          error={isTried && !isNamed ? t('common:state.required') : undefined}
        />
        <TextInput
          label={t('dialog.description')}
          help={t('dialog.descriptionHelp')}
          value={description}
          onChange={setDescription}
          multiline
          rows={3}
          isOptional
        />
        {store ? (
          <ChoiceInput
            label={t('refresh.label')}
            help={nextDate === undefined ? t('refresh.help') : t('refresh.next', { date: nextDate })}
            value={rhythm}
            choices={RHYTHMS.map((each) => ({ value: each, label: t(`refresh.${each}`) }))}
            onChange={(value) => setRhythm(RHYTHMS.find((each) => each === value) ?? 'never')}
          />
        ) : null}
        {store && rhythm === 'own' ? (
          <TextInput label={t('refresh.cron')} help={t('refresh.cronHelp')} value={cron} onChange={setCron} />
        ) : null}
        {save.error ? <ProblemNotice>{messageOf(save.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

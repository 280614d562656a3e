import type { ChannelKindName } from '@chatwright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { FlowChoice, type ChosenFlow } from '../../parts/flow-choice/flow-choice.tsx'
import { useCreateChannel, useKnownFlow } from './use-channels.ts'

const KINDS: readonly ChannelKindName[] = ['telegram', 'slack', 'whatsapp']

interface NewChannelDialogProps {
  /** The flow that it is for, where that is known. */
  flowId: string
  onClose: () => void
  onCreated: (id: string) => void
}

/** Where, which flow, and a name; the rest is set up step by step afterwards. */
export function NewChannelDialog({ flowId: known, onClose, onCreated }: NewChannelDialogProps) {
  const { t } = useTranslation('channels')
  const create = useCreateChannel()
  const [kind, setKind] = useState<ChannelKindName>('telegram')
  const knownFlow = useKnownFlow(known)
  const [picked, setPicked] = useState<ChosenFlow | undefined>()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const chosen = picked ?? knownFlow
  const given = name.trim() === '' ? (chosen?.name ?? '') : name.trim()
  const submit = (): void => {
    setIsTried(true)
    if (!chosen) return
    create.mutate({ kind, flowId: chosen.id, name: given.slice(0, 100) }, { onSuccess: ({ id }) => onCreated(id) })
  }
  return (
    <FormDialog
      open
      title={t('add')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('next')}
      isBusy={create.isPending}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        {create.error ? <ProblemNotice>{messageOf(create.error)}</ProblemNotice> : null}
        <ChoiceInput
          label={t('where')}
          value={kind}
          choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`), description: t(`about.${value}`) }))}
          onChange={(value) => setKind(KINDS.find((each) => each === value) ?? 'telegram')}
        />
        <FlowChoice
          label={t('column.flow')}
          none={t('noFlow')}
          flow={chosen}
          onChange={setPicked}
          error={isTried && !chosen ? t('flowMissing') : undefined}
          help={t('flowHelp')}
        />
        <TextInput
          label={t('column.name')}
          value={name}
          placeholder={chosen?.name ?? ''}
          isOptional
          onChange={setName}
          inputProps={{ maxLength: 100 }}
          help={t('nameHelp')}
        />
      </div>
    </FormDialog>
  )
}

import type { ChatflowSummary } from '@chatwright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { useFlowChange } from './use-flow-change.ts'

export function RenameDialog({ flow, onClose }: { flow: ChatflowSummary; onClose: () => void }) {
  const { t } = useTranslation(['chatflows', 'common'])
  const [name, setName] = useState(flow.name)
  const change = useFlowChange({ id: flow.id, onDone: onClose })
  const problem = name.trim() === '' ? t('common:state.required') : change.error?.message
  return (
    <FormDialog
      open
      title={t('action.renameTitle')}
      onClose={onClose}
      isBusy={change.isPending}
      onSubmit={() => {
        if (name.trim() !== '') change.mutate({ name: name.trim() })
      }}
    >
      <TextInput
        label={t('action.name')}
        value={name}
        onChange={setName}
        error={problem}
        autoFocus
        inputProps={{ maxLength: 200 }}
      />
    </FormDialog>
  )
}

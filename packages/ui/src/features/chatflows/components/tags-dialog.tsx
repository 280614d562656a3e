import type { ChatflowSummary } from '@chatwright/contract'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Field } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useTags } from '../api/use-tags.ts'
import { readTags, writeTags } from '../model/tags.ts'
import { useFlowChange } from './use-flow-change.ts'

export function TagsDialog({ flow, onClose }: { flow: ChatflowSummary; onClose: () => void }) {
  const { t } = useTranslation(['chatflows', 'common'])
  const [tags, setTags] = useState(readTags(flow.category))
  const [typed, setTyped] = useState('')
  const known = useTags().data ?? []
  const change = useFlowChange({ id: flow.id, onDone: onClose })
  return (
    <FormDialog
      open
      title={t('tags.edit')}
      onClose={onClose}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ category: writeTags([...tags, typed]) })}
    >
      <Field label={t('tags.label')} help={t('tags.help')} error={change.error?.message}>
        {(ids) => (
          <Autocomplete
            multiple
            freeSolo
            id={ids.id}
            options={known.map((entry) => entry.tag)}
            value={tags}
            inputValue={typed}
            onInputChange={(_, value) => setTyped(value)}
            onChange={(_, value) => setTags(value)}
            renderInput={(params) => <TextField {...params} autoFocus placeholder={t('tags.add')} />}
          />
        )}
      </Field>
    </FormDialog>
  )
}

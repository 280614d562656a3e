import type { TestSet } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useFlowChoices } from '../../../lib/use-flow-choices.ts'
import { useChangeTests } from '../api/use-tests.ts'

/** A new set, or another name for one. */
export default function SetDialog({ renamed, onClose }: { renamed: TestSet | undefined; onClose: () => void }) {
  const { t } = useTranslation('tests')
  const navigate = useNavigate()
  const [name, setName] = useState(renamed?.name ?? '')
  const [flowId, setFlowId] = useState(renamed?.flowId ?? '')
  const [isTried, setIsTried] = useState(false)
  const flows = useFlowChoices()
  const { createSet, renameSet } = useChangeTests()
  const { error } = renamed ? renameSet : createSet
  const submit = () => {
    setIsTried(true)
    if (name.trim() === '' || flowId === '') return
    if (renamed) renameSet.mutate({ id: renamed.id, name: name.trim() }, { onSuccess: onClose })
    else {
      const onSuccess = ({ id }: TestSet) => {
        onClose()
        void navigate(`/tests/${id}`)
      }
      createSet.mutate({ flowId, name: name.trim() }, { onSuccess })
    }
  }
  return (
    <FormDialog
      open
      title={renamed ? t('renameTitle') : t('newSet')}
      submitLabel={renamed ? t('rename') : t('createSet')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={createSet.isPending || renameSet.isPending}
    >
      <Stack spacing={2}>
        {renamed ? null : (
          <ChoiceInput
            label={t('flow')}
            value={flowId}
            choices={flows.data ?? []}
            error={isTried && flowId === '' ? t('needsFlow') : undefined}
            onChange={setFlowId}
          />
        )}
        <TextInput
          label={t('setName')}
          value={name}
          error={isTried && name.trim() === '' ? t('needsName') : undefined}
          inputProps={{ maxLength: 120 }}
          onChange={setName}
        />
        {flows.error ? <ProblemNotice>{messageOf(flows.error)}</ProblemNotice> : null}
        {error ? <ProblemNotice>{messageOf(error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

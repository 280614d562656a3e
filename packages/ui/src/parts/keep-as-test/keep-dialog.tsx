import { keepAsTest, listTestSets } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SwitchRow } from '../../components/switch-row.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../state/notifications.ts'

const NEWEST = ''

/** Keeps an answer as a test, with what a good one contains. */
export default function KeepDialog({ runId, flowId, onClose }: { runId: string; flowId: string; onClose: () => void }) {
  const { t } = useTranslation('tests')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [contains, setContains] = useState('')
  const [setId, setSetId] = useState(NEWEST)
  const [isWhole, setIsWhole] = useState(false)
  const sets = useQuery({
    queryKey: ['tests', 'of', flowId],
    queryFn: ({ signal }) => call(listTestSets, { query: { flowId }, signal }),
  })
  const keep = useMutation({
    mutationFn: () =>
      call(keepAsTest, {
        body: {
          runId,
          isWhole,
          ...(setId !== NEWEST && { setId }),
          ...(contains.trim() !== '' && { checks: [{ kind: 'contains' as const, text: contains.trim() }] }),
        },
      }),
    onSuccess: (kept) => {
      void client.invalidateQueries({ queryKey: ['tests'] })
      const action = { label: t('keep.open'), run: () => void navigate(`/tests/${kept.setId}`) }
      notify(t('keep.done'), { tone: 'success', action })
      onClose()
    },
  })
  const [newest, ...others] = sets.data?.items ?? []
  return (
    <FormDialog
      open
      title={t('keep.title')}
      submitLabel={t('keep.submit')}
      onClose={onClose}
      onSubmit={() => keep.mutate()}
      isBusy={keep.isPending}
    >
      <Stack spacing={2}>
        <TextInput
          label={t('keep.contains')}
          help={t('keep.containsHelp')}
          value={contains}
          isOptional
          autoFocus
          inputProps={{ maxLength: 1000 }}
          onChange={setContains}
        />
        {newest && others.length > 0 ? (
          <ChoiceInput
            label={t('keep.set')}
            value={setId}
            choices={[
              { value: NEWEST, label: newest.name },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setSetId}
          />
        ) : null}
        <SwitchRow label={t('keep.whole')} isOn={isWhole} onChange={setIsWhole} />
        {keep.error ? <ProblemNotice>{messageOf(keep.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

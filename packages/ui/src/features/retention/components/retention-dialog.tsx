import type { Retention } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { useRetentionPreview, useSetRetention } from '../api/use-retention.ts'

const MOST_DAYS = 36_500
/** Proposed where there is no limit yet. */
const PROPOSED = '365'
/** What can be stored without a limit; of recordings, what can be left out altogether. */
const CAN_BE_OFF: ReadonlySet<Retention['kind']> = new Set(['messages', 'leads', 'waits', 'recordings'])

function daysIn(text: string): number | undefined {
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS ? days : undefined
}

/** A new limit for one kind, and what it would delete. */
export default function RetentionDialog({ item, onClose }: { item: Retention; onClose: () => void }) {
  const { t } = useTranslation('retention')
  const { kind } = item
  const [way, setWay] = useState<'days' | 'off'>(item.days === null || item.days === 0 ? 'off' : 'days')
  const [text, setText] = useState(item.days ? String(item.days) : PROPOSED)
  const days = way === 'off' ? 0 : daysIn(text)
  const preview = useRetentionPreview(kind, days)
  const set = useSetRetention()
  const choose = () => {
    if (days === undefined) return
    set.mutate(
      { kind, days },
      {
        onSuccess: () => {
          notify(t('dialog.saved'))
          onClose()
        },
      },
    )
  }
  const off = { value: 'off', label: t(kind === 'recordings' ? 'dialog.never' : 'dialog.forever') }
  return (
    <FormDialog open title={t(`kind.${kind}`)} onClose={onClose} onSubmit={choose} isBusy={set.isPending}>
      <Stack spacing={2}>
        {CAN_BE_OFF.has(kind) ? (
          <ChoiceInput
            label={t('dialog.way')}
            value={way}
            choices={[{ value: 'days', label: t('dialog.limited') }, off]}
            onChange={(value) => setWay(value === 'off' ? 'off' : 'days')}
          />
        ) : null}
        {way === 'days' ? (
          <TextInput
            label={t('dialog.days')}
            type="number"
            value={text}
            onChange={setText}
            error={days === undefined ? t('dialog.wrong') : undefined}
          />
        ) : null}
        <Box role="status">
          {preview.isError ? (
            <ProblemNotice>{t('dialog.failed')}</ProblemNotice>
          ) : preview.data && days !== undefined ? (
            <WouldGo item={item} found={preview.data} />
          ) : null}
        </Box>
        {set.error ? <ProblemNotice>{messageOf(set.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

function WouldGo({ item: { kind }, found }: { item: Retention; found: { items: number; messages: number } }) {
  const { t } = useTranslation('retention')
  if (found.items === 0) return t('dialog.nothing')
  return (
    <ProblemNotice tone="warning">{t(`goes.${kind}`, { count: found.items, messages: found.messages })}</ProblemNotice>
  )
}

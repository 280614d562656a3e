import type { InboxReason } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceButton } from '../../components/choice-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableCard } from '../../components/table-card.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { InboxRow } from './inbox-row.tsx'
import { useDismiss, useInbox } from './use-inbox.ts'

const REASONS = [
  'rated-down',
  'failed',
  'limit',
  'found-nothing',
  'slow',
  'expensive',
] as const satisfies readonly InboxReason[]

/** Answers that somebody should look at, each with its reason, until it is dismissed. */
export default function InboxScreen() {
  const { t } = useTranslation('inbox')
  const [reason, setReason] = useState<(typeof REASONS)[number]>()
  const inbox = useInbox(reason)
  const dismiss = useDismiss()
  const items = inbox.data?.pages.flatMap((page) => page.items)
  const week = inbox.data?.pages[0]?.week
  const setDismissed = (runId: string, dismissed: boolean): void =>
    dismiss.mutate(
      { runId, dismissed },
      {
        onSuccess: () => {
          if (!dismissed) return
          const action = { label: t('putBack'), run: () => setDismissed(runId, false) }
          notify(t('dismissed'), { tone: 'success', action })
        },
        onError: (error) => notify(t('failed', { reason: messageOf(error) }), { tone: 'error' }),
      },
    )
  return (
    <>
      <PageHead title={t('title')}>
        <ChoiceButton
          label={t('filter')}
          value={reason ?? 'all'}
          choices={[
            { value: 'all', label: t('all') },
            ...REASONS.map((value) => ({ value, label: t(`reason.${value}`) })),
          ]}
          onChoose={(value) => setReason(value === 'all' ? undefined : value)}
        />
      </PageHead>
      {week ? (
        <Typography variant="body2" sx={{ color: color.text2, marginBottom: 2 }}>
          {t('week', { count: week.now, before: week.before })}
        </Typography>
      ) : null}
      {inbox.error && !items ? (
        <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
      ) : !items ? (
        <TableSkeleton />
      ) : items.length === 0 && reason ? (
        <NothingFound words="" onClear={() => setReason(undefined)} />
      ) : items.length === 0 ? (
        <EmptyState drawing="flow" title={t('empty')} text={t('emptyText')} />
      ) : (
        <TableCard
          label={t('title')}
          columns={[
            { id: 'asked', label: t('column.asked') },
            { id: 'why', label: t('column.why'), from: 'sm', width: '34%' },
            { id: 'flow', label: t('column.flow'), from: 'sm', width: '20%' },
            { id: 'when', label: t('column.when'), from: 'md', width: 144 },
            { id: 'actions', label: t('column.actions'), width: 104, isHidden: true },
          ]}
        >
          {items.map((item) => (
            <InboxRow key={item.runId} item={item} onDismiss={() => setDismissed(item.runId, true)} />
          ))}
        </TableCard>
      )}
      {inbox.hasNextPage ? (
        <Button sx={{ marginTop: 2 }} loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelTable } from './channel-table.tsx'
import { NewChannelDialog } from './new-channel-dialog.tsx'
import { useChannels } from './use-channels.ts'

/** Flows that answer where people chat already. */
export default function ChannelsScreen() {
  const { t } = useTranslation('channels')
  const list = useChannels()
  const [params, setParams] = useSearchParams()
  // Whoever comes from a flow wants to add one for it.
  const wanted = params.get('flow')
  const [isAdding, setIsAdding] = useState(wanted !== null)
  const endAdding = (): void => {
    setIsAdding(false)
    if (wanted !== null) setParams({}, { replace: true })
  }
  const [opened, setOpened] = useState<string | undefined>()
  const channels = list.data?.data ?? []
  const shown = channels.find(({ id }) => id === opened)
  const add = (
    <Button
      variant="contained"
      startIcon={<IconPlus size={20} aria-hidden />}
      onClick={() => {
        setIsAdding(true)
      }}
    >
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')} count={list.data && channels.length} action={channels.length > 0 ? add : null} />
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton />
      ) : channels.length === 0 ? (
        <EmptyState drawing="flow" title={t('empty')} text={t('emptyText')} actions={add} />
      ) : (
        <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {list.data.isReachable ? null : <ProblemNotice tone="warning">{t('unreachable')}</ProblemNotice>}
          <ChannelTable channels={channels} onOpen={setOpened} />
        </div>
      )}
      {isAdding ? (
        <NewChannelDialog
          flowId={wanted ?? ''}
          onClose={endAdding}
          onCreated={(id) => {
            endAdding()
            setOpened(id)
          }}
        />
      ) : null}
      {shown && list.data ? (
        <ChannelDialog
          channel={shown}
          canBeReached={list.data.isReachable && list.data.isPublicUrl}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

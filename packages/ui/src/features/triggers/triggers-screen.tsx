import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { useSchedules } from './use-schedules.ts'

/** What runs by itself, of all flows. */
export default function TriggersScreen() {
  const { t } = useTranslation('triggers')
  const { data } = useSchedules()
  return (
    <>
      <PageHead title={t('title')} count={data?.length} />
      <Schedules />
    </>
  )
}

function Schedules() {
  const { t } = useTranslation('triggers')
  const { data, error, refetch } = useSchedules()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton />
  if (data.length === 0) return <EmptyState drawing="flow" title={t('empty')} text={t('emptyText')} />
  return <ScheduleTable schedules={data} />
}

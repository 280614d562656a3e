import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { AddTrigger } from './add-trigger.tsx'
import { PauseAll } from './pause-all.tsx'
import { TriggerLists } from './trigger-lists.tsx'
import { useSchedules } from './use-schedules.ts'
import { useWebhooks } from './use-webhooks.ts'

/** What begins flows beside a chat: times that come, and programs that call. */
export default function TriggersScreen() {
  const { t } = useTranslation('triggers')
  const schedules = useSchedules()
  const webhooks = useWebhooks()
  const all = schedules.data && webhooks.data && [...schedules.data, ...webhooks.data.data]
  return (
    <>
      <PageHead title={t('title')} count={all?.length} action={all && all.length > 0 ? <AddTrigger /> : null}>
        {all && all.length > 0 ? <PauseAll isRunning={all.some(({ enabled }) => enabled)} /> : null}
      </PageHead>
      <Triggers schedules={schedules} webhooks={webhooks} />
    </>
  )
}

interface TriggersProps {
  schedules: ReturnType<typeof useSchedules>
  webhooks: ReturnType<typeof useWebhooks>
}

function Triggers({ schedules, webhooks }: TriggersProps) {
  const { t } = useTranslation('triggers')
  const error = (schedules.data ? null : schedules.error) ?? (webhooks.data ? null : webhooks.error)
  if (error) {
    const retry = (): void => {
      void schedules.refetch()
      void webhooks.refetch()
    }
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!schedules.data || !webhooks.data) return <TableSkeleton />
  if (schedules.data.length === 0 && webhooks.data.data.length === 0) {
    return <EmptyState drawing="flow" title={t('empty')} text={t('emptyText')} actions={<AddTrigger />} />
  }
  return <TriggerLists schedules={schedules.data} webhooks={webhooks.data} />
}

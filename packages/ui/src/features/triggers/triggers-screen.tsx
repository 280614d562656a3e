import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { useSchedules } from './use-schedules.ts'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** What begins flows beside a chat: times that come, and programs that call. */
export default function TriggersScreen() {
  const { t } = useTranslation('triggers')
  const schedules = useSchedules()
  const webhooks = useWebhooks()
  const count = schedules.data && webhooks.data && schedules.data.length + webhooks.data.data.length
  return (
    <>
      <PageHead title={t('title')} count={count} />
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
  const [opened, setOpened] = useState<string | undefined>()
  const error = (schedules.data ? null : schedules.error) ?? (webhooks.data ? null : webhooks.error)
  if (error) {
    const retry = (): void => {
      void schedules.refetch()
      void webhooks.refetch()
    }
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!schedules.data || !webhooks.data) return <TableSkeleton />
  const { data: received, isReachable, isPublicUrl } = webhooks.data
  if (schedules.data.length === 0 && received.length === 0) {
    return <EmptyState drawing="flow" title={t('empty')} text={t('emptyText')} />
  }
  const shown = received.find(({ flowId }) => flowId === opened)
  return (
    <>
      {received.length === 0 ? null : (
        <Section title={t('webhook.title')}>
          {isReachable ? null : <ProblemNotice tone="warning">{t('webhook.unreachable')}</ProblemNotice>}
          <WebhookTable webhooks={received} onOpen={setOpened} />
        </Section>
      )}
      {schedules.data.length === 0 ? null : (
        <Section title={t('schedule.title')}>
          <ScheduleTable schedules={schedules.data} />
        </Section>
      )}
      {shown ? (
        <WebhookDialog
          webhook={shown}
          isReachable={isReachable}
          isPublicUrl={isPublicUrl}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section style={{ display: 'grid', gap: 12, marginBottom: 32, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {children}
    </section>
  )
}

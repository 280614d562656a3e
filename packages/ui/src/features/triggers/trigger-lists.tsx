import type { Webhook } from '@chatwright/contract'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../components/problem-notice.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleTable, type Schedule } from './schedule-table.tsx'
import { TriggerDialog } from './trigger-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookTable } from './webhook-table.tsx'

interface TriggerListsProps {
  webhooks: { data: readonly Webhook[]; isReachable: boolean; isPublicUrl: boolean }
  schedules: readonly Schedule[]
  /** They stand where only one flow is spoken of. */
  isOfOneFlow?: boolean
}

/** Webhooks and schedules, each with what was set of it. */
export function TriggerLists({ webhooks, schedules, isOfOneFlow = false }: TriggerListsProps) {
  const { t } = useTranslation('triggers')
  const [opened, setOpened] = useState<string | undefined>()
  const [edited, setEdited] = useState<{ id: string; flowId: string } | undefined>()
  const { data: received, isReachable, isPublicUrl } = webhooks
  const shown = received.find(({ id }) => id === opened)
  const timed = schedules.find(({ id }) => id === opened)
  const edit = (id: string, flowId: string): void => {
    setOpened(undefined)
    setEdited({ id, flowId })
  }
  return (
    <>
      {received.length === 0 ? null : (
        <Section title={t('webhook.title')}>
          {isReachable ? null : <ProblemNotice tone="warning">{t('webhook.unreachable')}</ProblemNotice>}
          <WebhookTable webhooks={received} isOfOneFlow={isOfOneFlow} onOpen={setOpened} />
        </Section>
      )}
      {schedules.length === 0 ? null : (
        <Section title={t('schedule.title')}>
          <ScheduleTable schedules={schedules} isOfOneFlow={isOfOneFlow} onOpen={setOpened} />
        </Section>
      )}
      {shown ? (
        <WebhookDialog
          webhook={shown}
          isReachable={isReachable}
          isPublicUrl={isPublicUrl}
          onEdit={() => edit(shown.id, shown.flowId)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {timed ? (
        <ScheduleDialog
          schedule={timed}
          onEdit={() => edit(timed.id, timed.targetId)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {edited ? (
        <TriggerDialog flowId={edited.flowId} edited={{ id: edited.id }} onClose={() => setEdited(undefined)} />
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

import type { ScheduleLog } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../components/dialog-head.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { color, monoFamily } from '../../theme/tokens.ts'
import { LogItem, LogList, LogWords } from './log-item.tsx'
import type { Schedule } from './schedule-table.tsx'
import { titleOf } from './trigger-title.ts'
import { useSchedule, useScheduleLog } from './use-schedules.ts'

interface ScheduleDialogProps {
  schedule: Schedule
  /** Opens what was set of it, where that is not its Start step's. */
  onEdit: () => void
  onClose: () => void
}

/** When it runs next, and what became of the times that came. */
export function ScheduleDialog({ schedule, onEdit, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('triggers')
  const titleId = useId()
  const { id, name, cronExpression, timezone, endDate, reason, missed, overlap } = schedule
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={onClose} aria-labelledby={titleId}>
      <DialogHead id={titleId} title={titleOf(schedule)} onClose={onClose}>
        {name === '' ? null : <Button onClick={onEdit}>{t('edit.open')}</Button>}
      </DialogHead>
      <DialogContent sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {reason === null ? null : <ProblemNotice tone="warning">{reason}</ProblemNotice>}
        <div>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <span style={{ fontFamily: monoFamily }}>{cronExpression}</span>
            {` · ${timezone}`}
            {endDate === null ? '' : ` · ${t('schedule.until', { date: endDate })}`}
          </Typography>
          <Typography variant="body2" sx={{ color: color.text2 }}>
            {`${t('schedule.missed')} ${t(`edit.missedRules.${missed}`)}. ${t('edit.overlap')}: ${t(`edit.overlaps.${overlap}`)}.`}
          </Typography>
        </div>
        <NextRuns schedule={schedule} />
        <Log id={id} />
      </DialogContent>
    </Dialog>
  )
}

function NextRuns({ schedule: { id, timezone, enabled, reason } }: { schedule: Schedule }) {
  const { t, i18n } = useTranslation('triggers')
  const { data, error, refetch } = useSchedule(id)
  const times = data?.nextRuns ?? []
  const shown = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: reason === null ? timezone : undefined,
  })
  return (
    <section>
      <Typography variant="subtitle1" component="h3">
        {t('schedule.next')}
      </Typography>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton variant="rounded" height={96} /> : null}
      {data && times.length === 0 ? (
        <Typography sx={{ color: color.text2 }}>
          {t(reason !== null ? 'cannotRun' : enabled ? 'over' : 'paused')}
        </Typography>
      ) : null}
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, color: color.text2 }}>
        {times.map((time) => (
          <li key={time}>
            <time dateTime={time}>{shown.format(new Date(time))}</time>
          </li>
        ))}
      </Box>
    </section>
  )
}

const inks: Record<ScheduleLog['status'], string> = {
  QUEUED: color.text2,
  RUNNING: color.text2,
  SKIPPED: color.text2,
  SUCCEEDED: color.success,
  FAILED: color.error,
}

function Log({ id }: { id: string }) {
  const { t, i18n } = useTranslation('triggers')
  const { data, error, refetch } = useScheduleLog(id)
  const shown = (time: string): string =>
    new Date(time).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section>
      <Typography variant="subtitle1" component="h3" sx={{ marginBottom: 1 }}>
        {t('schedule.log')}
      </Typography>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton variant="rounded" height={96} /> : null}
      {data?.data.length === 0 ? <Typography sx={{ color: color.text2 }}>{t('schedule.noLog')}</Typography> : null}
      <LogList>
        {data?.data.map((entry) => (
          <LogItem
            key={entry.id}
            state={t(`status.${entry.status}`)}
            ink={inks[entry.status]}
            words={<LogWords>{shown(entry.scheduledAt)}</LogWords>}
            run={{ runId: entry.executionId, executionId: null }}
            error={entry.error}
          />
        ))}
      </LogList>
    </section>
  )
}

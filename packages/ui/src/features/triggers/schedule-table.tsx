import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { RowNote, shownFrom, TableCard } from '../../components/table-card.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color, monoFamily } from '../../theme/tokens.ts'
import { TriggerName } from './trigger-name.tsx'
import { titleOf } from './trigger-title.ts'
import { useEnableSchedule } from './use-schedules.ts'
import type { useSchedules } from './use-schedules.ts'

export type Schedule = NonNullable<ReturnType<typeof useSchedules>['data']>[number]

/** Flows that run by a schedule, each with its next time and the switch that pauses it. */
export function ScheduleTable({
  schedules,
  isOfOneFlow,
  onOpen,
}: {
  schedules: readonly Schedule[]
  isOfOneFlow: boolean
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('triggers')
  return (
    <TableCard
      label={t('schedule.title')}
      columns={[
        { id: 'flow', label: t(isOfOneFlow ? 'column.name' : 'column.flow') },
        { id: 'when', label: t('column.when'), from: 'sm', width: '24%' },
        { id: 'next', label: t('column.next'), from: 'sm', width: '22%' },
        { id: 'last', label: t('column.last'), from: 'lg', width: 144 },
        { id: 'state', label: t('column.state'), width: 96 },
        { id: 'details', label: t('webhook.details'), width: 96, isHidden: true },
      ]}
    >
      {schedules.map((schedule) => (
        <ScheduleRow
          key={schedule.id}
          schedule={schedule}
          isOfOneFlow={isOfOneFlow}
          onOpen={() => onOpen(schedule.id)}
        />
      ))}
    </TableCard>
  )
}

function ScheduleRow({
  schedule,
  isOfOneFlow,
  onOpen,
}: {
  schedule: Schedule
  isOfOneFlow: boolean
  onOpen: () => void
}) {
  const { t } = useTranslation('triggers')
  const flow = titleOf(schedule)
  const { id, cronExpression, timezone, lastRunAt, reason, enabled } = schedule
  const enable = useEnableSchedule()
  const next = useNextWords(schedule)
  const toggle = (isOn: boolean): void =>
    enable.mutate(
      { id, enabled: isOn },
      {
        onSuccess: () => notify(t(isOn ? 'on' : 'off', { flow })),
        onError: (error) => notify(messageOf(error), { tone: 'error' }),
      },
    )
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <TriggerName trigger={{ ...schedule, flowId: schedule.targetId }} isOfOneFlow={isOfOneFlow} />
        {reason === null ? null : (
          <Typography variant="caption" component="p" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
            {reason}
          </Typography>
        )}
        <RowNote>{next}</RowNote>
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
        <span style={{ fontFamily: monoFamily, fontSize: '0.8125rem' }}>{cronExpression}</span>
        <Typography variant="caption" component="div" noWrap sx={{ color: color.text3 }}>
          {timezone}
        </Typography>
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>{next}</TableCell>
      <TableCell sx={{ ...shownFrom('lg'), color: color.text2 }}>
        {lastRunAt === null ? t('never') : <TimeAgo date={lastRunAt} />}
      </TableCell>
      <TableCell>
        <Switch
          checked={enabled && reason === null}
          disabled={reason !== null}
          onChange={(_, isOn) => {
            if (!enable.isPending) toggle(isOn)
          }}
          slotProps={{ input: { role: 'switch', 'aria-label': t('toggle', { flow }) } }}
        />
      </TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <Button size="small" onClick={onOpen} aria-label={t('schedule.detailsOf', { flow })}>
          {t('webhook.details')}
        </Button>
      </TableCell>
    </TableRow>
  )
}

/** When it runs next, in the reader's own time zone; or why it does not. */
function useNextWords({ reason, enabled, nextRunAt }: Schedule): string {
  const { t, i18n } = useTranslation('triggers')
  if (reason !== null) return t('cannotRun')
  if (!enabled) return t('paused')
  if (nextRunAt === null) return t('over')
  return new Date(nextRunAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
}

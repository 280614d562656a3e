import type { Webhook } from '@chatwright/contract'
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
import { useEnableWebhook } from './use-webhooks.ts'

/** Flows that other programs begin, each with its address and the switch that pauses it. */
export function WebhookTable({
  webhooks,
  isOfOneFlow,
  onOpen,
}: {
  webhooks: readonly Webhook[]
  isOfOneFlow: boolean
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('triggers')
  return (
    <TableCard
      label={t('webhook.title')}
      columns={[
        { id: 'flow', label: t(isOfOneFlow ? 'column.name' : 'column.flow'), width: '30%' },
        { id: 'address', label: t('webhook.address'), from: 'md' },
        { id: 'signed', label: t('webhook.signed'), from: 'lg', width: 120 },
        { id: 'last', label: t('webhook.last'), from: 'sm', width: 144 },
        { id: 'state', label: t('webhook.open'), width: 96 },
        { id: 'details', label: t('webhook.details'), width: 112, isHidden: true },
      ]}
    >
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} isOfOneFlow={isOfOneFlow} onOpen={() => onOpen(webhook.id)} />
      ))}
    </TableCard>
  )
}

function WebhookRow({ webhook, isOfOneFlow, onOpen }: { webhook: Webhook; isOfOneFlow: boolean; onOpen: () => void }) {
  const { t } = useTranslation('triggers')
  const flow = titleOf(webhook)
  const { id, method, address, isSigned, reason, lastDeliveryAt, enabled } = webhook
  const enable = useEnableWebhook()
  const toggle = (isOn: boolean): void =>
    enable.mutate(
      { id, enabled: isOn },
      {
        onSuccess: () => notify(t(isOn ? 'webhook.on' : 'webhook.off', { flow })),
        onError: (error) => notify(messageOf(error), { tone: 'error' }),
      },
    )
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <TriggerName trigger={webhook} isOfOneFlow={isOfOneFlow} />
        {reason === null ? null : (
          <Typography variant="caption" component="p" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
            {reason}
          </Typography>
        )}
        <RowNote>{lastDeliveryAt === null ? t('webhook.nothingYet') : <TimeAgo date={lastDeliveryAt} />}</RowNote>
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
        <Typography
          noWrap
          title={address}
          sx={{ fontFamily: monoFamily, fontSize: '0.8125rem' }}
        >{`${method} ${address}`}</Typography>
      </TableCell>
      <TableCell sx={{ ...shownFrom('lg'), color: color.text2 }}>
        {isSigned ? t('webhook.yes') : t('webhook.no')}
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
        {lastDeliveryAt === null ? t('never') : <TimeAgo date={lastDeliveryAt} />}
      </TableCell>
      <TableCell>
        <Switch
          checked={enabled}
          onChange={(_, isOn) => {
            if (!enable.isPending) toggle(isOn)
          }}
          slotProps={{ input: { role: 'switch', 'aria-label': t('webhook.toggle', { flow }) } }}
        />
      </TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <Button size="small" onClick={onOpen} aria-label={t('webhook.detailsOf', { flow })}>
          {t('webhook.details')}
        </Button>
      </TableCell>
    </TableRow>
  )
}

import type { Channel } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { RowNote, shownFrom, TableCard } from '../../components/table-card.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { useUpdateChannel } from './use-channels.ts'

export function ChannelTable({ channels, onOpen }: { channels: readonly Channel[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('channels')
  return (
    <TableCard
      label={t('title')}
      columns={[
        { id: 'name', label: t('column.name') },
        { id: 'flow', label: t('column.flow'), from: 'md', width: '26%' },
        { id: 'state', label: t('column.state'), from: 'sm', width: '22%' },
        { id: 'last', label: t('column.last'), from: 'lg', width: 144 },
        { id: 'on', label: t('column.on'), width: 88 },
        { id: 'open', label: t('open'), width: 104, isHidden: true },
      ]}
    >
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} onOpen={() => onOpen(channel.id)} />
      ))}
    </TableCard>
  )
}

function ChannelRow({ channel, onOpen }: { channel: Channel; onOpen: () => void }) {
  const { t } = useTranslation('channels')
  const { id, name, kind, flowId, flowName, enabled, lastMessageAt } = channel
  const update = useUpdateChannel()
  const toggle = (isOn: boolean): void =>
    update.mutate(
      { id, enabled: isOn },
      {
        onSuccess: () => notify(t(isOn ? 'goesOn' : 'paused', { name })),
        onError: (error) => notify(messageOf(error), { tone: 'error' }),
      },
    )
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <Typography variant="subtitle2" component="span" noWrap title={name} sx={{ display: 'block' }}>
          {name}
        </Typography>
        <Typography variant="caption" component="span" sx={{ color: color.text3 }}>
          {t(`kind.${kind}`)}
        </Typography>
        <RowNote>
          <StateWords channel={channel} />
        </RowNote>
      </TableCell>
      <TableCell sx={shownFrom('md')}>
        <Link
          component={RouterLink}
          to={`/canvas/${flowId}`}
          variant="body2"
          noWrap
          title={flowName}
          sx={{ display: 'block' }}
        >
          {flowName}
        </Link>
      </TableCell>
      <TableCell sx={shownFrom('sm')}>
        <StateWords channel={channel} />
      </TableCell>
      <TableCell sx={{ ...shownFrom('lg'), color: color.text2 }}>
        {lastMessageAt === null ? t('never') : <TimeAgo date={lastMessageAt} />}
      </TableCell>
      <TableCell>
        <Switch
          checked={enabled}
          onChange={(_, isOn) => {
            if (!update.isPending) toggle(isOn)
          }}
          slotProps={{ input: { role: 'switch', 'aria-label': t('toggle', { name }) } }}
        />
      </TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <Button size="small" onClick={onOpen} aria-label={t('openOf', { name })}>
          {t('open')}
        </Button>
      </TableCell>
    </TableRow>
  )
}

const inks = { new: color.warning, connected: color.success, broken: color.error }

export function StateWords({ channel: { status, account, problem } }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const words = status === 'connected' ? t('state.connected', { account }) : t(`state.${status}`)
  return (
    <Typography
      variant="body2"
      component="span"
      noWrap
      title={problem ?? words}
      sx={{ display: 'block', color: inks[status] }}
    >
      {words}
    </Typography>
  )
}

import type { Notice } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { shownFrom, TableCard } from '../../components/table-card.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color, monoFamily } from '../../theme/tokens.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { shownAddress } from './notice-address.ts'
import { noticeEvents } from './notice-events.ts'
import { useNotices, useUpdateNotice } from './use-notices.ts'

/** Who is told what runs of the flow come to. */
export function Notices({ flowId }: { flowId: string }) {
  const { t } = useTranslation('triggers')
  const { data, error, refetch } = useNotices(flowId)
  const [opened, setOpened] = useState<string | undefined>()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={96} />
  return (
    <section style={{ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h6" component="h2">
        {t('notice.title')}
      </Typography>
      <Typography sx={{ color: color.text2 }}>{t('notice.text')}</Typography>
      {data.length === 0 ? null : (
        <TableCard
          label={t('notice.title')}
          columns={[
            { id: 'url', label: t('webhook.address') },
            { id: 'events', label: t('notice.events'), from: 'md', width: '28%' },
            { id: 'last', label: t('notice.last'), from: 'sm', width: 144 },
            { id: 'state', label: t('notice.on'), width: 96 },
            { id: 'details', label: t('webhook.details'), width: 112, isHidden: true },
          ]}
        >
          {data.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onOpen={() => setOpened(notice.id)} />
          ))}
        </TableCard>
      )}
      <Box>
        <Button variant="outlined" startIcon={<IconSend size={20} aria-hidden />} onClick={() => setOpened('new')}>
          {t('notice.add')}
        </Button>
      </Box>
      {opened === undefined ? null : (
        <NoticeDialog
          flowId={flowId}
          notice={data.find(({ id }) => id === opened)}
          onClose={() => setOpened(undefined)}
          onMade={setOpened}
        />
      )}
    </section>
  )
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t } = useTranslation('triggers')
  const { id, url, events, enabled, lastSentAt, unsent } = notice
  const address = shownAddress(url)
  const update = useUpdateNotice()
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <Typography noWrap title={address} sx={{ fontFamily: monoFamily, fontSize: '0.8125rem' }}>
          {address}
        </Typography>
        {unsent === 0 ? null : (
          <Typography variant="caption" component="p" sx={{ color: color.warning }}>
            {t('notice.unsent', { count: unsent })}
          </Typography>
        )}
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
        {noticeEvents
          .filter((event) => events.includes(event))
          .map((event) => t(`notice.event.${event}`))
          .join(', ')}
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
        {lastSentAt === null ? t('never') : <TimeAgo date={lastSentAt} />}
      </TableCell>
      <TableCell>
        <Switch
          checked={enabled}
          onChange={(_, isOn) => {
            if (update.isPending) return
            update.mutate(
              { id, url, events, enabled: isOn },
              { onError: (error) => notify(messageOf(error), { tone: 'error' }) },
            )
          }}
          slotProps={{ input: { role: 'switch', 'aria-label': t('notice.toggle', { address }) } }}
        />
      </TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <Button size="small" onClick={onOpen} aria-label={t('notice.detailsOf', { address })}>
          {t('webhook.details')}
        </Button>
      </TableCell>
    </TableRow>
  )
}

import type { ChannelDelivery } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color, radius } from '../../theme/tokens.ts'
import { useChannelDeliveries, useSendAgain } from './use-channels.ts'

/** What people wrote and pressed, newest first, and what became of it. */
export function ChannelDeliveries({ channelId }: { channelId: string }) {
  const { t } = useTranslation('channels')
  const { data, error, refetch } = useChannelDeliveries(channelId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={96} />
  if (data.data.length === 0) return <Typography sx={{ color: color.text2 }}>{t('noMessages')}</Typography>
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {data.data.map((delivery) => (
        <DeliveryItem key={delivery.id} channelId={channelId} delivery={delivery} />
      ))}
    </Box>
  )
}

const inks: Record<ChannelDelivery['status'], string> = {
  QUEUED: color.text2,
  RUNNING: color.text2,
  WAITING: color.warning,
  SUCCEEDED: color.success,
  FAILED: color.error,
  UNKNOWN: color.warning,
  REFUSED: color.error,
}

function DeliveryItem({ channelId, delivery }: { channelId: string; delivery: ChannelDelivery }) {
  const { t } = useTranslation('channels')
  const again = useSendAgain()
  const { id, type, sender, text, status, error, runId, executionId, times, createdDate } = delivery
  const canSend = status === 'UNKNOWN' || (status === 'FAILED' && runId !== null)
  const sendAgain = (): void =>
    again.mutate({ id: channelId, deliveryId: id }, { onError: (fault) => notify(messageOf(fault), { tone: 'error' }) })
  return (
    <Box
      component="li"
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="subtitle2" component="span" sx={{ color: inks[status] }}>
          {t(`status.${status}`)}
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2, overflowWrap: 'anywhere' }}>
          {sender}
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2 }}>
          <TimeAgo date={createdDate} />
          {times > 1 ? ` · ${t('times', { count: times })}` : ''}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginLeft: 'auto' }}>
          {runId === null ? null : (
            <Link component={RouterLink} to={`/runs/${executionId ?? runId}`} variant="body2">
              {t('openRun')}
            </Link>
          )}
          {canSend ? (
            <Button size="small" loading={again.isPending} onClick={sendAgain}>
              {t('sendAgain')}
            </Button>
          ) : null}
        </Box>
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {type === 'message' ? text : t(`type.${type}`)}
      </Typography>
      {error === null ? null : (
        <Typography variant="body2" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}

import type { NoticeDelivery } from '@chatwright/contract'
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
import { useNoticeDeliveries, useResend } from './use-notices.ts'

const inks: Record<NoticeDelivery['state'], string> = {
  due: color.text2,
  sent: color.success,
  failed: color.error,
}

/** What was sent of runs, or is to be, newest first. */
export function NoticeDeliveries({ id }: { id: string }) {
  const { t } = useTranslation('triggers')
  const { data, error, refetch } = useNoticeDeliveries(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={96} />
  return (
    <div>
      <Typography variant="subtitle1" component="h3" sx={{ marginBottom: 1 }}>
        {t('webhook.deliveries')}
      </Typography>
      {data.data.length === 0 ? <Typography sx={{ color: color.text2 }}>{t('notice.none')}</Typography> : null}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {data.data.map((delivery) => (
          <Item key={delivery.id} noticeId={id} delivery={delivery} />
        ))}
      </Box>
    </div>
  )
}

function Item({ noticeId, delivery }: { noticeId: string; delivery: NoticeDelivery }) {
  const { t } = useTranslation('triggers')
  const resend = useResend()
  const { id, event, state, tries, error, runId, executionId, createdDate } = delivery
  return (
    <Box
      component="li"
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="subtitle2" component="span" sx={{ color: inks[state] }}>
          {t(`notice.state.${state}`)}
        </Typography>
        <Typography variant="body2">{t(`notice.event.${event}`)}</Typography>
        <Typography variant="body2" sx={{ color: color.text2 }}>
          <TimeAgo date={createdDate} />
        </Typography>
        {tries > 1 ? (
          <Typography variant="body2" sx={{ color: color.text2 }}>
            {t('notice.tries', { count: tries })}
          </Typography>
        ) : null}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginLeft: 'auto' }}>
          <Link
            component={RouterLink}
            to={executionId === null ? `/runs/${runId}` : `/executions/${executionId}`}
            variant="body2"
          >
            {t('webhook.openRun')}
          </Link>
          <Button
            size="small"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(
                { id: noticeId, again: id },
                { onError: (failure) => notify(messageOf(failure), { tone: 'error' }) },
              )
            }
          >
            {t('webhook.again')}
          </Button>
        </Box>
      </Box>
      {error === null ? null : (
        <Typography variant="body2" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}

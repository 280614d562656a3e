import type { WebhookDelivery } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { color, monoFamily, radius, type } from '../../theme/tokens.ts'
import { useDeliveries } from './use-webhooks.ts'

/** What was sent, newest first, each with what it held. */
export function Deliveries({ id, onAgain }: { id: string; onAgain: (delivery: WebhookDelivery) => void }) {
  const { t } = useTranslation('triggers')
  const { data, error, refetch } = useDeliveries(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={96} />
  if (data.data.length === 0) {
    return <Typography sx={{ color: color.text2 }}>{t('webhook.noDeliveries')}</Typography>
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
      {data.data.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} onAgain={() => onAgain(delivery)} />
      ))}
    </Box>
  )
}

const inks: Record<WebhookDelivery['status'], string> = {
  REFUSED: color.error,
  FAILED: color.error,
  QUEUED: color.text2,
  RUNNING: color.text2,
  WAITING: color.warning,
  SUCCEEDED: color.success,
}

function DeliveryItem({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: () => void }) {
  const { t } = useTranslation('triggers')
  const {
    status,
    method,
    deliveryId,
    times,
    isManual,
    isTest,
    error,
    payload,
    runId,
    executionId,
    callback,
    createdDate,
  } = delivery
  return (
    <Box
      component="li"
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="subtitle2" component="span" sx={{ color: inks[status] }}>
          {t(`status.${status}`)}
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2 }}>
          <TimeAgo date={createdDate} />
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2, fontFamily: monoFamily, overflowWrap: 'anywhere' }}>
          {[method, deliveryId].filter(Boolean).join(' ')}
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2 }}>
          {[
            times > 1 ? t('webhook.times', { count: times }) : '',
            isTest ? t('webhook.tried') : '',
            isManual ? t('webhook.manual') : '',
            callback === null ? '' : t(`callback.${callback}`),
          ]
            .filter((word) => word !== '')
            .join(' · ')}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginLeft: 'auto' }}>
          {runId === null ? null : (
            <Link
              component={RouterLink}
              to={executionId === null ? `/runs/${runId}` : `/executions/${executionId}`}
              variant="body2"
            >
              {t('webhook.openRun')}
            </Link>
          )}
          {payload === null ? null : (
            <Button size="small" onClick={onAgain}>
              {t('webhook.again')}
            </Button>
          )}
        </Box>
      </Box>
      {error === null ? null : (
        <Typography variant="body2" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
      {payload === null ? null : (
        <Box component="details" sx={{ marginTop: 0.5, '& summary': { ...type.small, cursor: 'pointer' } }}>
          <summary>{t('webhook.payload')}</summary>
          <Box
            component="pre"
            // Long payloads scroll; whoever uses the keyboard must reach them.
            tabIndex={0}
            aria-label={t('webhook.payload')}
            sx={{
              ...type.small,
              fontFamily: monoFamily,
              margin: '4px 0 0',
              padding: 1,
              maxHeight: 240,
              overflow: 'auto',
              borderRadius: radius.nested,
              backgroundColor: color.sunken,
            }}
          >
            {JSON.stringify(payload, null, 2)}
          </Box>
        </Box>
      )}
    </Box>
  )
}

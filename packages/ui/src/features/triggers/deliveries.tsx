import type { WebhookDelivery } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { color, monoFamily, radius, type } from '../../theme/tokens.ts'
import { LogItem, LogList, LogWords } from './log-item.tsx'
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
    <LogList>
      {data.data.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} onAgain={() => onAgain(delivery)} />
      ))}
    </LogList>
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
  const sent = [method, deliveryId].filter(Boolean).join(' ')
  const marks = [
    times > 1 ? t('webhook.times', { count: times }) : '',
    isTest ? t('webhook.tried') : '',
    isManual ? t('webhook.manual') : '',
    callback === null ? '' : t(`callback.${callback}`),
  ]
    .filter((word) => word !== '')
    .join(' · ')
  return (
    <LogItem
      state={t(`status.${status}`)}
      ink={inks[status]}
      words={
        <>
          <LogWords>
            <TimeAgo date={createdDate} />
          </LogWords>
          {sent === '' ? null : (
            <LogWords>
              <span style={{ fontFamily: monoFamily }}>{sent}</span>
            </LogWords>
          )}
          {marks === '' ? null : <LogWords>{marks}</LogWords>}
        </>
      }
      run={{ runId, executionId }}
      error={error}
      actions={
        payload === null ? null : (
          <Button size="small" onClick={onAgain}>
            {t('webhook.again')}
          </Button>
        )
      }
    >
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
    </LogItem>
  )
}

import type { NoticeDelivery } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { LogItem, LogList, LogWords } from './log-item.tsx'
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
      <LogList>
        {data.data.map((delivery) => (
          <Item key={delivery.id} noticeId={id} delivery={delivery} />
        ))}
      </LogList>
    </div>
  )
}

function Item({ noticeId, delivery }: { noticeId: string; delivery: NoticeDelivery }) {
  const { t } = useTranslation('triggers')
  const resend = useResend()
  const { id, event, state, tries, error, runId, executionId, createdDate } = delivery
  return (
    <LogItem
      state={t(`notice.state.${state}`)}
      ink={inks[state]}
      words={
        <>
          <LogWords>{t(`notice.event.${event}`)}</LogWords>
          <LogWords>
            <TimeAgo date={createdDate} />
          </LogWords>
          {tries > 1 ? <LogWords>{t('notice.tries', { count: tries })}</LogWords> : null}
        </>
      }
      run={{ runId, executionId }}
      error={error}
      actions={
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
      }
    />
  )
}

import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { ApiError, messageOf } from '../lib/api-error.ts'
import { color } from '../theme/tokens.ts'
import { EmptyState } from './empty-state.tsx'

/** Why it failed, and Retry. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      role="alert"
      drawing="broken"
      title={t('state.failed')}
      text={
        <>
          {messageOf(error)}
          {error instanceof ApiError && error.requestId ? (
            <Typography variant="caption" component="p" sx={{ color: color.text3, marginTop: 0.5 }}>
              {t('state.requestId', { id: error.requestId })}
            </Typography>
          ) : null}
        </>
      }
      actions={
        <Button variant="contained" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { readChunkError } from '../lib/chunk-error.ts'
import { color, monoFamily, radius, type } from '../theme/tokens.ts'
import { EmptyState } from './empty-state.tsx'
import { FailureFacts } from './failure-facts.tsx'

interface ErrorReportProps {
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
  /** Only a part of the page failed: the rest is there to go on with. */
  isPart?: boolean
  onClose?: (() => void) | undefined
  titleId?: string
}

/** What failed to load or to draw, why, and Retry. */
export function ErrorReport({
  error,
  onRetry,
  isRetrying = false,
  isPart = false,
  onClose,
  titleId,
}: ErrorReportProps) {
  const { t } = useTranslation()
  const didArrive = readChunkError(error) === undefined
  return (
    <EmptyState
      role="alert"
      drawing="broken"
      title={didArrive ? t(isPart ? 'crash.partTitle' : 'crash.title') : t('crash.chunkTitle')}
      {...(titleId !== undefined && { titleId })}
      text={
        <>
          {didArrive ? t('crash.text') : t('crash.chunkText')} {t(isPart ? 'crash.partKept' : 'crash.kept')}
          <Box
            sx={{
              ...type.small,
              fontFamily: monoFamily,
              color: color.text2,
              backgroundColor: color.sunken,
              borderRadius: radius.nested,
              padding: 1.5,
              marginTop: 2,
              textAlign: 'left',
              overflowWrap: 'anywhere',
            }}
          >
            <FailureFacts error={error} />
          </Box>
        </>
      }
      actions={
        <>
          <Button variant="contained" loading={isRetrying} onClick={onRetry}>
            {t('action.retry')}
          </Button>
          <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
          {onClose ? <Button onClick={onClose}>{t('action.close')}</Button> : null}
        </>
      }
    />
  )
}

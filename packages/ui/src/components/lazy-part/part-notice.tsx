import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { color, radius, type } from '../../theme/tokens.ts'
import { FailureFacts } from '../failure-facts.tsx'
import type { PartFailure } from './part-failure.ts'

/** Beside something that works without the part, only plainer: what did not arrive, and Retry. */
export function PartNotice({ failure, text }: { failure: PartFailure; text: string }) {
  const { t } = useTranslation()
  return (
    <Box
      role="alert"
      sx={{
        ...type.small,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        padding: '4px 12px',
        borderRadius: radius.nested,
        backgroundColor: color.warningSoft,
        color: color.onWarningSoft,
      }}
    >
      <Box component="span" sx={{ flex: '1 1 200px' }}>
        {text}
      </Box>
      <Button size="small" color="inherit" loading={failure.isRetrying} onClick={failure.onRetry}>
        {t('action.retry')}
      </Button>
      <Box component="details" sx={{ flexBasis: '100%' }}>
        <summary>{t('crash.details')}</summary>
        <FailureFacts error={failure.error} />
      </Box>
    </Box>
  )
}

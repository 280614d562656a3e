import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../../../components/delayed.tsx'

/** Two turns in outline, while the earlier messages load. */
export function HistorySkeleton() {
  const { t } = useTranslation('chat')
  return (
    <Delayed>
      <Box role="status" aria-label={t('panel.loading')} sx={{ display: 'grid', gap: 3, padding: '16px' }}>
        {[0, 1].map((turn) => (
          <Box key={turn} sx={{ display: 'grid', gap: 2 }}>
            <Skeleton variant="rounded" width="55%" height={40} sx={{ justifySelf: 'end', borderRadius: '12px' }} />
            <Box>
              <Skeleton width="90%" />
              <Skeleton width="80%" />
              <Skeleton width="45%" />
            </Box>
          </Box>
        ))}
      </Box>
    </Delayed>
  )
}

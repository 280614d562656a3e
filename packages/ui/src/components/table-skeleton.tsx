import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { color, size } from '../theme/tokens.ts'
import { Delayed } from './delayed.tsx'

/** Rows to come, in their final shape. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <Delayed>
      <Card role="status" aria-label={t('shell.loading')}>
        <Box sx={{ height: size.tableRow, backgroundColor: color.sunken }} />
        {Array.from({ length: rows }, (_, index) => (
          <Box
            key={index}
            sx={{
              height: size.tableRow,
              padding: '0 12px',
              display: 'flex',
              gap: 3,
              alignItems: 'center',
              borderTop: `1px solid ${color.line}`,
            }}
          >
            <Skeleton width="30%" />
            <Skeleton width="20%" />
            <Skeleton width="15%" />
          </Box>
        ))}
      </Card>
    </Delayed>
  )
}

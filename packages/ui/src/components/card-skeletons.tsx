import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { CardGrid } from './card-grid.tsx'
import { Delayed } from './delayed.tsx'

/** Cards to come, in their final shape. */
export function CardSkeletons({ count = 8, height = 148 }: { count?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Delayed>
      <div role="status" aria-label={t('shell.loading')}>
        <CardGrid>
          {Array.from({ length: count }, (_, index) => (
            <Card key={index} sx={{ height, padding: 2, display: 'flex', flexDirection: 'column' }}>
              <Skeleton width="60%" height={24} />
              <Skeleton width="90%" height={18} />
              <Skeleton variant="rounded" width={124} height={28} sx={{ marginTop: 'auto' }} />
              <Skeleton width="80%" height={16} sx={{ marginTop: 1.5 }} />
            </Card>
          ))}
        </CardGrid>
      </div>
    </Delayed>
  )
}

import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../../components/delayed.tsx'
import '../canvas.css'

/** The workbench before the flow is there, in its final shape. */
export function CanvasSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="cw-workbench" aria-busy aria-label={t('shell.loading')}>
      <Delayed>
        <div className="cw-header">
          <Skeleton variant="rounded" width={36} height={36} />
          <Skeleton variant="text" width={180} />
        </div>
        <div className="cw-skeleton-stage">
          {[0, 1, 2].map((column) => (
            <Skeleton key={column} variant="rounded" width={300} height={320} />
          ))}
        </div>
      </Delayed>
    </div>
  )
}

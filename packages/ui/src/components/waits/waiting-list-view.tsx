import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../delayed.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { useWaits } from './use-waits.ts'
import { WaitCard } from './wait-card.tsx'

/** So many can be decided without a further click. */
const OPENED = 3

/** Everything that waits, newest first. */
export default function WaitingListView(which: { chatflowId?: string; isWithoutEnd?: boolean }) {
  const { t } = useTranslation('decisions')
  const waits = useWaits(which)
  if (waits.error && !waits.data) return <ErrorState error={waits.error} onRetry={() => void waits.refetch()} />
  if (!waits.data) return <Coming />
  const items = waits.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState drawing="flow" title={t('waits.empty')} text={t('waits.emptyText')} />
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" aria-label={t('waits.title')} sx={{ display: 'grid', gap: 2, margin: 0, padding: 0 }}>
        {items.map((wait, index) => (
          <WaitCard key={wait.id} wait={wait} isOpened={index < OPENED} />
        ))}
      </Box>
      {waits.hasNextPage ? (
        <Button
          sx={{ justifySelf: 'center' }}
          loading={waits.isFetchingNextPage}
          onClick={() => void waits.fetchNextPage()}
        >
          {t('waits.more')}
        </Button>
      ) : null}
    </Box>
  )
}

function Coming() {
  return (
    <Delayed>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} variant="rounded" height={104} />
        ))}
      </Box>
    </Delayed>
  )
}

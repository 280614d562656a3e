import type { Comparison } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ErrorState } from '../../../components/error-state.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { useComparisons } from '../api/use-comparisons.ts'

/** The comparisons that were made, with what they came to; nothing where there is none. */
export function EarlierComparisons({ flowId }: { flowId: string }) {
  const { t } = useTranslation('comparisons')
  const earlier = useComparisons(flowId)
  if (earlier.error) return <ErrorState error={earlier.error} onRetry={() => void earlier.refetch()} />
  const items = earlier.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <Box component="section" aria-label={t('earlier')}>
      <Typography variant="h3" component="h2" sx={{ marginBottom: 1 }}>
        {t('earlier')}
      </Typography>
      <TableCard
        label={t('earlier')}
        columns={[
          { id: 'versions', label: t('column.versions') },
          { id: 'outcome', label: t('column.outcome'), from: 'sm', width: '46%' },
          { id: 'when', label: t('column.when'), from: 'sm', width: 144 },
        ]}
      >
        {items.map((each) => (
          <Row key={each.id} comparison={each} />
        ))}
      </TableCard>
      {earlier.hasNextPage ? (
        <Button sx={{ marginTop: 2 }} loading={earlier.isFetchingNextPage} onClick={() => void earlier.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Box>
  )
}

function Row({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons')
  const { id, base, candidate, flowName, setName, state, summary, createdDate } = comparison
  const { conclusion } = summary
  const outcome =
    state === 'done' && conclusion !== null
      ? summary.cases === 0
        ? t('none')
        : t(`conclusion.${conclusion}`)
      : t(`state.${state}`)
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={`/comparisons/${id}`}>
          {t('title', { base, candidate })}
        </Link>
        <Typography variant="caption" component="div">
          {[flowName, setName ?? t('recorded')].join(' · ')}
        </Typography>
        <RowNote>{outcome}</RowNote>
      </TableCell>
      <TableCell sx={shownFrom('sm')}>{outcome}</TableCell>
      <TableCell sx={shownFrom('sm')}>
        <TimeAgo date={createdDate} />
      </TableCell>
    </TableRow>
  )
}

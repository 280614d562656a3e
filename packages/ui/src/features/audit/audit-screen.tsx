import type { AuditEntry } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { RowNote, shownFrom, TableCard } from '../../components/table-card.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { color } from '../../theme/tokens.ts'
import { useAudit, type AuditFilter } from './api/use-audit.ts'
import { Sentence } from './components/sentence.tsx'

const FILTERS = ['all', 'done', 'refused', 'failed'] as const

/** Who changed what, newest first. */
export default function AuditScreen() {
  const { t } = useTranslation('audit')
  const [filter, setFilter] = useState<AuditFilter>('all')
  const audit = useAudit(filter)
  const entries = audit.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title={t('title')} />
      <Box sx={{ maxWidth: 260, marginBottom: 2 }}>
        <ChoiceInput
          label={t('filter.label')}
          value={filter}
          onChange={(chosen) => setFilter(FILTERS.find((each) => each === chosen) ?? 'all')}
          choices={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </Box>
      {audit.isPending ? (
        <TableSkeleton />
      ) : audit.isError ? (
        <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState drawing="key" title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <>
          <TableCard
            label={t('title')}
            columns={[
              { id: 'what', label: t('column.what') },
              { id: 'from', label: t('column.from'), from: 'md', width: 180 },
              { id: 'when', label: t('column.when'), from: 'sm', width: 160 },
            ]}
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </TableCard>
          {audit.hasNextPage ? (
            <Button sx={{ marginTop: 2 }} loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
              {t('more')}
            </Button>
          ) : null}
        </>
      )}
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { date, address } = entry
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        <Sentence entry={entry} />
        <RowNote>
          <TimeAgo date={date} />
        </RowNote>
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2, overflowWrap: 'anywhere' }}>{address}</TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
        <TimeAgo date={date} />
      </TableCell>
    </TableRow>
  )
}

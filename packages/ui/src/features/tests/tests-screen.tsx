import type { TestSet } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../components/table-card.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { useTestSets } from './api/use-tests.ts'
import { SetDialog } from './components/lazy-set-dialog.ts'
import { SetFigures } from './components/set-figures.tsx'
import { useDeleteSet } from './components/use-delete-set.ts'

/** Sets of tests, each with how its cases ended last. */
export default function TestsScreen() {
  const { t } = useTranslation('tests')
  const sets = useTestSets()
  const [opened, setOpened] = useState<'new' | TestSet>()
  const remove = useDeleteSet()
  const items = sets.data?.pages.flatMap((page) => page.items)
  const newSet = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('newSet')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')} action={items?.length === 0 ? null : newSet}>
        <Link component={RouterLink} to="/comparisons">
          {t('compare')}
        </Link>
      </PageHead>
      {sets.error && !items ? (
        <ErrorState error={sets.error} onRetry={() => void sets.refetch()} />
      ) : !items ? (
        <TableSkeleton />
      ) : items.length === 0 ? (
        <EmptyState
          drawing="flow"
          title={t('empty')}
          text={t('emptyText')}
          actions={
            <>
              {newSet}
              <Button component={RouterLink} to="/runs">
                {t('toRuns')}
              </Button>
            </>
          }
        />
      ) : (
        <TableCard
          label={t('title')}
          columns={[
            { id: 'set', label: t('column.set') },
            { id: 'flow', label: t('column.flow'), from: 'sm', width: '24%' },
            { id: 'cases', label: t('column.cases'), from: 'md', width: 96 },
            { id: 'result', label: t('column.result'), from: 'sm', width: '34%' },
            { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
          ]}
        >
          {items.map((set) => (
            <TableRow key={set.id}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <Link component={RouterLink} to={`/tests/${set.id}`} aria-label={t('open', { name: set.name })}>
                  {set.name}
                </Link>
                <RowNote>
                  {set.flowName}
                  {set.cases === 0 ? '' : ' · '}
                  <SetFigures {...set} />
                </RowNote>
              </TableCell>
              <TableCell sx={{ ...shownFrom('sm'), overflowWrap: 'anywhere' }}>{set.flowName}</TableCell>
              <TableCell sx={shownFrom('md')}>{set.cases}</TableCell>
              <TableCell sx={shownFrom('sm')}>
                <SetFigures {...set} />
              </TableCell>
              <TableCell>
                <RowActions
                  label={t('actions', { name: set.name })}
                  actions={[
                    { label: t('rename'), icon: IconPencil, run: () => setOpened(set) },
                    { label: t('deleteSet'), icon: IconTrash, isDelete: true, run: () => void remove(set) },
                  ]}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableCard>
      )}
      {sets.hasNextPage ? (
        <Button sx={{ marginTop: 2 }} loading={sets.isFetchingNextPage} onClick={() => void sets.fetchNextPage()}>
          {t('moreSets')}
        </Button>
      ) : null}
      {opened ? (
        <SetDialog renamed={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  )
}

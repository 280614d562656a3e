import type { KnowledgeStore, SearchTest, SearchTestRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TableSkeleton } from '../../../components/table-skeleton.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useNodeCatalogue } from '../../../lib/catalogue.ts'
import { notify } from '../../../state/notifications.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useRemoveSearchTest, useRunSearchTests, useSearchTests } from '../api/use-search-tests.ts'
import { indexOf, ownSettings, searchInputs, type BenchSettings } from '../model/bench-settings.ts'
import { BenchForm } from './bench-form.tsx'
import { RankPlot } from './rank-plot.tsx'

const USUAL_K = '10'

/** Questions with the passage they are to find, and how a search with these settings does on them. */
export function TestsPanel({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  const { data: nodes } = useNodeCatalogue()
  const [changed, setChanged] = useState<BenchSettings>()
  const list = useSearchTests(store.id)
  const run = useRunSearchTests(store.id)
  const index = indexOf(store, nodes)
  if (list.isPending) return <TableSkeleton />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.length === 0) {
    return <EmptyState drawing="document" title={t('tests.empty')} text={t('tests.emptyText')} />
  }
  const settings = changed ?? { ...ownSettings(store, index), topK: USUAL_K }
  const inputs = searchInputs(settings)
  const ranks = new Map(run.data?.results.map(({ id, rank }) => [id, rank]))
  return (
    <Stack spacing={2}>
      <BenchForm index={index} settings={settings} onChange={setChanged} />
      <div>
        <Button
          variant="contained"
          loading={run.isPending}
          disabled={!inputs}
          onClick={() => inputs && run.mutate(inputs)}
        >
          {t('tests.run', { count: list.data.length })}
        </Button>
      </div>
      {run.error ? <ProblemNotice>{messageOf(run.error)}</ProblemNotice> : null}
      {run.data ? <Outcome run={run.data} /> : null}
      {list.data.map((test) => (
        <TestCard key={test.id} storeId={store.id} test={test} rank={ranks.get(test.id)} />
      ))}
    </Stack>
  )
}

function Outcome({ run }: { run: SearchTestRun }) {
  const { t } = useTranslation('knowledge')
  const { asked, foundFirst, found, k, meanRank } = run
  return (
    <Card component="section" aria-label={t('tests.outcome')} sx={{ padding: 2 }}>
      <Stack spacing={2}>
        <Typography role="status" sx={type.strong}>
          {t('tests.figures', { asked, foundFirst, found, k })}
          {meanRank === null ? '' : ` ${t('tests.meanRank', { rank: meanRank.toFixed(1) })}`}
        </Typography>
        <RankPlot run={run} />
      </Stack>
    </Card>
  )
}

/** `rank` is undefined before the first run, and null where the passage was not found. */
function TestCard({ storeId, test, rank }: { storeId: string; test: SearchTest; rank: number | null | undefined }) {
  const { t } = useTranslation(['knowledge', 'common'])
  const remove = useRemoveSearchTest(storeId)
  const question = new URLSearchParams({ tab: 'bench', question: test.question })
  return (
    <Card component="article" sx={{ padding: 2, display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={`?${question.toString()}`} sx={type.strong}>
          {test.question}
        </Link>
        {rank === undefined ? null : (
          <Typography component="span" sx={{ ...type.small, color: rank === 1 ? color.success : color.warning }}>
            {' · '}
            {rank === null ? t('tests.notFound') : t('bench.rank', { rank })}
          </Typography>
        )}
        <Typography
          sx={{
            ...type.small,
            color: color.text2,
            marginTop: '4px',
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
          }}
        >
          {test.document} · {test.pageContent}
        </Typography>
        {test.isGone ? (
          <Typography sx={{ ...type.small, color: color.warning, marginTop: '4px' }}>{t('tests.gone')}</Typography>
        ) : null}
      </Box>
      <LabelledIconButton
        label={t('tests.delete', { question: test.question })}
        onClick={() => remove.mutate(test.id, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })}
      >
        <IconTrash size={20} aria-hidden />
      </LabelledIconButton>
    </Card>
  )
}

import type { Comparison } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { color } from '../../theme/tokens.ts'
import { useComparison } from './api/use-comparisons.ts'
import { ComparedCaseCard } from './components/compared-case-card.tsx'

const TONES = { regression: 'error', 'no-regression': 'success', 'not-enough': 'warning' } as const

/** What two versions of a flow answered: the headline, then case by case what got worse first. */
export default function ComparisonScreen() {
  const { t } = useTranslation('comparisons')
  const { id = '' } = useParams()
  const comparison = useComparison(id)
  const { data } = comparison
  if (comparison.error && !data) {
    return <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
  }
  if (!data) return <TableSkeleton />
  return (
    <>
      <PageHead
        title={t('title', { base: data.base, candidate: data.candidate })}
        action={
          <Button component={RouterLink} to={`/comparisons?${again(data)}`}>
            {t('again')}
          </Button>
        }
      />
      <Asked comparison={data} />
      <Headline comparison={data} />
      <Box
        component="ul"
        aria-label={t('cases')}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}
      >
        {data.items.map((item) => (
          <ComparedCaseCard key={item.number} item={item} />
        ))}
      </Box>
    </>
  )
}

/** The same once more, to be changed before it starts. */
function again({ chatflowId, base, candidate, setId }: Comparison): URLSearchParams {
  const versions = { base: String(base), candidate: String(candidate) }
  return new URLSearchParams({ flow: chatflowId, ...versions, ...(setId !== null && { set: setId }) })
}

/** Of which flow, what was asked, and who judged. */
function Asked({ comparison: { chatflowId, flowName, setId, setName, judge } }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons')
  return (
    <Typography variant="body2" sx={{ color: color.text2, marginBottom: 2, overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} underline="always" to={`/canvas/${chatflowId}`}>
        {flowName}
      </Link>
      {' · '}
      {setId === null ? (
        t('recorded')
      ) : (
        <Link component={RouterLink} underline="always" to={`/tests/${setId}`}>
          {setName ?? t('set')}
        </Link>
      )}
      {judge === null ? null : ` · ${t('judgedBy', { judge })}`}
    </Typography>
  )
}

function Headline({ comparison: { state, reason, summary } }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation('comparisons')
  const { cases, done, conclusion, flipRate, asked, priceMicro } = summary
  if (state === 'running') {
    return (
      <Box role="status" sx={{ marginBottom: 2 }}>
        <Typography variant="body2" sx={{ marginBottom: 1 }}>
          {t('running', { count: cases, done })}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={cases === 0 ? 0 : (100 * done) / cases}
          aria-label={t('progress')}
        />
      </Box>
    )
  }
  if (state !== 'done') {
    return (
      <Box sx={{ marginBottom: 2 }}>
        <ProblemNotice>{t(state, { reason: reason ?? '' })}</ProblemNotice>
      </Box>
    )
  }
  const counts = (['worse', 'different', 'unclear', 'better', 'reworded', 'same'] as const)
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => t(`count.${verdict}`, { count: summary[verdict] }))
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const facts = [
    ...(summary.different === 0 ? [] : [t('notJudged')]),
    ...(flipRate === null ? [] : [t('flips', { rate: percent.format(flipRate) })]),
    t('asked', { count: asked, price: formatMoney(priceMicro, i18n.language) }),
  ]
  return (
    <>
      {conclusion === null ? null : (
        <Box sx={{ marginBottom: 1.5 }}>
          <ProblemNotice tone={TONES[conclusion]}>
            {cases === 0 ? t('none') : t(`conclusion.${conclusion}`)}
          </ProblemNotice>
        </Box>
      )}
      <Typography variant="body2" sx={{ marginBottom: 0.5 }}>
        {counts.join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ color: color.text2, marginBottom: 2 }}>
        {facts.join(' · ')}
      </Typography>
    </>
  )
}

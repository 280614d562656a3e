import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { PageHead } from '../../components/page-head.tsx'
import { KeepAsTestButton } from '../../parts/keep-as-test/keep-as-test-button.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { color, type } from '../../theme/tokens.ts'
import { HomeCard, HomeRows } from './home-card.tsx'
import { useCostToday, useFailed, useLastFlows, useWaiting } from './use-home.ts'

/** What waits, what failed, what today cost, and the flows changed last. */
export default function HomeScreen() {
  const { t } = useTranslation('home')
  return (
    <>
      <PageHead
        title={t('title')}
        action={
          <Button component={Link} to="/canvas" variant="contained" startIcon={<IconPlus size={20} aria-hidden />}>
            {t('newFlow')}
          </Button>
        }
      />
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}
      >
        <Waiting />
        <Failed />
        <CostToday />
        <LastFlows />
      </Box>
    </>
  )
}

function Waiting() {
  const { t } = useTranslation('home')
  const waiting = useWaiting()
  const { items = [], total = 0 } = waiting.data ?? {}
  return (
    <HomeCard
      title={total === 0 ? t('waiting.title') : t('waiting.titleNumber', { count: total })}
      all={{ to: '/runs?view=waiting', label: t('waiting.all') }}
      query={waiting}
    >
      <HomeRows
        none={t('waiting.none')}
        rows={items.map(({ id, executionId, question, label, chatflowName, createdDate }) => ({
          id,
          to: `/runs/${executionId}`,
          title: question.text === '' ? label : question.text,
          note: `${chatflowName} · ${label}`,
          date: createdDate,
        }))}
      />
    </HomeCard>
  )
}

function Failed() {
  const { t } = useTranslation('home')
  const failed = useFailed()
  return (
    <HomeCard title={t('failed.title')} all={{ to: '/runs?view=failed', label: t('failed.all') }} query={failed}>
      <HomeRows
        none={t('failed.none')}
        rows={(failed.data ?? []).map(({ runId, flowId, executionId, question, said, flowName, createdDate }) => ({
          id: runId,
          action: (
            <KeepAsTestButton runId={runId} flowId={flowId} question={question === '' ? t('noWords') : question} />
          ),
          to: `/runs/${executionId ?? runId}`,
          title: question === '' ? t('noWords') : question,
          note: said === null ? flowName : `${flowName} · ${said}`,
          date: createdDate,
        }))}
      />
    </HomeCard>
  )
}

function CostToday() {
  const { t, i18n } = useTranslation('home')
  const cost = useCostToday()
  const { priceMicro = 0, calls = 0, unpricedCalls = 0, inputTokens = 0, outputTokens = 0 } = cost.data ?? {}
  return (
    <HomeCard title={t('cost.title')} all={{ to: '/spend', label: t('cost.all') }} query={cost}>
      <Typography sx={{ ...type.title, fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(priceMicro, i18n.language)}
      </Typography>
      <Typography sx={{ color: color.text2 }}>
        {calls === 0
          ? t('cost.none')
          : t('cost.calls', { count: calls, tokens: (inputTokens + outputTokens).toLocaleString(i18n.language) })}
      </Typography>
      {unpricedCalls > 0 ? (
        <Typography sx={{ color: color.warning }}>{t('cost.unpriced', { count: unpricedCalls })}</Typography>
      ) : null}
    </HomeCard>
  )
}

function LastFlows() {
  const { t } = useTranslation('home')
  const flows = useLastFlows()
  return (
    <HomeCard title={t('flows.title')} all={{ to: '/chatflows', label: t('flows.all') }} query={flows}>
      <HomeRows
        none={t('flows.none')}
        rows={(flows.data ?? []).map(({ id, name, updatedDate, lastRunFailed }) => ({
          id,
          to: `/canvas/${id}`,
          title: name,
          note: lastRunFailed ? t('flows.lastFailed') : '',
          date: updatedDate,
        }))}
      />
    </HomeCard>
  )
}

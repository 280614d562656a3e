import type { Spend } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceButton } from '../../components/choice-button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { UntrustedProxyNotice } from '../../parts/untrusted-proxy/untrusted-proxy-notice.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { color, type } from '../../theme/tokens.ts'
import { useLimits, usePrices, useSpend } from './api/use-spend.ts'
import { LimitList } from './components/limit-list.tsx'
import { PriceTable } from './components/price-table.tsx'
import { SpendPlot } from './components/spend-plot.tsx'
import { useUsedWords } from './components/use-used-words.ts'
import { SpendTable } from './components/spend-table.tsx'

const LimitDialog = lazyDialog(() => import('./components/limit-dialog.tsx'))

const PERIODS = ['7', '30', '90'] as const

/** What runs cost, by whom and what, and the limits that hold. */
export default function SpendScreen() {
  const { t } = useTranslation('spend')
  const [days, setDays] = useState<(typeof PERIODS)[number]>('30')
  const [isLimiting, setIsLimiting] = useState(false)
  const spend = useSpend(Number(days))
  return (
    <>
      <PageHead
        title={t('title')}
        action={
          <Button
            variant="contained"
            startIcon={<IconPlus size={20} aria-hidden />}
            onClick={() => setIsLimiting(true)}
          >
            {t('limit.new')}
          </Button>
        }
      >
        <ChoiceButton
          label={t('time')}
          value={days}
          choices={PERIODS.map((value) => ({ value, label: t('lastDays', { days: value }) }))}
          onChoose={setDays}
        />
      </PageHead>
      {spend.isPending ? (
        <TableSkeleton />
      ) : spend.isError && !spend.data ? (
        <ErrorState error={spend.error} onRetry={() => void spend.refetch()} />
      ) : (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          <Sums spend={spend.data} />
          <Limits />
          <Prices />
        </Box>
      )}
      {isLimiting ? <LimitDialog onClose={() => setIsLimiting(false)} /> : null}
    </>
  )
}

function Sums({ spend }: { spend: Spend }) {
  const { t, i18n } = useTranslation('spend')
  const { total, tests, flows, nodes, models, keys } = spend
  const usedWords = useUsedWords()
  const flowNames = new Map(flows.map(({ id, name }) => [id, name]))
  const name = (given: string | null) => given ?? t('gone')
  return (
    <>
      <Card component="section" aria-label={t('plot')} sx={{ padding: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, marginBottom: 1 }}>
          <Typography variant="h2" component="p">
            {formatMoney(total.priceMicro, i18n.language)}
          </Typography>
          <Box sx={{ ...type.body, color: color.text2 }}>
            {t('total', {
              count: total.calls,
              calls: total.calls.toLocaleString(i18n.language),
              used: usedWords(total),
            })}
          </Box>
        </Box>
        {tests.calls === 0 ? null : (
          <Box sx={{ ...type.small, color: color.text2, marginBottom: 1 }}>
            {t('tests', {
              count: tests.calls,
              calls: tests.calls.toLocaleString(i18n.language),
              price: formatMoney(tests.priceMicro, i18n.language),
            })}
          </Box>
        )}
        {total.calls === 0 ? (
          <Box sx={{ ...type.body, color: color.text2 }}>{t('empty')}</Box>
        ) : (
          <SpendPlot days={spend.days} />
        )}
        {total.calls === 0 ? null : (
          <Box sx={{ ...type.caption, color: color.text3, marginTop: 1 }}>{t('estimated')}</Box>
        )}
      </Card>
      {total.calls === 0 ? null : (
        <>
          <Section title={t('by.flows')}>
            <SpendTable
              label={t('by.flows')}
              entries={flows.map((row) => ({ ...row, key: row.id, name: name(row.name) }))}
            />
          </Section>
          <Section title={t('by.nodes')}>
            <SpendTable
              label={t('by.nodes')}
              tellsCalls
              entries={nodes.map((row) => ({
                ...row,
                key: `${row.chatflowId} ${row.id}`,
                name: row.name ?? t('unnamed'),
                note: name(flowNames.get(row.chatflowId) ?? null),
              }))}
            />
          </Section>
          <Section title={t('by.models')}>
            <SpendTable
              label={t('by.models')}
              entries={models.map((row) => ({ ...row, key: row.id, name: row.name ?? t('unnamed') }))}
            />
          </Section>
          {keys.length === 0 ? null : (
            <Section title={t('by.keys')}>
              <SpendTable
                label={t('by.keys')}
                entries={keys.map((row) => ({ ...row, key: row.id, name: name(row.name) }))}
              />
            </Section>
          )}
        </>
      )}
    </>
  )
}

function Limits() {
  const { t } = useTranslation('spend')
  const limits = useLimits()
  return (
    <Section title={t('limit.title')}>
      <UntrustedProxyNotice />
      {limits.error ? <ErrorState error={limits.error} onRetry={() => void limits.refetch()} /> : null}
      {limits.data?.items.length === 0 ? (
        <Box sx={{ ...type.body, color: color.text2 }}>{t('limit.none')}</Box>
      ) : (
        <LimitList limits={limits.data?.items ?? []} />
      )}
    </Section>
  )
}

function Prices() {
  const { t } = useTranslation('spend')
  const prices = usePrices()
  if (prices.error) return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />
  if (!prices.data) return null
  const { items, unknown, units } = prices.data
  return (
    <Section title={t('price.title')}>
      {unknown.length > 0 ? (
        <ProblemNotice tone="warning">{t('price.unknown', { models: unknown.join(', ') })}</ProblemNotice>
      ) : null}
      <Box sx={{ ...type.small, color: color.text2 }}>{t('price.help')}</Box>
      <PriceTable prices={items} unknown={unknown} units={units} />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

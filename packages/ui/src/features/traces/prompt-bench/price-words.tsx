import { planReplay } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { color, type } from '../../../theme/tokens.ts'
import type { FilledTemplate } from '../model/template-values.ts'
import { changesOf } from './use-bench.ts'

interface PriceWordsProps {
  runId: string
  template: FilledTemplate
  texts: readonly string[]
  cases: number
}

/** About what it costs to know, reckoned from the run at hand. Asks no model. */
export function PriceWords({ runId, template, texts, cases }: PriceWordsProps) {
  const { t, i18n } = useTranslation('runs')
  const settled = useDebounced(texts.join('\n\0'), 400)
  const plans = useQueries({
    queries: (settled === '' ? [] : settled.split('\n\0')).map((text) => ({
      queryKey: ['runs', 'plan', runId, changesOf(template, text)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(planReplay, { params: { id: runId }, body: changesOf(template, text), signal }),
      staleTime: Infinity,
      retry: false,
    })),
  })
  const failure = plans.find(({ error }) => error)?.error
  const known = plans.flatMap(({ data }) => (data ? [data] : []))
  const micro = known.reduce((sum, { priceMicro }) => sum + priceMicro.most, 0) * cases
  const unpriced = [...new Set(known.flatMap((plan) => plan.unpriced))]
  const words =
    texts.length === 0
      ? t('bench.change')
      : failure
        ? messageOf(failure)
        : known.length < texts.length
          ? t('plan.looking')
          : [
              t('bench.tries', { count: texts.length * cases }),
              ...(micro > 0 ? [t('plan.about', { price: formatMoney(micro, i18n.language) })] : []),
              ...(unpriced.length > 0 ? [t('plan.unpriced', { models: unpriced.join(', ') })] : []),
            ].join(' · ')
  return (
    <Box
      aria-live="polite"
      sx={{
        ...type.body,
        flex: '1 1 240px',
        paddingBottom: 1,
        color: failure ? color.error : color.text2,
        overflowWrap: 'anywhere',
      }}
    >
      {words}
    </Box>
  )
}

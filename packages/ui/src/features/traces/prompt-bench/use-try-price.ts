import { planReplay } from '@chatwright/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import type { Prompt } from '../model/prompts-in.ts'
import { changesOf, type BenchBase } from './use-bench.ts'

interface TryPriceOptions {
  runId: string
  template: Prompt
  base: BenchBase | undefined
  texts: readonly string[]
  cases: number
}

/** About what it costs to try, reckoned from the run at hand: on the button, and what else is to be said of it. Asks no model. */
export function useTryPrice({ runId, template, base, texts, cases }: TryPriceOptions) {
  const { t, i18n } = useTranslation('runs')
  const settled = useDebounced(texts.join('\n\0'), 400)
  const plans = useQueries({
    queries: (settled === '' ? [] : settled.split('\n\0')).map((text) => ({
      queryKey: ['runs', 'plan', runId, changesOf(template, text, base)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(planReplay, { params: { id: runId }, body: changesOf(template, text, base), signal }),
      staleTime: Infinity,
      retry: false,
    })),
  })
  const failure = plans.find(({ error }) => error)?.error
  const known = plans.flatMap(({ data }) => (data ? [data] : []))
  const micro = known.reduce((sum, { priceMicro }) => sum + priceMicro.most, 0) * cases
  const unpriced = [...new Set(known.flatMap((plan) => plan.unpriced))]
  const isKnown = texts.length > 0 && !failure && known.length >= texts.length
  const tries = t('bench.tries', { count: texts.length * cases })
  return {
    button:
      texts.length === 0
        ? t('bench.run')
        : isKnown && micro > 0
          ? t('bench.runFor', { tries, price: formatMoney(micro, i18n.language) })
          : t('bench.runTries', { tries }),
    note:
      texts.length === 0
        ? t('bench.change')
        : failure
          ? messageOf(failure)
          : isKnown
            ? unpriced.length > 0
              ? t('plan.unpriced', { models: unpriced.join(', ') })
              : ''
            : t('plan.looking'),
    isFailure: failure !== undefined && failure !== null,
  }
}

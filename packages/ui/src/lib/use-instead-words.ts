import type { AnsweredInstead } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { formatMoney } from './format-money.ts'

/** Which model answered in place of another, and which limit made it so. */
export function useInsteadWords() {
  const { t, i18n } = useTranslation('chat')
  return ({ model, insteadOf, limit }: AnsweredInstead): string => {
    // Recorded before limits were told with it.
    if (!limit) return t('instead.nearly', { model, insteadOf })
    const { scope, period, amount } = limit
    return t('instead.because', {
      model,
      limit: t('instead.limit', {
        who: t(`instead.who.${scope}`),
        amount: formatMoney(amount, i18n.language),
        period: t(`instead.period.${period}`),
      }),
    })
  }
}

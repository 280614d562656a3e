import { listLimits } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../components/problem-notice.tsx'
import { call } from '../../lib/api.ts'

/** Shown where visitors are counted, while a proxy in front of the server is not named: all of them count as one. */
export function UntrustedProxyNotice() {
  const { t } = useTranslation('spend')
  const { data } = useQuery({ queryKey: ['spend', 'limits'], queryFn: ({ signal }) => call(listLimits, { signal }) })
  if (!data?.untrustedProxy) return null
  return <ProblemNotice tone="warning">{t('limit.proxy', { header: data.untrustedProxy })}</ProblemNotice>
}

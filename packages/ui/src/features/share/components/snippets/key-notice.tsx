import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { KEY_VARIABLE } from '../../model/snippets.ts'
import { useShare } from '../share-context.ts'

/** Where a snippet takes the demanded key from. */
export function KeyNotice() {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  return chatflow.apikeyid === null ? null : (
    <ProblemNotice tone="info">{t('snippet.key', { variable: KEY_VARIABLE })}</ProblemNotice>
  )
}

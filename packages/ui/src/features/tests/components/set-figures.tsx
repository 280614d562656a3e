import type { TestSet } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

/** How the cases of a set ended last, in one line. */
export function SetFigures({
  cases,
  passed,
  failed,
  unproved,
}: Pick<TestSet, 'cases' | 'passed' | 'failed' | 'unproved'>) {
  const { t } = useTranslation('tests')
  const rest = cases - passed - failed - unproved
  return [
    passed > 0 ? t('passed', { count: passed }) : '',
    failed > 0 ? t('failedCount', { count: failed }) : '',
    unproved > 0 ? t('unproved', { count: unproved }) : '',
    rest > 0 ? t('notRun', { count: rest }) : '',
  ]
    .filter((words) => words !== '')
    .join(' · ')
}

import { useTranslation } from 'react-i18next'

import type { BranchWords } from './step-branches.ts'

/** What a branch of a step is called, in the reader's language where its author gave it no words. */
export function useBranchWords(): (branch: BranchWords) => string {
  const { t } = useTranslation('canvas')
  return (branch) => {
    if ('text' in branch) return branch.text
    return branch.word === 'row' ? t('branch.row', { number: branch.number }) : t(`branch.${branch.word}`)
  }
}

import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { EmptyState } from './empty-state.tsx'

/** Names the words that found nothing and offers to clear them. */
export function NothingFound({ words, onClear }: { words: string; onClear: () => void }) {
  const { t } = useTranslation()
  const isSearch = words.trim() !== ''
  return (
    <EmptyState
      role="status"
      drawing="search"
      title={isSearch ? t('state.nothingFound', { words: words.trim() }) : t('state.nothingFiltered')}
      text={isSearch ? t('state.nothingFoundHint') : t('state.nothingFilteredHint')}
      actions={
        <Button variant="outlined" onClick={onClear}>
          {isSearch ? t('action.clearSearch') : t('state.clearFilters')}
        </Button>
      }
    />
  )
}

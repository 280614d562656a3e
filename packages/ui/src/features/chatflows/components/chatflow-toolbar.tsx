import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { ChoiceButton } from '../../../components/choice-button.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { useTags } from '../api/use-tags.ts'
import { KINDS, naturalOrder, SORTS } from '../model/list-state.ts'
import type { ListState } from '../model/list-state.ts'

export type View = 'cards' | 'table'

interface ChatflowToolbarProps {
  search: string
  onSearch: (words: string) => void
  state: ListState
  onChange: (state: ListState) => void
  view: View
  onView: (view: View) => void
}

export function ChatflowToolbar({ search, onSearch, state, onChange, view, onView }: ChatflowToolbarProps) {
  const { t } = useTranslation('chatflows')
  const tags = useTags().data ?? []
  return (
    <>
      <SearchField value={search} label={t('search')} onChange={onSearch} />
      <ChoiceButton
        label={t('kind.label')}
        value={state.kind}
        choices={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind || 'all'}`) }))}
        onChoose={(kind) => onChange({ ...state, kind })}
      />
      {tags.length > 0 || state.tag !== '' ? (
        <ChoiceButton
          label={t('tags.label')}
          value={state.tag}
          choices={[
            { value: '', label: t('tags.all') },
            ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
          ]}
          onChoose={(tag) => onChange({ ...state, tag })}
        />
      ) : null}
      <ChoiceButton
        label={t('sort.label')}
        value={state.sort}
        choices={SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        onChoose={(sort) => onChange({ ...state, sort, order: naturalOrder(sort) })}
      />
      <ToggleButtonGroup
        exclusive
        value={view}
        aria-label={t('view.label')}
        onChange={(_, chosen: View | null) => (chosen ? onView(chosen) : undefined)}
      >
        <ToggleButton value="cards" aria-label={t('view.cards')} title={t('view.cards')}>
          <IconLayoutGrid size={20} aria-hidden />
        </ToggleButton>
        <ToggleButton value="table" aria-label={t('view.table')} title={t('view.table')}>
          <IconList size={20} aria-hidden />
        </ToggleButton>
      </ToggleButtonGroup>
    </>
  )
}

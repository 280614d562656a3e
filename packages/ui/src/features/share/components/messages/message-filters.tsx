import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { Field } from '../../../../components/field.tsx'
import { SearchField } from '../../../../components/search-field.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import type { MessageFilter } from '../../api/use-messages.ts'

interface MessageFiltersProps {
  filter: MessageFilter
  onChange: (filter: MessageFilter) => void
}

export function MessageFilters({ filter, onChange }: MessageFiltersProps) {
  const { t } = useTranslation('share')
  const set = (change: Partial<MessageFilter>) => onChange({ ...filter, ...change })
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 2,
        padding: { xs: '0 16px 16px', sm: '0 24px 16px' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', md: 'minmax(200px, 1fr) 170px 150px 150px 150px' },
        alignItems: 'end',
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Field label={t('messages.search')}>
          {() => (
            <SearchField
              fullWidth
              label={t('messages.search')}
              value={filter.search}
              onChange={(search) => set({ search })}
            />
          )}
        </Field>
      </Box>
      <ChoiceInput
        label={t('messages.source')}
        value={filter.chatType}
        onChange={(value) => set({ chatType: value as MessageFilter['chatType'] })}
        choices={[
          { value: 'all', label: t('messages.all') },
          { value: 'EXTERNAL', label: t('messages.external') },
          { value: 'INTERNAL', label: t('messages.internal') },
        ]}
      />
      <ChoiceInput
        label={t('messages.rating')}
        value={filter.rating}
        onChange={(value) => set({ rating: value as MessageFilter['rating'] })}
        choices={[
          { value: 'any', label: t('messages.any') },
          { value: 'THUMBS_UP', label: t('messages.up') },
          { value: 'THUMBS_DOWN', label: t('messages.down') },
        ]}
      />
      <TextInput label={t('messages.from')} type="date" value={filter.from} onChange={(from) => set({ from })} />
      <TextInput label={t('messages.to')} type="date" value={filter.to} onChange={(to) => set({ to })} />
    </Box>
  )
}

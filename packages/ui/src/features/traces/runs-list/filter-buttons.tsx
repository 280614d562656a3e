import { useTranslation } from 'react-i18next'

import { ChoiceButton } from '../../../components/choice-button.tsx'
import { useFlowChoices } from '../../../lib/use-flow-choices.ts'
import { PERIODS, SOURCES, STATUSES, type RunFilters } from './run-filters.ts'

interface FilterButtonsProps {
  filters: RunFilters
  onChange: (changes: Partial<RunFilters>) => void
}

export function FilterButtons({ filters, onChange }: FilterButtonsProps) {
  const { t } = useTranslation('runs-list')
  const { t: chat } = useTranslation('chat')
  const flows = useFlowChoices()
  return (
    <>
      <ChoiceButton
        label={t('filter.flow')}
        value={filters.flow}
        choices={[{ value: '', label: t('filter.anyFlow') }, ...(flows.data ?? [])]}
        onChoose={(flow) => onChange({ flow, cause: '' })}
      />
      {filters.view === 'failed' || filters.view === 'waiting' ? null : (
        <ChoiceButton
          label={t('filter.status')}
          value={filters.status}
          choices={[
            { value: '' as const, label: t('filter.anyStatus') },
            ...STATUSES.map((status) => ({ value: status, label: chat(`trace.status.${status}`) })),
          ]}
          onChoose={(status) => onChange({ status })}
        />
      )}
      <ChoiceButton
        label={t('filter.source')}
        value={filters.drafts === 'only' ? 'draft' : filters.source}
        choices={[
          { value: '' as const, label: t('filter.anySource') },
          ...SOURCES.map((source) => ({ value: source, label: t(`source.${source}`) })),
          { value: 'draft' as const, label: t('filter.onlyDrafts') },
        ]}
        onChoose={(source) => onChange(source === 'draft' ? { source: '', drafts: 'only' } : { source, drafts: '' })}
      />
      <ChoiceButton
        label={t('filter.time')}
        value={filters.period}
        choices={[
          { value: '' as const, label: t('filter.anyTime') },
          ...PERIODS.map((period) => ({ value: period, label: t(`filter.${period}`) })),
        ]}
        onChoose={(period) => onChange({ period })}
      />
    </>
  )
}

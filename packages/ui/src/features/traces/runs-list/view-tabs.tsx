import type { RunView } from '@chatwright/contract'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'

import { VIEWS } from './run-filters.ts'
import { useRunCounts } from './use-found-runs.ts'

interface ViewTabsProps {
  view: RunView | ''
  flowId: string
  onChoose: (view: RunView | '') => void
}

/** What is picked out of all runs, with how many need attention now. */
export function ViewTabs({ view, flowId, onChoose }: ViewTabsProps) {
  const { t } = useTranslation('runs-list')
  const { data } = useRunCounts(flowId)
  const counts: Partial<Record<RunView, number>> = data
    ? { failed: data.failed, waiting: data.waiting, 'rated-down': data.ratedDown }
    : {}
  const label = (each: RunView): string => {
    const count = counts[each] ?? 0
    if (count === 0) return t(`view.${each}`)
    return t('view.counted', { view: t(`view.${each}`), count: data && count >= data.most ? `${data.most}+` : count })
  }
  return (
    <Tabs
      value={view}
      onChange={(_, next: RunView | '') => onChoose(next)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={t('view.label')}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      <Tab value="" label={t('view.all')} />
      {VIEWS.map((each) => (
        <Tab key={each} value={each} label={label(each)} />
      ))}
    </Tabs>
  )
}

import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { ChoiceButton } from '../../components/choice-button.tsx'
import { ListCards, ListPage } from '../../parts/list-page/list-page.tsx'
import { useTemplates } from './api/use-templates.ts'
import { TemplateCard } from './components/template-card.tsx'
import { ToolTemplateDialog } from './components/tool-template-dialog.tsx'
import { filterTemplates, listUsecases, readFilter, writeFilter } from './model/filter-templates.ts'
import type { TemplateFilter, TemplateType } from './model/filter-templates.ts'

/** Ready-made flows and tools, by use and by what they need. */
export default function MarketplaceScreen() {
  const { t } = useTranslation('marketplace')
  const [params, setParams] = useSearchParams()
  const [openedTool, setOpenedTool] = useState<string>()
  const filter = readFilter(params)
  const change = (changes: Partial<TemplateFilter>) =>
    setParams(writeFilter({ ...filter, ...changes }), { replace: true, preventScrollReset: true })
  const list = useTemplates()
  const all = list.data ?? []
  return (
    <>
      <ListPage
        title={t('title')}
        tabs={
          <Tabs value={filter.type} aria-label={t('tabs.label')} onChange={(_, type: TemplateType) => change({ type })}>
            <Tab value="all" label={t('tabs.all')} />
            <Tab value="Chatflow" label={t('tabs.Chatflow')} />
            <Tab value="Tool" label={t('tabs.Tool')} />
          </Tabs>
        }
        query={list}
        found={filterTemplates(all, filter)}
        search={{ label: t('search'), words: filter.words, onChange: (words) => change({ words }) }}
        filters={<TemplateFilters all={all} filter={filter} onChange={change} />}
        onClear={() => setParams({}, { replace: true })}
        empty={{
          drawing: 'shop',
          title: t('empty.title'),
          text: t('empty.text'),
          lead: (
            <Button variant="contained" component={Link} to="/canvas">
              {t('empty.action')}
            </Button>
          ),
        }}
        waiting="cards"
      >
        {(found) => (
          <ListCards label={t('title')} items={found}>
            {(template) => <TemplateCard template={template} onOpenTool={() => setOpenedTool(template.id)} />}
          </ListCards>
        )}
      </ListPage>
      {openedTool === undefined ? null : (
        <ToolTemplateDialog id={openedTool} onClose={() => setOpenedTool(undefined)} />
      )}
    </>
  )
}

interface TemplateFiltersProps {
  all: Parameters<typeof listUsecases>[0]
  filter: TemplateFilter
  onChange: (changes: Partial<TemplateFilter>) => void
}

function TemplateFilters({ all, filter, onChange }: TemplateFiltersProps) {
  const { t } = useTranslation('marketplace')
  return (
    <>
      <ChoiceButton
        label={t('usecase.label')}
        value={filter.usecase}
        choices={[
          { value: '', label: t('usecase.all') },
          ...listUsecases(all).map((usecase) => ({ value: usecase, label: usecase })),
        ]}
        onChoose={(usecase) => onChange({ usecase })}
      />
      <ChoiceButton
        label={t('needs.label')}
        value={filter.needs}
        choices={[
          { value: 'any', label: t('needs.any') },
          { value: 'none', label: t('needs.none') },
          { value: 'some', label: t('needs.some') },
        ]}
        onChoose={(needs) => onChange({ needs })}
      />
    </>
  )
}

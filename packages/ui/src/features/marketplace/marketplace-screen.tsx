import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { CardGrid } from '../../components/card-grid.tsx'
import { CardSkeletons } from '../../components/card-skeletons.tsx'
import { ChoiceButton } from '../../components/choice-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
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
  const found = filterTemplates(all, filter)
  return (
    <>
      <PageHead
        title={t('title')}
        count={list.data ? found.length : undefined}
        tabs={
          <Tabs value={filter.type} aria-label={t('tabs.label')} onChange={(_, type: TemplateType) => change({ type })}>
            <Tab value="all" label={t('tabs.all')} />
            <Tab value="Chatflow" label={t('tabs.Chatflow')} />
            <Tab value="Tool" label={t('tabs.Tool')} />
          </Tabs>
        }
      >
        <SearchField value={filter.words} label={t('search')} onChange={(words) => change({ words })} />
        <ChoiceButton
          label={t('usecase.label')}
          value={filter.usecase}
          choices={[
            { value: '', label: t('usecase.all') },
            ...listUsecases(all).map((usecase) => ({ value: usecase, label: usecase })),
          ]}
          onChoose={(usecase) => change({ usecase })}
        />
        <ChoiceButton
          label={t('needs.label')}
          value={filter.needs}
          choices={[
            { value: 'any', label: t('needs.any') },
            { value: 'none', label: t('needs.none') },
            { value: 'some', label: t('needs.some') },
          ]}
          onChoose={(needs) => change({ needs })}
        />
      </PageHead>
      {list.isPending ? (
        <CardSkeletons count={12} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          drawing="shop"
          title={t('empty.title')}
          text={t('empty.text')}
          actions={
            <Button variant="contained" component={Link} to="/canvas">
              {t('empty.action')}
            </Button>
          }
        />
      ) : found.length === 0 ? (
        <NothingFound words={filter.words} onClear={() => setParams({}, { replace: true })} />
      ) : (
        <CardGrid label={t('title')}>
          {found.map((template) => (
            <div role="listitem" key={template.id}>
              <TemplateCard template={template} onOpenTool={() => setOpenedTool(template.id)} />
            </div>
          ))}
        </CardGrid>
      )}
      {openedTool === undefined ? null : (
        <ToolTemplateDialog id={openedTool} onClose={() => setOpenedTool(undefined)} />
      )}
    </>
  )
}

import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { CardGrid } from '../../components/card-grid.tsx'
import { CardSkeletons } from '../../components/card-skeletons.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { importedTool } from '../../components/tool-dialog/tool-draft.ts'
import type { ToolSource } from '../../components/tool-dialog/tool-draft.ts'
import { pickTextFile } from '../../lib/files.ts'
import { useOpenedByAddress } from '../../lib/use-opened-by-address.ts'
import { notify } from '../../state/notifications.ts'
import { useTools } from './api/use-tools.ts'
import { ToolCard } from './components/tool-card.tsx'
import { McpServersTab } from './mcp-servers/mcp-servers-tab.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'

const ToolDialog = lazyDialog(() => import('../../components/tool-dialog/tool-dialog.tsx'), { texts: ['tools'] })

type Opened = { id: string } | { source: ToolSource }

/** Tools written here, and as a second tab the MCP servers whose tools flows may use. */
export default function ToolsScreen() {
  const { t } = useTranslation('mcp-servers')
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'mcp' || params.has('mcp') ? 'mcp' : 'tools'
  const tabs = (
    <Tabs
      value={tab}
      aria-label={t('tabs.label')}
      onChange={(_, next: string) => setParams(next === 'mcp' ? { tab: next } : {}, { replace: true })}
    >
      <Tab value="tools" label={t('tabs.tools')} />
      <Tab value="mcp" label={t('tabs.servers')} />
    </Tabs>
  )
  return tab === 'tools' ? <ToolsTab tabs={tabs} /> : <McpServersTab tabs={tabs} />
}

/** JavaScript that agents may call. */
function ToolsTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('tools')
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const [addressed, closeAddressed] = useOpenedByAddress()
  const list = useTools()
  const all = list.data ?? []
  const wanted = words.trim().toLowerCase()
  const found = all.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted))
  const importTool = async () => {
    const file = await pickTextFile('.json')
    if (!file) return
    const source = importedTool(file.text)
    if (source) setOpened({ source })
    else notify(t('imported', { file: file.name, reason: t('notATool') }), { tone: 'error' })
  }
  const buttons = (
    <>
      <Button variant="outlined" startIcon={<IconUpload size={20} aria-hidden />} onClick={() => void importTool()}>
        {t('import')}
      </Button>
      <Button
        variant="contained"
        startIcon={<IconPlus size={20} aria-hidden />}
        onClick={() => setOpened({ source: {} })}
      >
        {t('create')}
      </Button>
    </>
  )
  return (
    <>
      <PageHead
        title={t('title')}
        count={list.data?.length}
        tabs={tabs}
        action={list.isSuccess && all.length === 0 ? null : buttons}
      >
        {all.length > 0 ? <SearchField value={words} label={t('search')} onChange={setWords} /> : null}
      </PageHead>
      {list.isPending ? (
        <CardSkeletons height={148} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          drawing="tool"
          title={t('empty.title')}
          text={t('empty.text')}
          actions={
            <>
              <Button component={Link} to="/marketplaces?type=Tool">
                {t('empty.templates')}
              </Button>
              {buttons}
            </>
          }
        />
      ) : found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <CardGrid label={t('title')}>
          {found.map((tool) => (
            <div role="listitem" key={tool.id}>
              <ToolCard tool={tool} onEdit={() => setOpened({ id: tool.id })} />
            </div>
          ))}
        </CardGrid>
      )}
      {opened ? <ToolDialog {...opened} onClose={() => setOpened(undefined)} /> : null}
      {addressed !== undefined && all.some(({ id }) => id === addressed) ? (
        <ToolDialog key={addressed} id={addressed} onClose={closeAddressed} />
      ) : null}
    </>
  )
}

import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { importedTool } from '../../components/tool-dialog/tool-draft.ts'
import type { ToolSource } from '../../components/tool-dialog/tool-draft.ts'
import { pickTextFile } from '../../lib/files.ts'
import { ListCards, ListPage } from '../../parts/list-page/list-page.tsx'
import { useSearch } from '../../parts/list-page/use-search.ts'
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
  const [opened, setOpened] = useState<Opened>()
  const [addressed, closeAddressed] = useOpenedByAddress()
  const list = useTools()
  const all = list.data ?? []
  const search = useSearch(list.data, ({ name, description }) => `${name} ${description}`)
  const importTool = async () => {
    const file = await pickTextFile('.json')
    if (!file) return
    const source = importedTool(file.text)
    if (source) setOpened({ source })
    else notify(t('imported', { file: file.name, reason: t('notATool') }), { tone: 'error' })
  }
  return (
    <>
      <ListPage
        title={t('title')}
        tabs={tabs}
        query={list}
        found={search.found}
        search={{ label: t('search'), ...search }}
        action={
          <Button
            variant="contained"
            startIcon={<IconPlus size={20} aria-hidden />}
            onClick={() => setOpened({ source: {} })}
          >
            {t('create')}
          </Button>
        }
        besides={
          <Button variant="outlined" startIcon={<IconUpload size={20} aria-hidden />} onClick={() => void importTool()}>
            {t('import')}
          </Button>
        }
        empty={{
          drawing: 'tool',
          title: t('empty.title'),
          text: t('empty.text'),
          lead: (
            <Button component={Link} to="/marketplaces?type=Tool">
              {t('empty.templates')}
            </Button>
          ),
        }}
        waiting="cards"
      >
        {(found) => (
          <ListCards label={t('title')} items={found}>
            {(tool) => <ToolCard tool={tool} onEdit={() => setOpened({ id: tool.id })} />}
          </ListCards>
        )}
      </ListPage>
      {opened ? <ToolDialog {...opened} onClose={() => setOpened(undefined)} /> : null}
      {addressed !== undefined && all.some(({ id }) => id === addressed) ? (
        <ToolDialog key={addressed} id={addressed} onClose={closeAddressed} />
      ) : null}
    </>
  )
}

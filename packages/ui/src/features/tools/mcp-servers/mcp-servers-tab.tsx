import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TableSkeleton } from '../../../components/table-skeleton.tsx'
import { McpServerDialog } from './mcp-server-dialog.tsx'
import { McpServerTable } from './mcp-server-table.tsx'
import { useMcpServers } from './use-mcp-servers.ts'

/** MCP servers whose tools flows may use. */
export function McpServersTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('mcp-servers')
  const list = useMcpServers()
  const [params] = useSearchParams()
  const [opened, setOpened] = useState<{ id?: string } | undefined>()
  const back = params.get('mcp')
  const servers = list.data ?? []
  const add = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened({})}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('page')} count={list.data?.length} tabs={tabs} action={servers.length > 0 ? add : null} />
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton />
      ) : servers.length === 0 ? (
        <EmptyState drawing="tool" title={t('empty')} text={t('emptyText')} actions={add} />
      ) : (
        <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {back === 'connected' || back === 'failed' ? (
            <ProblemNotice tone={back === 'connected' ? 'success' : 'error'}>{t(`back.${back}`)}</ProblemNotice>
          ) : null}
          <McpServerTable servers={servers} onEdit={(id) => setOpened({ id })} />
        </div>
      )}
      {opened ? (
        <McpServerDialog server={servers.find(({ id }) => id === opened.id)} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  )
}

import type { CustomMcpServer } from '@chatwright/contract'
import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { confirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { color, monoFamily } from '../../../theme/tokens.ts'
import { useConnectMcpServer, useDeleteMcpServer } from './use-mcp-servers.ts'

interface McpServerTableProps {
  servers: readonly CustomMcpServer[]
  onEdit: (id: string) => void
}

export function McpServerTable({ servers, onEdit }: McpServerTableProps) {
  const { t } = useTranslation('mcp-servers')
  return (
    <TableCard
      label={t('title')}
      columns={[
        { id: 'name', label: t('name') },
        { id: 'address', label: t('address'), from: 'md', width: '34%' },
        { id: 'state', label: t('state.title'), from: 'sm', width: '24%' },
        { id: 'connect', label: t('connect'), width: 120, isHidden: true },
        { id: 'menu', label: t('menu'), width: 64, isHidden: true },
      ]}
    >
      {servers.map((server) => (
        <McpServerRow key={server.id} server={server} onEdit={() => onEdit(server.id)} />
      ))}
    </TableCard>
  )
}

const inks = { PENDING: color.warning, AUTHORIZED: color.success, ERROR: color.error }

function McpServerRow({ server, onEdit }: { server: CustomMcpServer; onEdit: () => void }) {
  const { t } = useTranslation('mcp-servers')
  const connect = useConnectMcpServer()
  const remove = useDeleteMcpServer()
  const { id, name, serverUrl, status, error, toolCount } = server
  const onError = (fault: unknown): void => {
    notify(messageOf(fault), { tone: 'error' })
  }
  const removeIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('delete.title', { name }),
      description: t('delete.text'),
      confirmButtonName: t('action.delete', { ns: 'common' }),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (isSure) remove.mutate(id, { onSuccess: () => notify(t('delete.done', { name })), onError })
  }
  const words = status === 'AUTHORIZED' ? t('state.tools', { count: toolCount }) : t(`state.${status}`)
  const state = (
    <Typography
      variant="body2"
      component="span"
      noWrap
      title={error ?? words}
      sx={{ display: 'block', color: inks[status] }}
    >
      {words}
    </Typography>
  )
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <Typography variant="subtitle2" component="span" noWrap title={name} sx={{ display: 'block' }}>
          {name}
        </Typography>
        {error === null ? null : (
          <Typography variant="caption" component="p" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
            {error}
          </Typography>
        )}
        <RowNote>{state}</RowNote>
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
        <Typography noWrap title={serverUrl} sx={{ fontFamily: monoFamily, fontSize: '0.8125rem' }}>
          {serverUrl}
        </Typography>
      </TableCell>
      <TableCell sx={shownFrom('sm')}>{state}</TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <Button
          size="small"
          loading={connect.isPending}
          aria-label={t(status === 'AUTHORIZED' ? 'againOf' : 'connectOf', { name })}
          onClick={() => connect.mutate(id, { onError })}
        >
          {t(status === 'AUTHORIZED' ? 'again' : 'connect')}
        </Button>
      </TableCell>
      <TableCell sx={{ paddingLeft: 0 }}>
        <RowActions
          label={t('menuOf', { name })}
          actions={[
            { label: t('action.edit', { ns: 'common' }), icon: IconPencil, run: onEdit },
            {
              label: t('action.delete', { ns: 'common' }),
              icon: IconTrash,
              isDelete: true,
              run: () => void removeIt(),
            },
          ]}
        />
      </TableCell>
    </TableRow>
  )
}

import type { ApiKey } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { KeyRights } from '../../../components/key-rights.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { useGuardedDelete } from '../../../lib/use-guarded-delete.ts'
import { color, monoFamily, type } from '../../../theme/tokens.ts'
import { useRemoveApiKey } from '../api/use-api-keys.ts'

interface ApiKeyTableProps {
  apiKeys: readonly ApiKey[]
  onEdit: (key: ApiKey) => void
  onLetIn: (key: ApiKey) => void
}

export function ApiKeyTable({ apiKeys, onEdit, onLetIn }: ApiKeyTableProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const remove = useRemoveApiKey()
  const guardedDelete = useGuardedDelete()
  return (
    <TableCard
      label={t('title')}
      columns={[
        { id: 'name', label: t('column.name') },
        { id: 'key', label: t('column.key'), from: 'sm', width: 176 },
        { id: 'scope', label: t('column.scope'), from: 'md', width: '18%' },
        { id: 'demanded', label: t('column.demanded'), from: 'lg', width: '18%' },
        { id: 'used', label: t('column.used'), from: 'sm', width: 128 },
        { id: 'created', label: t('column.created'), from: 'lg', width: 128 },
        { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
      ]}
    >
      {apiKeys.map((apiKey) => (
        <TableRow key={apiKey.id} hover>
          <TableCell component="th" scope="row">
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Link
                component="button"
                variant="subtitle2"
                color="textPrimary"
                noWrap
                sx={{ minWidth: 0 }}
                title={apiKey.keyName}
                onClick={() => onEdit(apiKey)}
              >
                {apiKey.keyName}
              </Link>
              {apiKey.isClosed ? (
                <Chip
                  size="small"
                  label={t('closed.mark')}
                  title={t('closed.markHelp')}
                  sx={{ backgroundColor: color.warningSoft, color: color.onWarningSoft }}
                />
              ) : null}
            </Box>
            <RowNote>
              {apiKey.apiKey} · {apiKey.lastUsedDate ? <TimeAgo date={apiKey.lastUsedDate} /> : t('neverUsed')}
            </RowNote>
          </TableCell>
          <TableCell sx={{ ...shownFrom('sm'), fontFamily: monoFamily, fontSize: '0.8125rem', color: color.text2 }}>
            {apiKey.apiKey}
          </TableCell>
          <TableCell sx={shownFrom('md')}>
            {apiKey.permissions.includes('manage') ? (
              <Chip
                label={t('permission.manage')}
                sx={{ backgroundColor: color.warningSoft, color: color.onWarningSoft }}
              />
            ) : apiKey.flows ? (
              t('scope.flows', { count: apiKey.flows.length })
            ) : (
              t('scope.all')
            )}
            <KeyRights permissions={apiKey.permissions} />
            {apiKey.networks ? (
              <Box sx={{ ...type.caption, color: color.text2 }}>
                {t('networks.some', { count: apiKey.networks.length })}
              </Box>
            ) : null}
          </TableCell>
          <TableCell sx={{ ...shownFrom('lg'), color: color.text2 }}>
            {apiKey.usedBy.length === 0 ? t('nobody') : apiKey.usedBy.map((flow) => flow.name).join(', ')}
          </TableCell>
          <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
            {apiKey.lastUsedDate ? <TimeAgo date={apiKey.lastUsedDate} /> : t('neverUsed')}
          </TableCell>
          <TableCell sx={{ ...shownFrom('lg'), color: color.text2 }}>
            <TimeAgo date={apiKey.createdAt} />
          </TableCell>
          <TableCell align="right">
            <RowActions
              label={t('row.menu', { name: apiKey.keyName })}
              actions={[
                ...(apiKey.isClosed
                  ? [{ label: t('closed.letInOne'), icon: IconLockOpen, run: () => onLetIn(apiKey) }]
                  : []),
                { label: t('common:action.edit'), icon: IconPencil, run: () => onEdit(apiKey) },
                {
                  label: t('common:action.delete'),
                  icon: IconTrash,
                  isDelete: true,
                  run: () =>
                    guardedDelete({
                      title: t('delete.title', { name: apiKey.keyName }),
                      text: t('delete.text'),
                      done: t('delete.done', { name: apiKey.keyName }),
                      remove: (options) => remove(apiKey.id, options),
                    }),
                },
              ]}
            />
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  )
}

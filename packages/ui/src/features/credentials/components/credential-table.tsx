import type { CredentialSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCredentialKinds } from '../../../components/credential-dialog/credential-api.ts'
import { KindIcon } from '../../../components/credential-dialog/kind-icon.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import type { Column } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { useGuardedDelete } from '../../../lib/use-guarded-delete.ts'
import { color } from '../../../theme/tokens.ts'
import { useRemoveCredential } from '../api/use-credentials.ts'

interface CredentialTableProps {
  credentials: readonly CredentialSummary[]
  onEdit: (id: string) => void
}

export function CredentialTable({ credentials, onEdit }: CredentialTableProps) {
  const { t } = useTranslation(['credentials', 'common'])
  const kinds = useCredentialKinds().data ?? []
  const labelOf = ({ credentialName }: CredentialSummary) =>
    kinds.find((kind) => kind.name === credentialName)?.label ?? credentialName
  const remove = useRemoveCredential()
  const guardedDelete = useGuardedDelete()
  const columns: Column[] = [
    { id: 'name', label: t('column.name') },
    { id: 'kind', label: t('column.kind'), from: 'sm', width: '28%' },
    { id: 'updated', label: t('column.updated'), from: 'md', width: 160 },
    { id: 'created', label: t('column.created'), from: 'lg', width: 160 },
    { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
  ]
  return (
    <TableCard label={t('title')} columns={columns}>
      {credentials.map((credential) => (
        <TableRow key={credential.id} hover>
          <TableCell component="th" scope="row">
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
              <KindIcon name={credential.credentialName} />
              <Box sx={{ minWidth: 0 }}>
                <Link
                  component="button"
                  variant="subtitle2"
                  color="textPrimary"
                  noWrap
                  sx={{ maxWidth: '100%' }}
                  title={credential.name}
                  onClick={() => onEdit(credential.id)}
                >
                  {credential.name}
                </Link>
                <RowNote>{labelOf(credential)}</RowNote>
                {credential.connection && credential.connection.state !== 'connected' ? (
                  <Box component="span" sx={{ typography: 'caption', color: color.warning }}>
                    {t(`connection.state.${credential.connection.state}`)}
                  </Box>
                ) : null}
              </Box>
            </Box>
          </TableCell>
          <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>{labelOf(credential)}</TableCell>
          <TableCell sx={shownFrom('md')}>
            <TimeAgo date={credential.updatedDate} />
          </TableCell>
          <TableCell sx={shownFrom('lg')}>
            <TimeAgo date={credential.createdDate} />
          </TableCell>
          <TableCell align="right">
            <RowActions
              label={t('row.menu', { name: credential.name })}
              actions={[
                { label: t('common:action.edit'), icon: IconPencil, run: () => onEdit(credential.id) },
                {
                  label: t('common:action.delete'),
                  icon: IconTrash,
                  isDelete: true,
                  run: () =>
                    guardedDelete({
                      title: t('delete.title', { name: credential.name }),
                      text: t('delete.text'),
                      done: t('delete.done', { name: credential.name }),
                      remove: (options) => remove(credential.id, options),
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

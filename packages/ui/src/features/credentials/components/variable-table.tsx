import type { Variable } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { CopyButton } from '../../../components/copy-button.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { useGuardedDelete } from '../../../lib/use-guarded-delete.ts'
import { color, monoFamily } from '../../../theme/tokens.ts'
import { useRemoveVariable } from '../api/use-variables.ts'
import { variableUse } from '../model/variable-name.ts'

interface VariableTableProps {
  variables: readonly Variable[]
  onEdit: (variable: Variable) => void
}

export function VariableTable({ variables, onEdit }: VariableTableProps) {
  const { t } = useTranslation(['credentials', 'common'])
  const remove = useRemoveVariable()
  const guardedDelete = useGuardedDelete()
  return (
    <TableCard
      label={t('tabs.variables')}
      columns={[
        { id: 'name', label: t('column.name') },
        { id: 'value', label: t('variables.value'), from: 'sm', width: '28%' },
        { id: 'use', label: t('variables.use'), from: 'md', width: '28%' },
        { id: 'updated', label: t('column.updated'), from: 'lg', width: 160 },
        { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
      ]}
    >
      {variables.map((variable) => (
        <TableRow key={variable.id} hover>
          <TableCell component="th" scope="row">
            <Link
              component="button"
              variant="subtitle2"
              color="textPrimary"
              noWrap
              sx={{ maxWidth: '100%' }}
              onClick={() => onEdit(variable)}
            >
              {variable.name}
            </Link>
            <RowNote>
              <VariableValue variable={variable} />
            </RowNote>
          </TableCell>
          <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
            <VariableValue variable={variable} />
          </TableCell>
          <TableCell sx={shownFrom('md')}>
            <Box
              sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontFamily: monoFamily, fontSize: '0.8125rem' }}
            >
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {variableUse(variable.name)}
              </Box>
              <CopyButton
                text={variableUse(variable.name)}
                label={t('variables.copyUse', { use: variableUse(variable.name) })}
              />
            </Box>
          </TableCell>
          <TableCell sx={shownFrom('lg')}>
            <TimeAgo date={variable.updatedDate} />
          </TableCell>
          <TableCell align="right">
            <RowActions
              label={t('row.menu', { name: variable.name })}
              actions={[
                { label: t('common:action.edit'), icon: IconPencil, run: () => onEdit(variable) },
                {
                  label: t('common:action.delete'),
                  icon: IconTrash,
                  isDelete: true,
                  run: () =>
                    guardedDelete({
                      title: t('variables.delete.title', { name: variable.name }),
                      text: t('variables.delete.text'),
                      done: t('variables.delete.done', { name: variable.name }),
                      remove: () => remove(variable.id),
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

function VariableValue({ variable }: { variable: Variable }) {
  const { t } = useTranslation(['credentials', 'common'])
  if (variable.type === 'runtime') return t('variables.fromEnvironment')
  if (!variable.isSecret) {
    return (
      <Box title={variable.value} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {variable.value}
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <IconLock size={16} aria-hidden />
      {t('variables.hidden')}, {variable.isSet ? t('common:state.isSet') : t('common:state.notSet')}
    </Box>
  )
}

import type { Invited, Person } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconLink, IconLogout, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { usePersonActions } from '../api/use-people.ts'

interface PeopleTableProps {
  people: readonly Person[]
  onEdit: (person: Person) => void
  onLink: (invited: Invited) => void
}

export function PeopleTable({ people, onEdit, onLink }: PeopleTableProps) {
  const { t } = useTranslation(['people', 'common'])
  const { renewLink, signOut, remove } = usePersonActions()
  const confirm = useConfirm()
  const attempt = (action: Promise<unknown>) =>
    void action.catch((error: unknown) => notify(messageOf(error), { tone: 'error' }))
  const removeSurely = async (person: Person) => {
    const { name } = person
    const isSure = await confirm({
      title: t('remove.title', { name }),
      description: t('remove.text'),
      confirmButtonName: t('remove.action'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (!isSure) return
    await remove(person)
    notify(t('remove.done', { name }))
  }
  return (
    <TableCard
      label={t('title')}
      columns={[
        { id: 'name', label: t('column.name') },
        { id: 'role', label: t('column.role'), from: 'sm', width: 160 },
        { id: 'seen', label: t('column.seen'), from: 'sm', width: 160 },
        { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
      ]}
    >
      {people.map((person) => {
        const { id, name, login, role, hasJoined, lastSeenDate } = person
        return (
          <TableRow key={id} hover>
            <TableCell component="th" scope="row">
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Link
                  component="button"
                  variant="subtitle2"
                  color="textPrimary"
                  noWrap
                  sx={{ minWidth: 0 }}
                  title={name}
                  onClick={() => onEdit(person)}
                >
                  {name}
                </Link>
                {hasJoined ? null : <Chip size="small" label={t('invited')} />}
              </Box>
              <Box sx={{ color: color.text2, overflowWrap: 'anywhere' }}>{login}</Box>
              <RowNote>{t(`role.${role}`)}</RowNote>
            </TableCell>
            <TableCell sx={shownFrom('sm')}>{t(`role.${role}`)}</TableCell>
            <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
              {lastSeenDate === null ? t('never') : <TimeAgo date={lastSeenDate} />}
            </TableCell>
            <TableCell align="right">
              <RowActions
                label={t('row', { name })}
                actions={[
                  { label: t('form.edit'), icon: IconPencil, run: () => onEdit(person) },
                  {
                    label: t(hasJoined ? 'link.newReset' : 'link.new'),
                    icon: IconLink,
                    run: () => attempt(renewLink(person).then(onLink)),
                  },
                  {
                    label: t('end.action'),
                    icon: IconLogout,
                    run: () => attempt(signOut(person).then(() => notify(t('end.done', { name })))),
                  },
                  {
                    label: t('remove.action'),
                    icon: IconTrash,
                    isDelete: true,
                    run: () => attempt(removeSurely(person)),
                  },
                ]}
              />
            </TableCell>
          </TableRow>
        )
      })}
    </TableCard>
  )
}

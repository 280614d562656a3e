import type { ListedExecution } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconArrowRight, IconHierarchy, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useNavigate } from 'react-router'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { color, type } from '../../../theme/tokens.ts'
import { StateMark } from './state-mark.tsx'

interface ExecutionTableProps {
  executions: readonly ListedExecution[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  onDelete: (ids: readonly string[]) => void
}

export function ExecutionTable({ executions, chosen, onChoose, onDelete }: ExecutionTableProps) {
  const { t, i18n } = useTranslation('executions')
  const navigate = useNavigate()
  const [sharing, setSharing] = useState<ListedExecution>()
  const shared = executions.find(({ id }) => id === sharing?.id) ?? sharing
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <>
      <TableCard
        label={t('title')}
        columns={[
          { id: 'choose', label: t('column.choose'), width: 56, isHidden: true },
          { id: 'question', label: t('column.question') },
          { id: 'flow', label: t('column.flow'), from: 'md', width: '20%' },
          { id: 'state', label: t('column.state'), from: 'sm', width: 128 },
          { id: 'changed', label: t('column.changed'), from: 'md', width: 136 },
          { id: 'duration', label: t('column.duration'), from: 'lg', width: 96 },
          { id: 'tokens', label: t('column.tokens'), from: 'lg', width: 96 },
          { id: 'actions', label: t('column.actions'), width: 64, isHidden: true },
        ]}
      >
        {executions.map((execution) => {
          const { id, question, agentflow, state, updatedDate, durationMs, inputTokens, outputTokens } = execution
          const name = question.trim() === '' ? t('noQuestion') : question
          return (
            <TableRow key={id} hover selected={chosen.has(id)}>
              <TableCell padding="checkbox">
                <Checkbox
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                  slotProps={{ input: { 'aria-label': t('choose', { name }) } }}
                />
              </TableCell>
              <TableCell component="th" scope="row">
                <Link
                  component={RouterLink}
                  to={`/executions/${id}`}
                  variant="subtitle2"
                  color="textPrimary"
                  noWrap
                  title={name}
                  sx={{ display: 'block' }}
                >
                  {name}
                </Link>
                <RowNote>
                  <StateMark state={state} /> · {agentflow.name} · <TimeAgo date={updatedDate} />
                </RowNote>
                {execution.isPublic || execution.hasOldLink ? (
                  <Box sx={{ ...type.caption, color: color.text2 }}>
                    {t(execution.isPublic ? 'share.shared' : 'share.ended')}
                  </Box>
                ) : null}
                {execution.fault ? (
                  <Box
                    title={execution.fault.message}
                    sx={{
                      color: color.error,
                      fontSize: '0.75rem',
                      lineHeight: '1rem',
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    {execution.fault.message}
                  </Box>
                ) : null}
              </TableCell>
              <TableCell
                sx={{ ...shownFrom('md'), overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                title={agentflow.name}
              >
                {agentflow.name}
              </TableCell>
              <TableCell sx={shownFrom('sm')}>
                <StateMark state={state} />
              </TableCell>
              <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
                <TimeAgo date={updatedDate} />
              </TableCell>
              <TableCell sx={{ ...shownFrom('lg'), ...figures }}>{formatDuration(durationMs, i18n.language)}</TableCell>
              <TableCell sx={{ ...shownFrom('lg'), ...figures }}>
                {(inputTokens + outputTokens).toLocaleString(i18n.language)}
              </TableCell>
              <TableCell align="right">
                <RowActions
                  label={t('actions', { name })}
                  actions={[
                    { label: t('open'), icon: IconArrowRight, run: () => navigate(`/executions/${id}`) },
                    ...(execution.hasOldLink
                      ? [{ label: t('share.again'), icon: IconShare, run: () => setSharing(execution) }]
                      : []),
                    { label: t('openFlow'), icon: IconHierarchy, run: () => navigate(`/canvas/${agentflow.id}`) },
                    { label: t('delete.action'), icon: IconTrash, isDelete: true, run: () => onDelete([id]) },
                  ]}
                />
              </TableCell>
            </TableRow>
          )
        })}
      </TableCard>
      {shared ? (
        <ShareDialog
          id={shared.id}
          shareId={shared.shareId}
          hasOldLink={shared.hasOldLink}
          onClose={() => setSharing(undefined)}
        />
      ) : null}
    </>
  )
}

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'))

const figures = { color: color.text2, fontVariantNumeric: 'tabular-nums' }

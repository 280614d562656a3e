import type { ChatflowSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { NodeIcons } from '../../../components/node-icons.tsx'
import { RowNote, shownFrom } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { color, size } from '../../../theme/tokens.ts'
import { readTags } from '../model/tags.ts'
import { ChatflowMenu } from './chatflow-menu.tsx'
import { FlowState } from './flow-state.tsx'
import { KindChip } from './kind-chip.tsx'

interface ChatflowRowProps {
  flow: ChatflowSummary
  rowIndex: number
  isSelected: boolean
  onSelect: (flow: ChatflowSummary) => void
}

export const ChatflowRow = memo(function ChatflowRow({ flow, rowIndex, isSelected, onSelect }: ChatflowRowProps) {
  const { t } = useTranslation(['chatflows', 'common'])
  const tags = readTags(flow.category)
  return (
    <TableRow
      aria-rowindex={rowIndex}
      selected={isSelected}
      sx={{ height: size.tableRow + 1, '& > td, & > th': { overflow: 'hidden', whiteSpace: 'nowrap' } }}
    >
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={() => onSelect(flow)}
          slotProps={{ input: { 'aria-label': t('card.select', { name: flow.name }) } }}
        />
      </TableCell>
      <TableCell component="th" scope="row" sx={{ textOverflow: 'ellipsis' }}>
        <Link
          component={RouterLink}
          to={`/canvas/${flow.id}`}
          variant="subtitle2"
          color="textPrimary"
          title={flow.name}
        >
          {flow.name}
        </Link>
        <RowNote>
          {t('card.edited')} <TimeAgo date={flow.updatedDate} />
        </RowNote>
      </TableCell>
      <TableCell sx={shownFrom('md')}>
        <NodeIcons
          names={flow.nodeNames}
          label={t('card.nodes')}
          moreLabel={(count) => t('card.moreNodes', { count })}
        />
      </TableCell>
      <TableCell sx={shownFrom('lg')}>
        {/* A tag for which there is no room goes to a line that is not shown: better none than half of one. */}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, height: 24, overflow: 'hidden' }}>
          <KindChip flow={flow} />
          {tags.slice(0, 2).map((tag) => (
            <Chip key={tag} label={tag} sx={{ backgroundColor: color.secondarySoft, color: color.onSecondarySoft }} />
          ))}
          {tags.length > 2 ? <Chip label={`+${tags.length - 2}`} title={tags.slice(2).join(', ')} /> : null}
        </Box>
      </TableCell>
      <TableCell sx={shownFrom('lg')}>
        <FlowState flow={flow} />
      </TableCell>
      <TableCell sx={shownFrom('sm')}>
        <TimeAgo date={flow.updatedDate} />
      </TableCell>
      <TableCell sx={shownFrom('md')}>
        {flow.lastRunFailed ? (
          <Box component="span" sx={{ color: color.error }}>
            {t('card.failed')}{' '}
          </Box>
        ) : null}
        {flow.lastRunDate ? <TimeAgo date={flow.lastRunDate} /> : t('common:state.never')}
      </TableCell>
      <TableCell align="right">
        <ChatflowMenu flow={flow} />
      </TableCell>
    </TableRow>
  )
})

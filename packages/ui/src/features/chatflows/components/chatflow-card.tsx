import type { ChatflowSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { NodeIcons } from '../../../components/node-icons.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { nodeWords } from '../../../lib/node-words.ts'
import { color, motion, type } from '../../../theme/tokens.ts'
import { readTags } from '../model/tags.ts'
import { ChatflowMenu } from './chatflow-menu.tsx'
import { FlowState } from './flow-state.tsx'
import { KindChip } from './kind-chip.tsx'

export const CARD_HEIGHT = 168

interface ChatflowCardProps {
  flow: ChatflowSummary
  isSelected: boolean
  isSelecting: boolean
  onSelect: (flow: ChatflowSummary) => void
}

/** The whole card is one link; menu and checkbox lie above it and show on hover and focus. */
export const ChatflowCard = memo(function ChatflowCard({ flow, isSelected, isSelecting, onSelect }: ChatflowCardProps) {
  const { t } = useTranslation('chatflows')
  return (
    <Card
      component="article"
      sx={{
        position: 'relative',
        height: CARD_HEIGHT,
        padding: 2,
        display: 'flex',
        flexDirection: 'column',
        transition: `border-color ${motion.press}ms`,
        '&:hover': { borderColor: color.control },
        ...(isSelected && { borderColor: color.primary, backgroundColor: color.primarySoft }),
        '&:has(a:focus-visible)': { outline: `2px solid ${color.primary}`, outlineOffset: '2px' },
        '& .on-hover': { opacity: isSelecting ? 1 : 0, '@media (pointer: coarse)': { opacity: 1 } },
        '&:hover .on-hover, &:focus-within .on-hover, & .on-hover:has([aria-expanded=true])': { opacity: 1 },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box
          component={Link}
          to={`/canvas/${flow.id}`}
          // The card has room for one line of it. The link lies over all of the card, so it is told wherever the pointer is.
          title={flow.about?.prompt}
          sx={{
            ...type.card,
            flex: 1,
            minWidth: 0,
            color: color.text,
            textDecoration: 'none',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            outline: 'none !important',
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {flow.name}
        </Box>
        <Box className="on-hover" sx={{ display: 'flex', position: 'relative', zIndex: 1, margin: '-6px -8px 0 0' }}>
          <Checkbox
            size="small"
            checked={isSelected}
            onChange={() => onSelect(flow)}
            slotProps={{ input: { 'aria-label': t('card.select', { name: flow.name }) } }}
          />
          <ChatflowMenu flow={flow} />
        </Box>
      </Box>
      <About flow={flow} />
      <Box
        sx={{
          marginTop: 'auto',
          paddingTop: 1,
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
        }}
      >
        <NodeIcons
          names={flow.nodeNames}
          label={t('card.nodes')}
          moreLabel={(count) => t('card.moreNodes', { count })}
        />
        <KindChip flow={flow} />
      </Box>
      <Box
        sx={{
          ...type.caption,
          color: color.text3,
          display: 'flex',
          gap: 0.5,
          marginTop: 1,
          whiteSpace: 'nowrap',
          overflow: 'hidden',
        }}
      >
        <FlowState flow={flow} />
        <Box component="span" sx={{ marginLeft: 'auto', position: 'relative', zIndex: 1, pointerEvents: 'auto' }}>
          {t('card.edited')} <TimeAgo date={flow.updatedDate} />
        </Box>
        <Box component="span" sx={{ position: 'relative', zIndex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {'· '}
          <LastRun flow={flow} />
        </Box>
      </Box>
    </Card>
  )
})

function LastRun({ flow: { lastRunDate, lastRunFailed } }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  if (lastRunDate === null) return t('card.neverRan')
  return (
    <Box component="span" sx={lastRunFailed ? { color: color.error } : undefined}>
      {lastRunFailed ? t('card.failed') : t('card.ran')} <TimeAgo date={lastRunDate} />
    </Box>
  )
}

/** One line of what it is: its tags, or else what it does. A tag for which there is no room is not shown by half. */
function About({ flow }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  const tags = readTags(flow.category)
  if (tags.length > 0) {
    return (
      <Box
        title={tags.join(', ')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, height: 24, marginTop: 0.5, overflow: 'hidden' }}
      >
        {tags.map((tag) => (
          <Chip key={tag} label={tag} sx={{ backgroundColor: color.secondarySoft, color: color.onSecondarySoft }} />
        ))}
      </Box>
    )
  }
  return (
    <Box
      sx={{
        ...type.small,
        marginTop: 0.5,
        color: color.text2,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {wordsOf(flow, t)}
    </Box>
  )
}

/** How its prompt begins, or what it does and with which model; where its nodes do not tell, what they are. */
function wordsOf({ about, nodeNames }: ChatflowSummary, t: TFunction<'chatflows'>): string {
  if (about?.prompt !== undefined) return about.prompt
  if (about) return [t(`card.does.${about.does}`), about.model].filter(Boolean).join(' · ')
  const nodes = nodeNames.filter((name) => name !== 'stickyNote')
  return nodes.map(nodeWords).join(', ') || t('card.empty')
}

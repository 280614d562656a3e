import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso } from 'react-virtuoso'
import { useStore } from 'zustand'

import { Markdown } from '../../../../components/markdown/markdown.tsx'
import { color } from '../../../../theme/tokens.ts'
import { useChat } from '../chat-context.ts'
import { AnswerAnnouncer } from './answer-announcer.tsx'
import { TurnRow } from './turn-row.tsx'
import { useFollow } from './use-follow.ts'

interface ConversationViewProps {
  /** Stands above the first turn: a greeting. */
  head?: ReactNode
}

/** All turns, drawn as they come into view; it follows the answer while the person is at its end. */
export function ConversationView({ head }: ConversationViewProps) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const follow = useFollow(conversation.store)
  const settled = useStore(conversation.store, (state) => state.turns.length)
  const hasLive = useStore(conversation.store, (state) => state.live !== undefined)
  const count = settled + (hasLive ? 1 : 0)
  // The list stays hidden until it has reached where it starts, and the end of an answer being written runs away from it.
  const [stored] = useState(settled)
  useEffect(() => Markdown.preload(), [])
  return (
    <Box
      sx={{ position: 'relative', flex: 1, minHeight: 0 }}
      role="log"
      aria-live="off"
      aria-label={t('panel.conversation')}
    >
      <Virtuoso
        scrollerRef={follow.scrollerRef}
        style={{ height: '100%' }}
        totalCount={count}
        computeItemKey={(index) => keyAt(conversation.store.getState(), index)}
        {...(stored > 0 && { initialTopMostItemIndex: { index: stored - 1, align: 'end' as const } })}
        totalListHeightChanged={follow.onHeightChange}
        increaseViewportBy={{ top: 600, bottom: 600 }}
        itemContent={drawTurn}
        components={{ Header: ListHead }}
        context={{ head }}
      />
      {follow.isFollowing || count === 0 ? null : (
        <Button
          variant="outlined"
          size="small"
          startIcon={<IconArrowDown size={16} aria-hidden />}
          onClick={follow.toEnd}
          sx={{
            position: 'absolute',
            bottom: 12,
            left: '50%',
            transform: 'translateX(-50%)',
            backgroundColor: color.raised,
            boxShadow: color.shadowMenu,
            '&:hover': { backgroundColor: color.sunken },
          }}
        >
          {t('panel.newest')}
        </Button>
      )}
      <AnswerAnnouncer />
    </Box>
  )
}

interface ListContext {
  head: ReactNode
}

function ListHead({ context }: { context?: ListContext }) {
  return <div style={{ paddingTop: 4 }}>{context?.head}</div>
}

function drawTurn(index: number) {
  return <TurnRow index={index} />
}

function keyAt(state: { turns: readonly { id: string }[]; live: { id: string } | undefined }, index: number): string {
  return state.turns[index]?.id ?? state.live?.id ?? String(index)
}

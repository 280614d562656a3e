import type { ChatflowSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useElementWidth } from '../../../lib/use-element-width.ts'
import type { FlowSelection } from '../model/use-selection.ts'
import { CARD_HEIGHT, ChatflowCard } from './chatflow-card.tsx'
import { useLoadMore } from './use-load-more.ts'

const GAP = 16
const CARD_MIN_WIDTH = 280

interface ChatflowGridProps {
  flows: readonly ChatflowSummary[]
  selection: FlowSelection
  hasMore: boolean
  loadMore: () => void
}

/** Only the rows in sight are drawn, so that ten thousand flows scroll like ten. */
export default function ChatflowGrid({ flows, selection, hasMore, loadMore }: ChatflowGridProps) {
  const { t } = useTranslation('chatflows')
  const grid = useRef<HTMLDivElement>(null)
  const width = useElementWidth(grid)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(grid.current?.offsetTop ?? 0), [width])
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_MIN_WIDTH + GAP)))
  const rowCount = Math.ceil(flows.length / columns)
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => CARD_HEIGHT + GAP,
    overscan: 3,
    scrollMargin: top,
  })
  const rows = virtualizer.getVirtualItems()
  useLoadMore({ lastShown: rows.at(-1)?.index ?? 0, count: rowCount, hasMore, loadMore })
  return (
    <Box
      ref={grid}
      role="list"
      aria-label={t('title')}
      sx={{ position: 'relative', height: Math.max(virtualizer.getTotalSize() - GAP, 0) }}
    >
      {width === 0
        ? null
        : rows.map((row) => (
            <Box
              key={row.key}
              role="presentation"
              sx={{
                position: 'absolute',
                left: 0,
                right: 0,
                display: 'grid',
                gap: `${GAP}px`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              {flows.slice(row.index * columns, (row.index + 1) * columns).map((flow) => (
                <div role="listitem" key={flow.id}>
                  <ChatflowCard
                    flow={flow}
                    isSelected={selection.has(flow.id)}
                    isSelecting={selection.flows.length > 0}
                    onSelect={selection.toggle}
                  />
                </div>
              ))}
            </Box>
          ))}
    </Box>
  )
}

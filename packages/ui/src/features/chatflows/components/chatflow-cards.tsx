import type { ChatflowSummary } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { CardGrid } from '../../../components/card-grid.tsx'
import { CardSkeletons } from '../../../components/card-skeletons.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import type { FlowSelection } from '../model/use-selection.ts'
import { CARD_HEIGHT, ChatflowCard } from './chatflow-card.tsx'

const ChatflowGrid = lazyPart(() => import('./chatflow-grid.tsx'), {
  Waiting: () => <CardSkeletons count={12} height={CARD_HEIGHT} />,
})

interface ChatflowCardsProps {
  flows: readonly ChatflowSummary[]
  total: number
  selection: FlowSelection
  hasMore: boolean
  loadMore: () => void
}

/** What fits on one page is drawn plainly; only a longer list pays for drawing just the rows in sight. */
export function ChatflowCards({ total, ...props }: ChatflowCardsProps) {
  const { t } = useTranslation('chatflows')
  const { flows, selection } = props
  if (total > flows.length || flows.length > 60) {
    return <ChatflowGrid {...props} />
  }
  return (
    <CardGrid label={t('title')}>
      {flows.map((flow) => (
        <div role="listitem" key={flow.id}>
          <ChatflowCard
            flow={flow}
            isSelected={selection.has(flow.id)}
            isSelecting={selection.flows.length > 0}
            onSelect={selection.toggle}
          />
        </div>
      ))}
    </CardGrid>
  )
}

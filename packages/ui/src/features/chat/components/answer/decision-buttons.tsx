import Box from '@mui/material/Box'

import { DecisionForm } from '../../../../components/decision/decision-form.tsx'
import type { AskedDecision } from '../../../../parts/conversation/asked-decision.ts'
import type { Turn } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'

/** What a run waits for, below the answer that asks it. */
export function DecisionButtons({ turn, asked, isFree }: { turn: Turn; asked: AskedDecision; isFree: boolean }) {
  const { conversation } = useChat()
  return (
    <Box sx={{ marginTop: 1.5 }}>
      <DecisionForm
        asked={asked}
        isBusy={!isFree}
        onDecide={(decision, label) =>
          void conversation.decide(turn.id, {
            decides: { ...decision, startNodeId: asked.nodeId },
            words: decision.feedback ?? label,
          })
        }
      />
    </Box>
  )
}

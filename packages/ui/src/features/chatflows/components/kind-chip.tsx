import type { ChatflowSummary } from '@chatwright/contract'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'

/** Tells a flow of agents from the chat flows around it, which need no mark. */
export function KindChip({ flow }: { flow: Pick<ChatflowSummary, 'type'> }) {
  const { t } = useTranslation('chatflows')
  if (flow.type !== 'AGENTFLOW' && flow.type !== 'MULTIAGENT') return null
  return (
    <Chip
      size="small"
      label={t('kind.agentsChip')}
      sx={{ flex: 'none', backgroundColor: color.secondarySoft, color: color.onSecondarySoft }}
    />
  )
}

import type { ChatflowSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'

const DOTS = { open: color.success, key: color.secondary, owner: color.control }

/** Who may ask the flow: a dot and the word of its access. */
export function FlowState({ flow }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  return (
    <Box
      component="span"
      title={t(`card.accessHelp.${flow.access}`)}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
    >
      <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', backgroundColor: DOTS[flow.access] }} />
      {t(`card.access.${flow.access}`)}
    </Box>
  )
}

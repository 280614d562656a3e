import type { ChatflowSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'

/** Who may chat with the flow: a dot and its word. */
export function FlowState({ flow }: { flow: ChatflowSummary }) {
  const { t } = useTranslation('chatflows')
  const { dot, word } = flow.apikeyid
    ? { dot: color.secondary, word: t('card.key') }
    : flow.isPublic
      ? { dot: color.success, word: t('card.public') }
      : { dot: color.control, word: t('card.private') }
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', backgroundColor: dot }} />
      {word}
    </Box>
  )
}

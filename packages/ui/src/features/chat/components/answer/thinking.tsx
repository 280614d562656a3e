import Box from '@mui/material/Box'
import { IconBulb } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../../theme/tokens.ts'
import type { Answer } from '../../../../parts/conversation/turn.ts'
import { Disclosure } from './disclosure.tsx'

interface ThinkingProps {
  thinking: NonNullable<Answer['thinking']>
  isThinking: boolean
}

/** What the model thought before it answered, folded away with the time it took. */
export function Thinking({ thinking, isThinking }: ThinkingProps) {
  const { t } = useTranslation('chat')
  const title = isThinking
    ? t('thinking.now')
    : thinking.seconds
      ? t('thinking.took', { count: thinking.seconds })
      : t('thinking.done')
  return (
    <Disclosure icon={<IconBulb size={16} aria-hidden />} title={title}>
      <Box sx={{ ...type.body, color: color.text2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {thinking.text}
      </Box>
    </Disclosure>
  )
}

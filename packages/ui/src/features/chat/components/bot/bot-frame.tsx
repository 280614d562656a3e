import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { themeFor } from '../../../../lib/bot-config/readable-on.ts'
import { color, radius } from '../../../../theme/tokens.ts'
import { chatLook } from '../chat-look.ts'
import { botLookVariables } from './bot-look.ts'

/** The window of a public chat, as high as the screen really is, also while a phone shows its keyboard. */
export function BotFrame({ look, children }: { look: BotLook; children: ReactNode }) {
  return (
    <Box
      component="main"
      data-theme={themeFor(look.backgroundColor)}
      sx={[
        chatLook,
        {
          '--chat-head-ground': color.paper,
          '--chat-head-text': color.text,
          '--chat-foot-text': color.text3,
          '--chat-line': color.line,
          '--chat-bot-ground': 'transparent',
        },
        botLookVariables(look),
        {
          display: 'flex',
          flexDirection: 'column',
          height: '100dvh',
          backgroundColor: 'var(--chat-ground)',
          color: color.text,
          ...(look.botMessage.backgroundColor !== '' && { '& .chat-answer': answerBubble }),
        },
      ].flat()}
    >
      {children}
    </Box>
  )
}

/** Owners who colour the bot's messages get bubbles; otherwise answers stand on the page itself. */
const answerBubble = {
  backgroundColor: 'var(--chat-bot-ground)',
  borderRadius: radius.card,
  padding: '12px',
}

import Box from '@mui/material/Box'

import { Markdown } from '../../../../components/markdown/markdown.tsx'
import { size } from '../../../../theme/tokens.ts'
import { BotMark } from '../conversation/bot-mark.tsx'

/** What the bot says before anything was asked. */
export function Greeting({ text }: { text: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1.5,
        padding: '16px 16px 4px',
        maxWidth: size.chatColumn + 32,
        margin: '0 auto',
        color: 'var(--chat-bot-text)',
      }}
    >
      <BotMark />
      <Box sx={{ minWidth: 0, flex: 1 }} className="chat-answer">
        <Markdown text={text} />
      </Box>
    </Box>
  )
}

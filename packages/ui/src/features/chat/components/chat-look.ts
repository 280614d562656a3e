import type { SxProps, Theme } from '@mui/material/styles'

import { color } from '../../../theme/tokens.ts'

/** The colours of a chat as variables: our own roles, until a public page's owner sets others. */
export const chatLook: SxProps<Theme> = {
  '--chat-ground': color.paper,
  '--chat-user-ground': color.primarySoft,
  '--chat-user-text': color.text,
  '--chat-bot-text': color.text,
  '--chat-input-ground': color.paper,
  '--chat-input-text': color.text,
  '--chat-input-hint': color.text3,
  '--chat-input-line': color.control,
  '--chat-accent': color.primary,
  '--chat-on-accent': color.onPrimary,
  '--chat-font-size': '0.9375rem',
}

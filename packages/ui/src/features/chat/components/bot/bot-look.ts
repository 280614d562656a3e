import type { SxProps, Theme } from '@mui/material/styles'

import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { readableOn } from '../../../../lib/bot-config/readable-on.ts'

/** An owner's colours as the variables a chat is drawn with; what they left empty stays as our theme has it. */
export function botLookVariables(look: BotLook): SxProps<Theme> {
  const { userMessage, botMessage, textInput } = look
  return variables({
    '--chat-ground': look.backgroundColor,
    '--chat-user-ground': userMessage.backgroundColor,
    '--chat-user-text': userMessage.textColor || readable(userMessage.backgroundColor),
    '--chat-bot-text': botMessage.textColor || readable(botMessage.backgroundColor || look.backgroundColor),
    '--chat-bot-ground': botMessage.backgroundColor,
    '--chat-input-ground': textInput.backgroundColor,
    '--chat-input-text': textInput.textColor || readable(textInput.backgroundColor),
    '--chat-input-hint': textInput.backgroundColor === '' ? '' : readable(textInput.backgroundColor),
    '--chat-accent': textInput.sendButtonColor,
    '--chat-on-accent': readable(textInput.sendButtonColor),
    '--chat-head-ground': look.titleBackgroundColor,
    '--chat-head-text': look.titleTextColor || readable(look.titleBackgroundColor),
    '--chat-foot-text': look.poweredByTextColor || readable(look.backgroundColor),
    '--chat-font-size': `${look.fontSize}px`,
  })
}

function readable(ground: string): string {
  return readableOn(ground) ?? ''
}

function variables(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

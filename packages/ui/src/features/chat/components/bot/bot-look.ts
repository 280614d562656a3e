import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { lookValues } from '../../../../lib/bot-config/look-values.ts'

/** An owner's colours as the variables a chat is drawn with; what they left empty stays as our theme has it. */
export function botLookVariables(look: BotLook): Record<string, string> {
  const values = lookValues(look)
  const named = {
    '--chat-ground': values.ground,
    '--chat-user-ground': values.user,
    '--chat-user-text': values.userText,
    '--chat-bot-text': values.botText,
    '--chat-bot-ground': values.bot,
    '--chat-input-ground': values.input,
    '--chat-input-text': values.inputText,
    '--chat-input-hint': values.inputHint,
    '--chat-accent': values.accent,
    '--chat-on-accent': values.onAccent,
    '--chat-head-ground': values.head,
    '--chat-head-text': values.headText,
    '--chat-foot-text': values.footText,
    '--chat-font-size': values.fontSize,
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
}

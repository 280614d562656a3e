import type { BotLook } from '../lib/bot-config/bot-config.ts'
import { readableOn } from '../lib/bot-config/readable-on.ts'

/** The owner's colours as the variables of `styles.ts`; what they left empty stays as it is there. */
export function lookVariables(look: BotLook): Record<string, string> {
  const { userMessage, botMessage, textInput } = look
  const accent = textInput.sendButtonColor || look.titleBackgroundColor
  const values = {
    '--ground': look.backgroundColor,
    '--text': botMessage.textColor || readable(botMessage.backgroundColor || look.backgroundColor),
    '--answer': botMessage.backgroundColor,
    '--answer-pad': botMessage.backgroundColor === '' ? '' : '8px 12px',
    '--question': userMessage.backgroundColor,
    '--question-text': userMessage.textColor || readable(userMessage.backgroundColor),
    '--head': look.titleBackgroundColor,
    '--head-text': look.titleTextColor || readable(look.titleBackgroundColor),
    '--field': textInput.backgroundColor,
    '--field-text': textInput.textColor || readable(textInput.backgroundColor),
    '--accent': accent,
    '--on-accent': readable(accent),
    '--size': `${look.fontSize}px`,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function readable(ground: string): string {
  return readableOn(ground) ?? ''
}

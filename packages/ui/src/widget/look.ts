import type { BotLook } from '../lib/bot-config/bot-config.ts'
import { lookValues } from '../lib/bot-config/look-values.ts'

/** The owner's colours as the variables of the widget's styles; what they left empty stays as it is there. */
export function lookVariables(look: BotLook): Record<string, string> {
  const values = lookValues(look)
  const named = {
    '--ground': values.ground,
    '--text': values.botText,
    '--answer': values.bot,
    '--answer-pad': values.bot === '' ? '' : '8px 12px',
    '--question': values.user,
    '--question-text': values.userText,
    '--head': values.head,
    '--head-text': values.headText,
    '--field': values.input,
    '--field-text': values.inputText,
    '--accent': values.accent,
    '--on-accent': values.onAccent,
    // The bubble stands for the title bar, which is what is known of the chat before it is opened.
    '--bubble': values.head || values.accent,
    '--on-bubble': values.head === '' ? values.onAccent : values.headText,
    '--credit': values.footText,
    '--size': values.fontSize,
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
}

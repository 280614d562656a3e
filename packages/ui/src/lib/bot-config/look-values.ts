import type { BotLook } from './bot-config.ts'
import { readableOn } from './readable-on.ts'

export type LookValues = Record<
  | 'ground'
  | 'head'
  | 'headText'
  | 'user'
  | 'userText'
  | 'bot'
  | 'botText'
  | 'input'
  | 'inputText'
  | 'inputHint'
  | 'accent'
  | 'onAccent'
  | 'footText'
  | 'fontSize',
  string
>

/**
 * An owner's look as what is drawn with it, for the page, the widget and the preview alike. Empty means: as our own theme
 * has it. A text whose colour nobody chose is black or white, whichever reads better on its ground.
 */
export function lookValues(look: BotLook): LookValues {
  const { userMessage, botMessage, textInput } = look
  return {
    ground: look.backgroundColor,
    head: look.titleBackgroundColor,
    headText: look.titleTextColor || readable(look.titleBackgroundColor),
    user: userMessage.backgroundColor,
    userText: userMessage.textColor || readable(userMessage.backgroundColor),
    bot: botMessage.backgroundColor,
    botText: botMessage.textColor || readable(botMessage.backgroundColor || look.backgroundColor),
    input: textInput.backgroundColor,
    inputText: textInput.textColor || readable(textInput.backgroundColor),
    inputHint: readable(textInput.backgroundColor),
    accent: textInput.sendButtonColor,
    onAccent: readable(textInput.sendButtonColor),
    footText: look.poweredByTextColor || readable(look.backgroundColor),
    fontSize: `${look.fontSize}px`,
  }
}

function readable(ground: string): string {
  return readableOn(ground) ?? ''
}

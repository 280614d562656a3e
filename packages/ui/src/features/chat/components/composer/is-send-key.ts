import type { KeyboardEvent } from 'react'

/** Enter sends, except with Shift, and except while an input method is still composing the word. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && event.keyCode !== 229
}

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

const NAMES: Readonly<Record<string, string>> = isMac
  ? { mod: '⌘', shift: '⇧', alt: '⌥', delete: '⌫' }
  : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', delete: 'Del' }

/** A shortcut as its keys are labelled here: `mod+shift+z` reads Ctrl+Shift+Z, or ⇧⌘Z on a Mac. */
export function shortcutText(shortcut: string): string {
  const keys = shortcut.split('+').map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : capitalize(key)))
  return keys.join(isMac ? '' : '+')
}

function capitalize(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1)
}

/** Whether a key event is the shortcut, and no other. */
export function matchesShortcut(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  shortcut: string,
): boolean {
  const keys = shortcut.split('+')
  const key = keys.at(-1) ?? ''
  const hasMod = event.ctrlKey || event.metaKey
  if (hasMod !== keys.includes('mod') || event.altKey !== keys.includes('alt')) return false
  // Signs such as ? need Shift on some keyboards and not on others: the sign itself is what counts.
  const isSign = key.length === 1 && !/[a-z\d]/.test(key)
  if (!isSign && event.shiftKey !== keys.includes('shift')) return false
  return event.key.toLowerCase() === key
}

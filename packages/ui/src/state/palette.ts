import { create } from 'zustand'

export interface PaletteState {
  isOpen: boolean
  /** What was typed so far, whether or not the palette has arrived to show it. */
  words: string
  /** Enter was pressed before it arrived. */
  isEntered: boolean
}

/** Stands on the palette's place in the page: keys that go there are its own. */
export const PALETTE_MARK = 'data-command-palette'

const CLOSED: PaletteState = { isOpen: false, words: '', isEntered: false }

export const usePalette = create<PaletteState>()(() => CLOSED)

export function openPalette(): void {
  usePalette.setState({ ...CLOSED, isOpen: true })
}

export function closePalette(): void {
  usePalette.setState(CLOSED)
}

export function setPaletteWords(words: string): void {
  usePalette.setState({ words })
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Keeps a key for the palette while its field does not have the caret yet; false when the key means nothing to it. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: Key): boolean {
  const { words } = usePalette.getState()
  if (key === 'Escape') closePalette()
  else if (key === 'Enter') usePalette.setState({ isEntered: true })
  else if (key === 'Backspace') usePalette.setState({ words: words.slice(0, -1) })
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) usePalette.setState({ words: words + key })
  else return false
  return true
}

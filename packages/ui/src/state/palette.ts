import { create } from 'zustand'

export interface PaletteState {
  isOpen: boolean
  /** What was typed while the palette was still on its way. */
  typed: string
  /** Enter was pressed then, too. */
  isEntered: boolean
}

const CLOSED: PaletteState = { isOpen: false, typed: '', isEntered: false }

export const usePalette = create<PaletteState>()(() => CLOSED)

export function openPalette(): void {
  usePalette.setState({ ...CLOSED, isOpen: true })
}

export function closePalette(): void {
  usePalette.setState(CLOSED)
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Keeps a key for the palette that has not arrived yet; false when the key means nothing to it. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: Key): boolean {
  const { typed } = usePalette.getState()
  if (key === 'Escape') closePalette()
  else if (key === 'Enter') usePalette.setState({ isEntered: true })
  else if (key === 'Backspace') usePalette.setState({ typed: typed.slice(0, -1) })
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) usePalette.setState({ typed: typed + key })
  else return false
  return true
}

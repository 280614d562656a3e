import { create } from 'zustand'

import { fontFamily } from '../theme/tokens.ts'

export interface Customization {
  /** Ids of the menu entries that are open or chosen. */
  isOpen: string[]
  fontFamily: string
  borderRadius: number
  /** Whether the drawer is open. */
  opened: boolean
  isHorizontal: boolean
  isDarkMode: boolean
}

/** On which side of the large breakpoint the window was last seen: screens without a drawer come in between. */
let wasNarrow = false

export function initialCustomization(): Customization {
  wasNarrow = isNarrow()
  return {
    isOpen: [],
    fontFamily,
    borderRadius: 12,
    opened: !wasNarrow,
    isHorizontal: localStorage.getItem('isHorizontal') === 'true',
    isDarkMode: readDarkMode(localStorage.getItem('isDarkMode')),
  }
}

/** Until somebody chooses, the system's own setting holds. */
function readDarkMode(stored: string | null): boolean {
  return stored === null ? window.matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true'
}

/** Below the large breakpoint a drawer that starts open would cover what the person came for. */
function isNarrow(): boolean {
  return window.matchMedia('(max-width: 1199.95px)').matches
}

/** The client's own settings. */
export const useCustomization = create<Customization>()(() => initialCustomization())

export function chooseMenuEntry(id: string): void {
  useCustomization.setState({ isOpen: [id] })
}

export function setDrawerOpened(opened: boolean): void {
  useCustomization.setState({ opened })
}

/** Opens the drawer once the window has grown past the large breakpoint, and closes it once it has shrunk below. */
export function followBreakpoint(isBelowLarge: boolean): void {
  // Only a crossing counts: a layout that comes back keeps a drawer the person closed.
  if (isBelowLarge !== wasNarrow) setDrawerOpened(!isBelowLarge)
  wasNarrow = isBelowLarge
}

export function setDarkMode(isDarkMode: boolean): void {
  localStorage.setItem('isDarkMode', String(isDarkMode))
  useCustomization.setState({ isDarkMode })
}

/** Told by the browser when another tab changed what is stored. */
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === 'isDarkMode') useCustomization.setState({ isDarkMode: readDarkMode(newValue) })
})

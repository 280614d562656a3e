import { create } from 'zustand'

interface BackdropState {
  open: boolean
}

/** The full-screen loading backdrop. */
export const useBackdrop = create<BackdropState>()(() => ({ open: false }))

export function showBackdrop(): void {
  useBackdrop.setState({ open: true })
}

export function hideBackdrop(): void {
  useBackdrop.setState({ open: false })
}

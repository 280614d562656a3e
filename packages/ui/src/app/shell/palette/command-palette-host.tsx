import { lazy, Suspense, useEffect } from 'react'

import { openPalette, usePalette } from '../../../state/palette.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** Listens for Ctrl+K everywhere; the palette itself arrives when it is first opened. */
export function CommandPaletteHost() {
  const isOpen = usePalette((state) => state.isOpen)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return isOpen ? (
    <Suspense>
      <CommandPalette />
    </Suspense>
  ) : null
}

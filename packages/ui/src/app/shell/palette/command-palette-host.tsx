import { useEffect, useLayoutEffect } from 'react'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { closePalette, openPalette, typeAhead, usePalette } from '../../../state/palette.ts'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'), { Waiting: TypeAhead })

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
  return isOpen ? <CommandPalette onClose={closePalette} /> : null
}

/** Stands for the palette until it arrives: what is typed belongs to it, and must not reach the screen behind. */
function TypeAhead() {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!typeAhead(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return null
}

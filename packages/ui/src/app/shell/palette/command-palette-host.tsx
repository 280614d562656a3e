import { useEffect, useLayoutEffect } from 'react'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import { whenIdle } from '../../../lib/when-idle.ts'
import { closePalette, openPalette, PALETTE_MARK, typeAhead, usePalette } from '../../../state/palette.ts'

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'))

/** On a page that never rests, the palette is fetched after this many ms. */
const PATIENCE = 3000

/** Listens for Ctrl+K everywhere. The palette itself arrives before it is asked for, once the page has nothing else to do. */
export function CommandPaletteHost() {
  const isOpen = usePalette((state) => state.isOpen)
  useEffect(() => whenIdle(CommandPalette.preload, PATIENCE), [])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (!usePalette.getState().isOpen) openPalette()
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  // From the key after Ctrl+K on: until its field has the caret, what is typed would reach the screen behind, or nobody.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const keep = (event: KeyboardEvent) => {
      const isThere = event.target instanceof Element && event.target.closest(`[${PALETTE_MARK}]`)
      if (isThere || !typeAhead(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [isOpen])
  return isOpen ? <CommandPalette onClose={closePalette} /> : null
}

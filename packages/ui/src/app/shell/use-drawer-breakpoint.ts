import { useEffect, useRef } from 'react'

import { useIsDownLarge } from '../../lib/use-breakpoint.ts'
import { setDrawerOpened } from '../../state/customization.ts'

/** Opens the drawer when the window grows past the large breakpoint, closes it when it shrinks below. */
export function useDrawerBreakpoint(): void {
  const isDownLarge = useIsDownLarge()
  const previous = useRef(isDownLarge)
  useEffect(() => {
    // Only a crossing counts: a layout that comes back keeps a drawer the person closed.
    if (previous.current !== isDownLarge) setDrawerOpened(!isDownLarge)
    previous.current = isDownLarge
  }, [isDownLarge])
}

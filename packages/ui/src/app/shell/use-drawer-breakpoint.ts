import { useEffect, useRef } from 'react'

import { useIsDownLarge } from '../../lib/use-breakpoint.ts'
import { setDrawerOpened } from '../../state/customization.ts'

/** Opens the drawer when the window grows past the large breakpoint, closes it when it shrinks below. */
export function useDrawerBreakpoint(): void {
  const isDownLarge = useIsDownLarge()
  const previous = useRef<boolean>(undefined)
  useEffect(() => {
    const isFirst = previous.current === undefined
    const hasCrossed = !isFirst && previous.current !== isDownLarge
    previous.current = isDownLarge
    // A layout that comes back keeps a drawer the person closed; only a narrow start closes it for them.
    if (hasCrossed || (isFirst && isDownLarge)) setDrawerOpened(!isDownLarge)
  }, [isDownLarge])
}

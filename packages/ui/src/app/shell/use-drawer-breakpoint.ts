import { useLayoutEffect } from 'react'

import { useIsDownLarge } from '../../lib/use-breakpoint.ts'
import { followBreakpoint } from '../../state/customization.ts'

/** Keeps the drawer on its side of the large breakpoint, before a drawer of the other side is painted. */
export function useDrawerBreakpoint(): void {
  const isDownLarge = useIsDownLarge()
  useLayoutEffect(() => followBreakpoint(isDownLarge), [isDownLarge])
}

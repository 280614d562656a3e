import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** Shows its children after a moment: what loads at once never flashes a placeholder. */
export function Delayed({ milliseconds = 150, children }: { milliseconds?: number; children: ReactNode }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  // The room is kept from the start, so that nothing moves when the placeholder appears.
  return <div style={{ visibility: isDue ? 'visible' : 'hidden' }}>{children}</div>
}

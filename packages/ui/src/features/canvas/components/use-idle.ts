import { startTransition, useEffect, useState } from 'react'

import { whenIdle } from '../../../lib/when-idle.ts'

/** The longest wait for the browser to have nothing else to do, in ms. */
const PATIENCE = 300

/** False while the screen is first drawn, true once the browser has a moment: for what can wait until then. */
export function useHasIdled(): boolean {
  const [hasIdled, setHasIdled] = useState(false)
  useEffect(() => whenIdle(() => setHasIdled(true), PATIENCE), [])
  return hasIdled
}

const STEP = 32

/** How many rows of a long list to draw: as many as are in view at once, the rest whenever the browser has a moment. */
export function useGrowingCount(inView: number, total: number): number {
  const [count, setCount] = useState(inView)
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => startTransition(() => setCount(count + STEP)), PATIENCE)
  }, [count, total])
  return count
}

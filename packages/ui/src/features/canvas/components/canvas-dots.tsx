import { useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'

import { dotGap, GRID_GAP } from '../model/dot-gap.ts'

/**
 * The dots behind the flow. They are painted once: a pan shifts their layer by less than one gap, a zoom scales it by
 * less than two. A pattern painted anew for each frame costs more than all the nodes.
 */
export function CanvasDots() {
  const store = useStoreApi()
  const dots = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const follow = () => {
      if (!dots.current) return
      const [x, y, zoom] = store.getState().transform
      const gap = dotGap(zoom)
      dots.current.style.transform = `translate(${shift(x, gap)}px, ${shift(y, gap)}px) scale(${gap / GRID_GAP})`
    }
    follow()
    return store.subscribe(follow)
  }, [store])
  return <div ref={dots} className="cw-dots" aria-hidden />
}

/** Between minus one gap and nothing: the layer reaches that far beyond the pane. */
function shift(offset: number, gap: number): number {
  return (((offset % gap) + gap) % gap) - gap
}

import { useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'

import { distanceAt, farLabelSize } from '../model/distance.ts'

/** Tells of each zoom without drawing anything again. */
export function ZoomWatch({ onZoom }: { onZoom(zoom: number): void }) {
  const store = useStoreApi()
  // Not before the pane's own effect, which puts the view where it opens: that is no zoom.
  useEffect(() => {
    let last = 0
    const watch = () => {
      const [, , zoom] = store.getState().transform
      if (zoom === last) return
      last = zoom
      onZoom(zoom)
    }
    watch()
    return store.subscribe(watch)
  }, [store, onZoom])
  return null
}

/** Marks the canvas with how far away the flow is: one attribute restyles every node. */
export function markDistance(canvas: HTMLElement | null, zoom: number): void {
  if (!canvas) return
  const distance = distanceAt(zoom)
  // Near, names have the size of everything else.
  const label = distance === 'near' ? '' : `${farLabelSize(zoom)}`
  if (canvas.dataset['distance'] !== distance) canvas.dataset['distance'] = distance
  if (canvas.dataset['label'] !== label) canvas.dataset['label'] = label
}

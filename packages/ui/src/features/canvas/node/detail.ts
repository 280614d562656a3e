import { createContext, use, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import type { DetailView } from '../model/detail-view.ts'
import type { Distance } from '../model/distance.ts'

export const DetailContext = createContext<DetailView | undefined>(undefined)

/** How much of a node to draw: it grows when the node comes near, and stays when it goes. */
export function useDetail(): Distance {
  const view = use(DetailContext)
  const [shown, setShown] = useState<Distance>(() => view?.start() ?? 'near')
  useLayoutEffect(() => {
    if (!view) return undefined
    const card = {
      shown,
      raise(to: Distance) {
        card.shown = to
        // At once, or the queue could not know how long it took.
        flushSync(() => setShown(to))
      },
    }
    return view.add(card)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown later is the card's own to know
  }, [view])
  return shown
}

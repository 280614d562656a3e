import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'

import type { ConversationState } from '../../../../parts/conversation/conversation.ts'

/** How near to the end counts as being there. */
const NEAR = 48
/** A scroll within this time of a wheel, a touch or a key is the person's, not ours. */
const INTENT_MS = 400

interface Follow {
  isFollowing: boolean
  scrollerRef: (element: HTMLElement | Window | null) => void
  /** Call when the content grew or shrank. */
  onHeightChange: () => void
  toEnd: () => void
}

/**
 * Keeps the end of a list in view while the person is there. Scrolling up lets go, coming back to the end or asking
 * takes hold again; the list's own corrections never count as scrolling.
 */
export function useFollow(store: StoreApi<ConversationState>): Follow {
  const [isFollowing, setIsFollowing] = useState(true)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const lastIntent = useRef(0)
  const scrollerRef = useCallback(
    (element: HTMLElement | Window | null) => setScroller(element instanceof HTMLElement ? element : null),
    [],
  )

  const isIntended = () => performance.now() - lastIntent.current < INTENT_MS
  const toEnd = () => {
    setIsFollowing(true)
    scroller?.scrollTo({ top: scroller.scrollHeight })
  }
  const onScroll = useEffectEvent(() => {
    if (!scroller) return
    const isNear = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
    if (isNear) setIsFollowing(true)
    else if (isIntended()) setIsFollowing(false)
  })
  const onAsked = useEffectEvent(toEnd)
  // Whoever is just scrolling away must not be pulled back before they got anywhere.
  const stayAtEnd = () => {
    if (isFollowing && !isIntended()) scroller?.scrollTo({ top: scroller.scrollHeight })
  }
  const onResize = useEffectEvent(stayAtEnd)

  useEffect(() => {
    if (!scroller) return undefined
    const intend = () => {
      lastIntent.current = performance.now()
    }
    const intents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const name of intents) scroller.addEventListener(name, intend, { passive: true })
    const scrolled = () => onScroll()
    scroller.addEventListener('scroll', scrolled, { passive: true })
    // A phone's keyboard and a question of several lines take their room from the conversation.
    const resizes = new ResizeObserver(() => onResize())
    resizes.observe(scroller)
    return () => {
      resizes.disconnect()
      for (const name of intents) scroller.removeEventListener(name, intend)
      scroller.removeEventListener('scroll', scrolled)
    }
  }, [scroller])

  useEffect(
    () =>
      store.subscribe((state, previous) => {
        if (state.live !== undefined && previous.live === undefined) onAsked()
      }),
    [store],
  )

  return {
    isFollowing,
    scrollerRef,
    toEnd,
    onHeightChange: stayAtEnd,
  }
}

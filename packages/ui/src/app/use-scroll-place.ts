import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { wantsStillness } from '../lib/wants-stillness.ts'
import { createScrollMemory, entryOf } from './scroll-memory.ts'

const memory = createScrollMemory(sessionStorage)

/** Every new route starts at its top, smoothly; Back, Forward and a reload return to the place one left. */
export function useScrollPlace(): void {
  const location = useLocation()
  const { pathname } = location
  const entry = entryOf(location)
  const isReturn = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    // The browser would move the screen one leaves, before the one that is returned to is there.
    history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', memory.store)
    return () => window.removeEventListener('pagehide', memory.store)
  }, [])
  useEffect(() => {
    const place = isReturn ? memory.placeOf(entry) : undefined
    if (place !== undefined) return returnTo(place)
    window.scrollTo({ top: 0, left: 0, behavior: wantsStillness() ? 'auto' : 'smooth' })
    return undefined
    // Only another screen counts: a search in the address leaves the page where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname])
  useEffect(() => {
    const keep = () => memory.keep(entry, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [entry])
}

const LONGEST_WAIT = 5000

/** A list grows while its rows arrive: goes there as soon as the page reaches so far, unless the person moves first. */
function returnTo(place: number): () => void {
  const watch = new ResizeObserver(() => {
    window.scrollTo({ top: place, left: 0, behavior: 'auto' })
    if (Math.abs(window.scrollY - place) <= 1) stop()
  })
  const timer = setTimeout(() => stop(), LONGEST_WAIT)
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
    for (const act of MOVES) window.removeEventListener(act, stop)
  }
  for (const act of MOVES) window.addEventListener(act, stop, { passive: true })
  watch.observe(document.body)
  return stop
}

const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

import { useSyncExternalStore } from 'react'

/** As often as words like "3 minutes ago" can change without anybody noticing that they are late. */
const STEP_MS = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

/** The time of day, in steps: what is on the screen for long does not stay "just now". One clock serves the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}

function read(): number {
  const now = Date.now()
  if (Math.abs(now - current) >= STEP_MS) current = now
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

import { useSyncExternalStore } from 'react'

/** Whether somebody looks at this tab. */
export function useIsSeen(): boolean {
  return useSyncExternalStore(onVisibility, isVisible)
}

export function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

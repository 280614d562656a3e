import { useCallback, useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'

import { useCanvas } from '../canvas-context.tsx'
import { usePreferences } from '../components/preferences.ts'

/** As long as a second click may follow: what moves the flow under it would catch that one. */
const SECOND_CLICK_MS = 300

/** A click on a node shows it beside the flow, unless it opens it, edits something on it or selects it among others. */
export function useClickToInspect() {
  const canvas = useCanvas()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (nodeId: string, event: MouseEvent) => {
      clearTimeout(timer.current)
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey || isControl(event.target)
      if (event.detail > 1 || isOther || !usePreferences.getState().isInspectorWanted) return
      const look = () => {
        if (canvas.store.getState().selection.nodes.has(nodeId)) canvas.inspect()
      }
      // With the panel there already, nothing moves.
      if (canvas.store.getState().side.isInspecting || usePreferences.getState().isChatOpen) look()
      else timer.current = setTimeout(look, SECOND_CLICK_MS)
    },
    [canvas],
  )
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, select, textarea, [role="switch"]') !== null
}

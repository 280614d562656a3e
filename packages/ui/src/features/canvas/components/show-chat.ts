import type { Canvas } from '../model/canvas-store.ts'
import { frontOf } from '../model/side-panel.ts'
import { setPreference, usePreferences } from './preferences.ts'

/** Opens the chat beside the flow, in front of the node that stands there. */
export function showChat(canvas: Canvas): void {
  setPreference({ isChatOpen: true })
  canvas.changeSide({ tab: 'chat' })
}

/** What is behind a node comes to the front; only what is seen closes. */
export function toggleChat(canvas: Canvas): void {
  const { isChatOpen } = usePreferences.getState()
  const isSeen = isChatOpen && frontOf(canvas.store.getState(), true) === 'chat'
  if (isSeen) setPreference({ isChatOpen: false })
  else showChat(canvas)
}

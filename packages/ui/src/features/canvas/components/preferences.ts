import { create } from 'zustand'

interface Preferences {
  hasMinimap: boolean
  isSnapping: boolean
  /** All nodes show their whole forms. */
  isDetailed: boolean
  isChatOpen: boolean
  /** A selected node shows beside the flow. */
  isInspectorWanted: boolean
  chatWidth: number
  /** Names of the nodes added last, newest first. */
  recentNodes: readonly string[]
}

const KEY = 'canvas.preferences'

const defaults: Preferences = {
  hasMinimap: false,
  isSnapping: true,
  isDetailed: false,
  isChatOpen: false,
  isInspectorWanted: true,
  chatWidth: 400,
  recentNodes: [],
}

/** How this person likes the workbench; kept in the browser. */
export const usePreferences = create<Preferences>()(() => ({ ...defaults, ...readPreferences() }))

export function setPreference(change: Partial<Preferences>): void {
  usePreferences.setState(change)
  localStorage.setItem(KEY, JSON.stringify(usePreferences.getState()))
}

function readPreferences(): Partial<Preferences> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

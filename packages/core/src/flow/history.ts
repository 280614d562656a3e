import type { Flow } from './document.ts'

/** The states of a flow a person can go back and forth between. */
export interface History {
  readonly past: readonly Flow[]
  readonly present: Flow
  readonly future: readonly Flow[]
  /** The gesture the present came from; more edits of the same gesture belong to the same step. */
  readonly gesture: string | undefined
}

/** Flows share what they have in common, so a step costs little; the cap is against a tab left open for months. */
const MOST_STEPS = 5_000

export function createHistory(flow: Flow): History {
  return { past: [], present: flow, future: [], gesture: undefined }
}

/** Adds a step. Edits that carry the same gesture, one after the other, are one step: a drag, a run of typing. */
export function push(history: History, flow: Flow, gesture?: string): History {
  if (flow === history.present) return history
  const isSameGesture = gesture !== undefined && gesture === history.gesture
  const past = isSameGesture ? history.past : [...history.past, history.present].slice(-MOST_STEPS)
  return { past, present: flow, future: [], gesture }
}

/** One step back; the flow is the very object it was. */
export function undo(history: History): History {
  const present = history.past.at(-1)
  if (!present) return history
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    gesture: undefined,
  }
}

/** One step forward again. */
export function redo(history: History): History {
  const [present, ...future] = history.future
  if (!present) return history
  return { past: [...history.past, history.present], present, future, gesture: undefined }
}

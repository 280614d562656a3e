import type { Flow } from './document.ts'
import type { Edit, RestoreEdit } from './edits/edit.ts'
import { restore, restoreBetween } from './edits/restore.ts'

/** What a person can go back and forth over: the flow, and the edits that led to it. */
export interface History {
  readonly past: readonly Step[]
  readonly present: Flow
  readonly future: readonly Step[]
  /** The gesture the present came from; more edits of the same gesture belong to the same step. */
  readonly gesture: string | undefined
}

/** One gesture of a person. */
export interface Step {
  readonly edits: readonly Edit[]
  /** Takes it back, or makes it again once it was taken back. */
  readonly turn: RestoreEdit
}

/** A step holds only what it changed; the cap is against a tab left open for months. */
const MOST_STEPS = 5_000

export function createHistory(flow: Flow): History {
  return { past: [], present: flow, future: [], gesture: undefined }
}

/** Adds a step. Edits that carry the same gesture, one after the other, are one step: a drag, a run of typing. */
export function push(
  history: History,
  { flow, edits }: { flow: Flow; edits: readonly Edit[] },
  gesture?: string,
): History {
  const { past, present } = history
  if (flow === present) return history
  const last = past.at(-1)
  if (last && gesture !== undefined && gesture === history.gesture) {
    const turn = restoreBetween(flow, turned(present, last))
    const joined = edits.reduce(withEdit, last.edits)
    return { past: [...past.slice(0, -1), { edits: joined, turn }], present: flow, future: [], gesture }
  }
  const step = { edits, turn: restoreBetween(flow, present) }
  return { past: [...past, step].slice(-MOST_STEPS), present: flow, future: [], gesture }
}

/** One step back. */
export function undo(history: History): History {
  const { past, present, future } = history
  const step = past.at(-1)
  if (!step) return history
  const flow = turned(present, step)
  return {
    past: past.slice(0, -1),
    present: flow,
    future: [{ ...step, turn: restoreBetween(flow, present) }, ...future],
    gesture: undefined,
  }
}

/** One step forward again. */
export function redo(history: History): History {
  const { past, present } = history
  const [step, ...future] = history.future
  if (!step) return history
  const flow = turned(present, step)
  return {
    past: [...past, { ...step, turn: restoreBetween(flow, present) }],
    present: flow,
    future,
    gesture: undefined,
  }
}

/** A place that is dragged and a text that is typed count once, as they are in the end. */
function withEdit(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const last = edits.at(-1)
  const subject = subjectOf(edit)
  return last && subject !== undefined && subjectOf(last) === subject ? [...edits.slice(0, -1), edit] : [...edits, edit]
}

function subjectOf(edit: Edit): string | undefined {
  if (edit.do === 'set') return `set ${edit.id} ${edit.path}`
  if (edit.do === 'rename' || edit.do === 'resize') return `${edit.do} ${edit.id}`
  return edit.do === 'move' ? `move ${Object.keys(edit.places).join(' ')}` : undefined
}

function turned(flow: Flow, { turn }: Step): Flow {
  const next = restore(flow, turn)
  if (!next) throw new Error('The history was made for another flow')
  return next
}

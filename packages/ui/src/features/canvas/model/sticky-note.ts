import type { NodeDescription } from '@chatwright/core'

export const NOTE_NAME = 'stickyNote'

/** What a note beside steps is called in files. */
export const STEP_NOTE_NAME = 'stickyNoteAgentflow'

/** A note is drawn by the canvas itself, so it is there even when the catalogue has none. */
export function describeNote(label: string): NodeDescription {
  return {
    label,
    name: NOTE_NAME,
    version: 1,
    type: 'StickyNote',
    icon: '',
    category: 'Utilities',
    description: '',
    baseClasses: ['StickyNote'],
    inputs: [{ label: '', name: 'note', type: 'string', rows: 1, optional: true }],
    traits: { inert: true },
  }
}

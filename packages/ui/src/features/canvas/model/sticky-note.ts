export const NOTE_NAME = 'stickyNote'

/** What a note beside steps is called in files. */
export const STEP_NOTE_NAME = 'stickyNoteAgentflow'

/** What saving is up to. Whether there is anything to save is the dirty flag's to say. */
export type SaveState =
  | { status: 'idle' }
  | { status: 'saving' }
  /** The server could not be reached; the edits are kept here and sent again by themselves. */
  | { status: 'offline'; attempts: number }
  /** Somebody else saved a newer version. */
  | { status: 'conflict'; version: number }
  | { status: 'failed'; message: string }

export type SaveEvent =
  | { type: 'started' }
  | { type: 'saved' }
  | { type: 'unreachable' }
  | { type: 'refused'; version: number }
  | { type: 'failed'; message: string }
  | { type: 'settled' }

export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case 'started':
      // A retry in the background is not worth a flicker: it stays offline until it is through.
      return state.status === 'offline' ? state : { status: 'saving' }
    case 'saved':
    case 'settled':
      return { status: 'idle' }
    case 'unreachable':
      return { status: 'offline', attempts: state.status === 'offline' ? state.attempts + 1 : 1 }
    case 'refused':
      return { status: 'conflict', version: event.version }
    case 'failed':
      return { status: 'failed', message: event.message }
  }
}

/** The word beside the flow's name. */
export type SaveWord = 'new' | 'saved' | 'dirty' | 'saving' | 'offline' | 'conflict' | 'failed'

export function saveWord(state: { save: SaveState; isDirty: boolean; isStored: boolean }): SaveWord {
  if (state.save.status !== 'idle') return state.save.status
  if (state.isDirty) return 'dirty'
  return state.isStored ? 'saved' : 'new'
}

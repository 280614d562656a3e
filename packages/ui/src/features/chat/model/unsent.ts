import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import type { PickedFile } from './pick-files.ts'

/** A question before it is sent. It outlives its field, which is drawn anew where the chat is expanded. */
export interface Unsent {
  text: string
  picked: readonly PickedFile[]
  /** Why files were not taken, or not sent. */
  problems: readonly string[]
  isSending: boolean
}

export type UnsentStore = StoreApi<Unsent>

export function createUnsent(): UnsentStore {
  return createStore<Unsent>(() => ({ text: '', picked: [], problems: [], isSending: false }))
}

import type { Flow } from '@chatwright/core'

/** Unsaved work, as this browser keeps it. */
export interface Draft {
  flow: Flow
  name: string
  /** The version the edits were made on; nothing for a flow that was never saved. */
  baseVersion: number | undefined
  keptAt: number
}

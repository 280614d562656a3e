import type { RunEvent, RunFault } from '@chatwright/core'

/**
 * Turns the events of a run into server-sent events. The id comes on the last frame of an event, so that a client cut off
 * between two frames gets both again and no token twice.
 */
export interface FrameWriter {
  frames(event: RunEvent, seq: number): string
  /** The end of a run that could not even tell its end. */
  broken(fault: RunFault): string
}

import type { RunEvent, RunFault } from '@chatwright/core'

/**
 * Who reads: the builder on the canvas sees how a flow is made and runs, its owner elsewhere what it says and what went
 * wrong, a visitor what it says.
 */
export type Audience = 'builder' | 'owner' | 'visitor'

export const faultsFor = (audience: Audience): 'owner' | 'visitor' => (audience === 'visitor' ? 'visitor' : 'owner')

/**
 * Turns the events of a run into server-sent events. The id comes on the last frame of an event, so that a client cut off
 * between two frames gets both again and no token twice.
 */
export interface FrameWriter {
  frames(event: RunEvent, seq: number): string
  /** The end of a run that could not even tell its end. */
  broken(fault: RunFault): string
}

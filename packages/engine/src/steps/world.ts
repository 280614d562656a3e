import type { Message, Run, RunEvent, Steps } from '@chatwright/core'
import type { Effects, RunRequest } from '../request.ts'
import type { Floor } from './floor.ts'
import type { StepFlow } from './step-flow.ts'

/** What all steps of one run have in common. */
export interface World {
  readonly flow: StepFlow
  readonly request: RunRequest
  readonly effects: Effects
  readonly run: Run
  readonly steps: Steps
  readonly floor: Floor
  readonly variables: Readonly<Record<string, string>>
  /** Without those the request brought. */
  readonly ownVariables: Readonly<Record<string, string>>
  emit(event: RunEvent): void
  /** What was said in this chat before the run; nothing once a step has made the run forget it. */
  past(): Promise<readonly Message[]>
  /** The same, where some text wants it. */
  readonly pastTold: readonly Message[]
  readonly counts: Counts
}

export interface Counts {
  steps: number
  /** Of the loop that went back last. */
  loop: number
  /** A call was made that nobody may make twice, and it is not kept yet. */
  isUnkept: boolean
  forgetsPast: boolean
  /** All steps that begin now wait for it: others are answered first. */
  turn?: Promise<void> | undefined
}

/** Steps that only compute follow each other without a pause. */
const STEPS_A_TURN = 50

/** Counts a step that begins, and gives what it has to wait for: after so many of them, others have their turn. */
export function countStep(counts: Counts): Promise<void> | undefined {
  counts.steps += 1
  if (counts.steps % STEPS_A_TURN === 0)
    counts.turn ??= new Promise<void>((resolve) => setTimeout(resolve)).then(() => (counts.turn = undefined))
  return counts.turn
}

/** Tells that something begins. What may not be done twice is kept before it is done. */
export async function keepBefore(world: World, start: Extract<RunEvent, { type: 'step-start' }>): Promise<void> {
  world.emit(start)
  if (start.effect !== 'writes' && !world.counts.isUnkept) return
  world.counts.isUnkept = false
  const kept = world.request.keep?.()
  // What only asks or reads need not wait: it may be done again.
  if (start.effect === 'writes') await kept
  else kept?.catch(() => {})
}

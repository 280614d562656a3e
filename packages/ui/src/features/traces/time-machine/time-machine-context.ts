import type { ExecutionFlow, RunChanges } from '@chatwright/contract'
import { createContext, use } from 'react'

import type { Recorded } from '../api/use-recording.ts'
import type { Changes } from '../model/changes.ts'

/** The run that is looked at, what was recorded of it, and what somebody would have otherwise. */
export interface TimeMachine {
  runId: string
  recorded: Recorded | undefined
  /** The flow as it ran. */
  flow: ExecutionFlow | undefined
  changes: Changes
  change: (to: (before: Changes) => Changes) => void
  /** What is asked of the server; nothing while nothing is changed. */
  request: RunChanges | undefined
  question: string
  /** Beside the canvas a node is changed where it is drawn. */
  onChangeNode?: ((nodeId: string) => void) | undefined
}

export const TimeMachineContext = createContext<TimeMachine | undefined>(undefined)

/** Missing where a run is looked at by whoever has its link. */
export function useTimeMachine(): TimeMachine | undefined {
  return use(TimeMachineContext)
}

import type { ExecutionStep } from '@chatwright/contract'
import { createContext, use } from 'react'
import type { ComponentType } from 'react'

/** What rows of steps share: what is open in the run that is looked at. */
export interface RunLook {
  /** When its first step began. */
  began: number
  totalMs: number
  opened: ReadonlySet<string>
  toggle: (path: string) => void
  /** The step that was chosen in the drawing. */
  chosen: string | undefined
  itemShown: (container: string) => number | undefined
  showItem: (container: string, index: number) => void
  labelOf: (nodeId: string) => string
  /** What there is to know of a step, behind its row. */
  Details: ComponentType<{ step: ExecutionStep }>
  /** What can be done with a step, at the end of its row. */
  Actions?: ComponentType<{ step: ExecutionStep }> | undefined
}

export const RunLookContext = createContext<RunLook | undefined>(undefined)

export function useRunLook(): RunLook {
  const look = use(RunLookContext)
  if (!look) throw new Error('A step is shown outside of a run.')
  return look
}

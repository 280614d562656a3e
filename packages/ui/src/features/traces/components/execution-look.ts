import { createContext, use } from 'react'

import type { Looked } from '../api/use-executions.ts'

/** What rows of steps share: which execution is looked at, and what is open in it. */
export interface ExecutionLook extends Looked {
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
  /** Only the owner may, and only at rest. */
  canRetry: boolean
}

export const ExecutionLookContext = createContext<ExecutionLook | undefined>(undefined)

export function useExecutionLook(): ExecutionLook {
  const look = use(ExecutionLookContext)
  if (!look) throw new Error('A step is shown outside of an execution.')
  return look
}

import { createContext, use } from 'react'

import type { Looked } from '../api/use-executions.ts'

/** Which execution is looked at, by whose eyes, and what may be done with it. */
export interface ExecutionLook extends Looked {
  /** Only the owner may, and only at rest. */
  canRetry: boolean
  labelOf: (nodeId: string) => string
  /** What a way out of a step is called. */
  wayOf: (nodeId: string, output: string) => string
}

export const ExecutionLookContext = createContext<ExecutionLook | undefined>(undefined)

export function useExecutionLook(): ExecutionLook {
  const look = use(ExecutionLookContext)
  if (!look) throw new Error('A step is shown outside of an execution.')
  return look
}

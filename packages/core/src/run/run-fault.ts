import type { NodeErrorCode } from '../errors.ts'
import type { WaitQuestion } from '../values/step-data.ts'

export interface RunFault {
  message: string
  /** `server-stopped`: whoever answered is gone. `not-kept`: the disk has no room for the answer. `database-away`: it cannot be stored yet. */
  code: NodeErrorCode | 'flow-invalid' | 'internal' | 'server-stopped' | 'not-kept' | 'database-away'
  hint?: string
  nodeId?: string
  nodeLabel?: string
  field?: string
  isRetryable?: boolean
  /** What a person may be asked about it, where the run can wait. */
  question?: WaitQuestion
  /** When a provider said it may be asked again. */
  retryAfterSeconds?: number
}

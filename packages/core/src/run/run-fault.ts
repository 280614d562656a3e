import type { NodeErrorCode } from '../errors.ts'
import type { WaitQuestion } from '../values/step-data.ts'

export interface RunFault {
  message: string
  /** `server-stopped`: whoever answered is gone. `not-kept`: the answer could not be stored. */
  code: NodeErrorCode | 'flow-invalid' | 'internal' | 'server-stopped' | 'not-kept'
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

import type { NodeErrorCode } from '../errors.ts'

export interface RunFault {
  message: string
  /** `server-stopped`: whoever answered is gone. `not-kept`: the answer could not be stored. */
  code: NodeErrorCode | 'flow-invalid' | 'internal' | 'server-stopped' | 'not-kept'
  hint?: string
  nodeId?: string
  nodeLabel?: string
  field?: string
  isRetryable?: boolean
  /** When a provider said it may be asked again. */
  retryAfterSeconds?: number
}

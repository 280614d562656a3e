import { NodeError, type RunFault } from '@chatwright/core'
import { FlowError } from './flow-error.ts'
import type { NodeIdentity } from './identity.ts'

/** The node a call belongs to, as traces and errors name it. */
export interface NodeTag {
  readonly id: string
  readonly name: string
  readonly label: string
  /** What the value was built from that is called. */
  readonly identity?: NodeIdentity
}

/** Names the innermost node that failed: an error that already names one keeps it. */
export function blame(error: unknown, node: NodeTag): unknown {
  if (error instanceof FlowError || isAbort(error)) return error
  const failure = error instanceof NodeError ? error : new NodeError(messageOf(error), { cause: error })
  failure.nodeId ??= node.id
  failure.nodeLabel ??= node.label
  return failure
}

export function toFault(error: unknown): RunFault {
  if (error instanceof NodeError) {
    return {
      message: error.message,
      code: error.code,
      ...(error.hint !== undefined && { hint: error.hint }),
      ...(error.nodeId !== undefined && { nodeId: error.nodeId }),
      ...(error.nodeLabel !== undefined && { nodeLabel: error.nodeLabel }),
      ...(error.field !== undefined && { field: error.field }),
      ...(error.isRetryable && { isRetryable: true }),
      ...(error.question && { question: error.question }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    }
  }
  if (error instanceof FlowError) {
    return {
      message: error.message,
      code: 'flow-invalid',
      hint: error.hint,
      ...(error.nodeId !== undefined && { nodeId: error.nodeId }),
      ...(error.nodeLabel !== undefined && { nodeLabel: error.nodeLabel }),
    }
  }
  return { message: messageOf(error), code: 'internal' }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' && error !== '' ? error : 'Something failed without giving a reason.'
}

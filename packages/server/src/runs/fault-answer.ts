import { AppError, errorTable } from '@chatwright/contract'
import { withHint, type RunFault } from '@chatwright/core'
import { FlowError } from '@chatwright/engine'

/** What is wrong with the drawing or its settings is the builder's to mend; the rest is a service's. */
const providerCodes: ReadonlySet<RunFault['code']> = new Set(['quota', 'timeout', 'unreachable', 'failed'])

/** What a visitor may hear of a fault. */
export function faultForVisitor(fault: RunFault): RunFault {
  if (!fault.isHintForBuilder) return fault
  const { hint: _, ...rest } = fault
  return rest
}

/** A provider that asks for patience hands its own time on; one that names none gets what people call a moment. */
const waits = { 'rate-limit': 'provider-rate-limit', overloaded: 'provider-overloaded' } as const
const A_MOMENT_SECONDS = 5

export function faultError(fault: RunFault): AppError {
  const { code, nodeId, nodeLabel, field, hint } = fault
  const details = {
    code,
    ...(nodeId !== undefined && { nodeId }),
    ...(nodeLabel !== undefined && { nodeLabel }),
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  }
  if (code === 'internal') return new AppError('internal')
  if (code === 'not-kept') return new AppError('storage-full', undefined, { message: faultText(fault) })
  if (code === 'flow-invalid') return new AppError('flow-invalid', details, { message: faultText(fault) })
  if (code === 'rate-limit' || code === 'overloaded') {
    const { retryAfterSeconds = A_MOMENT_SECONDS } = fault
    return new AppError(waits[code], { ...details, retryAfterSeconds }, { message: faultText(fault) })
  }
  const kind = providerCodes.has(code) ? 'provider-failed' : 'node-failed'
  return new AppError(kind, details, { message: faultText(fault) })
}

/** Which node, what happened, and what to do about it, in one line. */
export function faultText({ code, message, nodeLabel, hint }: RunFault): string {
  // A fault of ours: its words are for the log, not for whoever asked.
  if (code === 'internal') return errorTable.internal.message
  const isNamed = nodeLabel === undefined || message.includes(nodeLabel)
  return `${isNamed ? '' : `${nodeLabel}: `}${withHint(message, hint)}`
}

export function flowErrorAnswer(error: unknown): unknown {
  if (!(error instanceof FlowError)) return error
  return faultError({
    message: error.message,
    code: 'flow-invalid',
    hint: error.hint,
    ...(error.nodeId !== undefined && { nodeId: error.nodeId }),
    ...(error.nodeLabel !== undefined && { nodeLabel: error.nodeLabel }),
  })
}

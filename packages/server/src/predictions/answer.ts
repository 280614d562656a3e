import { AppError, errorTable } from '@chatwright/contract'
import { withHint, type EndedOutcome, type RunFault, type Session } from '@chatwright/core'
import { FlowError } from '@chatwright/engine'
import type { RunJob } from '../runs/run-job.ts'
import { reasonContent } from '../runs/run-store.ts'

/** The JSON answer of a prediction. Throws what the run failed with. */
export function toAnswer(job: RunJob, outcome: EndedOutcome): Record<string, unknown> {
  refuseUnfinished(outcome, job.session.origin)
  return {
    ...(outcome.json === undefined ? { text: outcome.text } : { json: outcome.json }),
    question: job.question,
    chatId: job.session.chatId,
    chatMessageId: job.answerMessageId,
    sessionId: job.session.sessionName ?? job.session.sessionId,
    ...(job.memoryType !== null && { memoryType: job.memoryType }),
    isStreamValid: true,
    ...(outcome.sourceDocuments && { sourceDocuments: outcome.sourceDocuments }),
    ...(outcome.usedTools && { usedTools: outcome.usedTools }),
    ...(outcome.artifacts && { artifacts: outcome.artifacts }),
    ...(outcome.thinking && { reasonContent: reasonContent(outcome.thinking) }),
    ...(outcome.usage && { usageMetadata: outcome.usage }),
    ...(outcome.followUpPrompts && { followUpPrompts: JSON.stringify(outcome.followUpPrompts) }),
    runId: job.runId,
  }
}

/** Throws why an answer is not whole, if it is not. */
export function refuseUnfinished({ status, text, fault }: EndedOutcome, origin: Session['origin']): void {
  if (status === 'cancelled') throw new AppError('run-cancelled', { text })
  if (fault?.code === 'server-stopped') throw new AppError('run-interrupted', { text }, { message: faultText(fault) })
  if (fault) throw faultError(origin === 'internal' ? fault : faultForVisitor(fault))
  if (status === 'interrupted') throw new AppError('run-interrupted', { text })
}

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

import { AppError } from '@chatwright/contract'
import type { RunFault } from '@chatwright/core'
import { FlowError } from '@chatwright/engine'
import type { RunJob } from '../runs/run-job.ts'
import type { RunOutcome } from '../runs/run-outcome.ts'

/** The JSON answer of a prediction. Throws what the run failed with. */
export function toAnswer(job: RunJob, outcome: RunOutcome): Record<string, unknown> {
  if (outcome.status === 'cancelled') throw new AppError('run-cancelled', { text: outcome.text })
  if (outcome.fault) throw faultError(outcome.fault)
  return {
    ...(outcome.json === undefined ? { text: outcome.text } : { json: outcome.json }),
    question: job.question,
    chatId: job.session.chatId,
    chatMessageId: job.answerMessageId,
    sessionId: job.session.sessionId,
    ...(job.memoryType !== null && { memoryType: job.memoryType }),
    isStreamValid: true,
    ...(outcome.sourceDocuments && { sourceDocuments: outcome.sourceDocuments }),
    ...(outcome.usedTools && { usedTools: outcome.usedTools }),
    ...(outcome.artifacts && { artifacts: outcome.artifacts }),
    ...(outcome.thinking && { reasonContent: outcome.thinking }),
    ...(outcome.usage && { usageMetadata: outcome.usage }),
    runId: job.runId,
  }
}

/** What is wrong with the drawing or its settings is the builder's to mend; the rest is a service's. */
const providerCodes: ReadonlySet<RunFault['code']> = new Set(['quota', 'timeout', 'unreachable', 'failed'])

export function faultError({ message, code, ...fault }: RunFault): AppError {
  const { nodeId, nodeLabel, field, hint } = fault
  const details = {
    code,
    ...(nodeId !== undefined && { nodeId }),
    ...(nodeLabel !== undefined && { nodeLabel }),
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  }
  if (code === 'internal') return new AppError('internal')
  if (code === 'flow-invalid') return new AppError('flow-invalid', details, { message: faultText(message, hint) })
  const kind = providerCodes.has(code) ? 'provider-failed' : 'node-failed'
  return new AppError(kind, details, { message: faultText(message, hint) })
}

export function faultText(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message} ${hint}`
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

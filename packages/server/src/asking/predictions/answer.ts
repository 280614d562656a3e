import { AppError } from '@chatwright/contract'
import type { EndedOutcome, StepView } from '@chatwright/core'
import { faultError, faultFor, faultText } from '../../runs/runs/fault-answer.ts'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import { executionOf, type RunJob, type StepsJob } from '../../runs/runs/run-job.ts'
import { reasonContent } from '../../runs/runs/message-rows.ts'
import { actionFor } from '../../runs/runs/waits/action.ts'
import { executionItems, withoutData } from '../../runs/runs/waits/execution-items.ts'
import { reasoningOf } from '../../runs/runs/waits/older-reasoning.ts'
import { faultsFor, type Audience } from './frame-writer.ts'

/** Where whoever has the address can decide a wait. */
type LinkFor = (waitId: string) => string

/** The JSON answer of a prediction. Throws what the run failed with. */
export function toAnswer(
  job: RunJob,
  outcome: EndedOutcome,
  { audience, steps, linkFor }: { audience: Audience; steps?: readonly StepView[]; linkFor?: LinkFor },
): Record<string, unknown> {
  refuseUnfinished(outcome, audience)
  const forOwner = audience === 'visitor' ? undefined : { linkFor }
  return {
    ...(outcome.json === undefined ? { text: outcome.text } : { json: outcome.json }),
    question: job.message,
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
    ...ignoredOverrides(job),
    ...(isBySteps(job) && shownExecution(job, outcome, { forOwner, steps })),
  }
}

/** Existing clients skip what they do not know. */
export function ignoredOverrides({ overrides }: Pick<RunJob, 'overrides'>): { ignoredOverrides?: string[] } {
  return overrides.ignored ? { ignoredOverrides: overrides.ignored } : {}
}

/** What clients of agent flows read besides: which execution it is, and what it waits for. */
function shownExecution(
  job: StepsJob,
  { waits }: EndedOutcome,
  {
    forOwner,
    steps,
  }: { forOwner: { linkFor: LinkFor | undefined } | undefined; steps: readonly StepView[] | undefined },
): Record<string, unknown> {
  const { form } = job
  const execution = executionOf(job)
  const action = actionFor(job, { waits, isOwner: forOwner !== undefined })
  if (job.isOlder) {
    return { ...(forOwner && { agentReasoning: reasoningOf(steps ?? []) }), ...(action && { action }) }
  }
  const items = steps && executionItems(execution, steps)
  return {
    executionId: execution,
    ...(items && { agentFlowExecutedData: forOwner ? items : withoutData(items) }),
    ...(form && { form }),
    ...(action && { action: { ...action, ...(forOwner?.linkFor && { link: forOwner.linkFor(action.id) }) } }),
  }
}

/** Throws why an answer is not whole, if it is not. */
export function refuseUnfinished({ status, text, fault }: EndedOutcome, audience: Audience): void {
  if (status === 'cancelled') throw new AppError('run-cancelled', { text })
  if (fault?.code === 'server-stopped') throw new AppError('run-interrupted', { text }, { message: faultText(fault) })
  if (fault) throw faultError(faultFor(faultsFor(audience), fault))
  if (status === 'interrupted') throw new AppError('run-interrupted', { text })
}

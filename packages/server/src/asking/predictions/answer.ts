import { isOwnerHere } from '../../door/askers/may.ts'
import { AppError } from '@chatwright/contract'
import type { Asker, EndedOutcome, StepView } from '@chatwright/core'
import { faultError, faultFor, faultText } from '../../runs/runs/fault-answer.ts'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import { executionOf, type RunJob, type StepsJob } from '../../runs/runs/run-job.ts'
import { reasonContent } from '../../runs/runs/message-rows.ts'
import { actionFor } from '../../runs/runs/waits/action.ts'
import { executionItems, withoutData } from '../../runs/runs/waits/execution-items.ts'
import { reasoningOf } from '../../runs/runs/waits/older-reasoning.ts'

/** Where whoever has the address can decide a wait. */
type LinkFor = (waitId: string) => string

/** The JSON answer of a prediction. Throws what the run failed with. */
export function toAnswer(
  job: RunJob,
  outcome: EndedOutcome,
  { asker, steps, linkFor }: { asker: Pick<Asker, 'rights'>; steps?: readonly StepView[]; linkFor?: LinkFor },
): Record<string, unknown> {
  refuseUnfinished(outcome, asker)
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
    ...(isBySteps(job) && shownExecution(job, outcome, { asker, linkFor, steps })),
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
    asker,
    linkFor,
    steps,
  }: { asker: Pick<Asker, 'rights'>; linkFor: LinkFor | undefined; steps: readonly StepView[] | undefined },
): Record<string, unknown> {
  const { form } = job
  const isOwner = isOwnerHere(asker)
  const execution = executionOf(job)
  const action = actionFor(job, { waits, asker })
  if (job.isOlder) {
    return { ...(isOwner && { agentReasoning: reasoningOf(steps ?? []) }), ...(action && { action }) }
  }
  const items = steps && executionItems(execution, steps)
  return {
    executionId: execution,
    ...(items && { agentFlowExecutedData: isOwner ? items : withoutData(items) }),
    ...(form && { form }),
    ...(action && { action: { ...action, ...(isOwner && linkFor && { link: linkFor(action.id) }) } }),
  }
}

/** Throws why an answer is not whole, if it is not. */
export function refuseUnfinished({ status, text, fault }: EndedOutcome, asker: Pick<Asker, 'rights'>): void {
  if (status === 'cancelled') throw new AppError('run-cancelled', { text })
  if (fault?.code === 'server-stopped') throw new AppError('run-interrupted', { text }, { message: faultText(fault) })
  if (fault) throw faultError(faultFor(asker, fault))
  if (status === 'interrupted') throw new AppError('run-interrupted', { text })
}

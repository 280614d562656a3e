import { AppError, type ErrorCode } from '@chatwright/contract'
import {
  checkDecision,
  deciderOf,
  decisionRefusal,
  type Asker,
  type Decision,
  type DecisionRefusal,
  type ReachedLimit,
} from '@chatwright/core'
import type { PlannedJob } from '../job.ts'
import type { RunJob } from '../run-job.ts'
import type { AnswerHandle, Runner } from '../runner.ts'
import { goOnJob } from './go-on-job.ts'
import { readWait, type WaitRow } from './wait-list.ts'
import type { WaitStore } from './wait-store.ts'

/**
 * Decides a wait and goes on with its run. Throws when this one may not decide it, when it cannot be decided so, when somebody
 * else has, or when other steps are still under way.
 */
export type GoOnWith = (
  wait: Pick<WaitRow, 'id' | 'execution_id' | 'label' | 'question'>,
  decision: Decision,
  how: {
    asker: Asker
    /** What was said with it. */
    text?: string | undefined
    /** Plans the run that goes on, for whoever has its flow at hand. */
    plan?: (job: RunJob) => Promise<PlannedJob<RunJob>>
  },
) => Promise<AnswerHandle>

/** Refused for want of room, here or in the queue. */
const FULL: ReadonlySet<string> = new Set<ErrorCode>(['overloaded', 'queue-full'])
const REFUSALS: Readonly<Record<Exclude<DecisionRefusal, 'nobody'>, string>> = {
  reviewers: 'Only a reviewer or the owner can decide this. The answer follows in this chat.',
  'outside-chat':
    "This can't be decided in a chat. The owner decides it under Waiting, or a reviewer with a review link.",
  buttons: 'Use the buttons. Only a reviewer or the owner can change the arguments of a tool or enter a result.',
}
const KEPT_FOR_LATER =
  'The decision is kept. The server has more to do than it can right now: the run goes on in a moment.'

export function createGoOnWith({
  waits,
  runner,
  allowMore,
  now,
}: {
  waits: Pick<WaitStore, 'decide' | 'decided'>
  runner: Pick<Runner, 'start'>
  /** Lets more be used than a limit allows. */
  allowMore: (limit: ReachedLimit) => Promise<unknown>
  now: () => Date
}): GoOnWith {
  return async ({ id, execution_id: execution, label, question }, decision, { asker, text, plan }) => {
    const asked = readWait({ question })
    const refusal = decisionRefusal(asker, asked, decision)
    if (refusal === 'nobody') throw new AppError('wait-not-found', { id })
    if (refusal) throw new AppError('decision-refused', { id, reason: refusal }, { message: REFUSALS[refusal] })
    const issues = checkDecision(asked, decision)
    if (issues.length > 0) {
      const message = `${label}: ${issues.map((issue) => issue.message).join(' ')}`
      throw new AppError('decision-invalid', { issues }, { message })
    }
    const isAtRest = await waits.decide(id, decision, now(), deciderOf(asker))
    if (asked.limit && decision.type === 'proceed') await allowMore(asked.limit)
    if (!isAtRest) throw new AppError('decision-kept', { id })
    const found = await waits.decided(execution)
    // Somebody who decided at the same moment went on with both.
    if (!found) throw new AppError('decision-kept', { id })
    const job = goOnJob(found.from, found.decisions, text === undefined || text === '' ? {} : { text })
    try {
      return await runner.start(job, await plan?.(job))
    } catch (error) {
      // It is decided, and gone on with in the background as soon as there is room.
      if (!(error instanceof AppError) || !FULL.has(error.code)) throw error
      throw new AppError('decision-kept', { id }, { message: KEPT_FOR_LATER, cause: error })
    }
  }
}

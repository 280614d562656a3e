import type { RunEvent } from '@chatwright/core'
import type { ReviewLinks } from '../waits/review-links.ts'
import { waitIdOf } from '../waits/wait-id.ts'
import { executionOf, type StepsJob } from '../run-job.ts'
import { createAnswerWork, type AnswerDependencies } from './answer-work.ts'
import type { JobRule, Work } from './job-kind.ts'

/** What was told of the runs of agent flows before. */
export interface ToldBefore {
  /** By the runs that a run goes on from, oldest first. */
  earlier(execution: string, runId: string): Promise<RunEvent[]>
  /** The state that the newest run of a chat before this one ended with. */
  stateBefore(job: Pick<StepsJob, 'flowId' | 'session' | 'execution'>): Promise<Readonly<Record<string, unknown>>>
}

/** A question to an agent flow goes on to its end or to its next wait, whoever reads. */
export const flowRule: JobRule<StepsJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'A step of this run ended the process that ran it, three times in a row.',
    hint: 'Look at the run for the last step that began, and at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the run had come to its end.',
    hint: 'It goes on from its last finished step when the server is back.',
    isRetryable: true,
  },
  isUse: true,
  suggestsFor: (job) => (job.followUps ? job : undefined),
  messageId: ({ answerMessageId }) => answerMessageId,
  // Finished steps are in the journal; of the others each knows whether it may be done again.
  mayGoOn: () => true,
}

export interface FlowDependencies extends AnswerDependencies {
  toldBefore: ToldBefore
  links: Pick<ReviewLinks, 'linkFor'>
}

export function createFlowWork(dependencies: FlowDependencies): Work<StepsJob, 'chat'> {
  const { toldBefore, links, secrets } = dependencies
  return createAnswerWork(dependencies, async (job, { log, checkpoint }) => {
    const execution = executionOf(job)
    const earlier = execution === job.runId ? [] : await toldBefore.earlier(execution, job.runId)
    log.earlier = earlier
    return {
      told: [...earlier, ...log.events],
      keep: checkpoint,
      stateBefore: () => toldBefore.stateBefore(job),
      linkTo(path) {
        const link = links.linkFor(waitIdOf(execution, path))
        secrets.rememberLink(link)
        return link
      },
    }
  })
}

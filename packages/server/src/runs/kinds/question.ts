import { givesKind, type NodeContext, type NodeDescription, type RunEvent } from '@chatwright/core'
import { runInto, type Effects } from '@chatwright/engine'
import type { KnownSecrets } from '../../credentials/known-secrets.ts'
import type { FlowLibrary, PreparedFlow } from '../../flows/flow-library.ts'
import { createEffects, type Platform } from '../node-context.ts'
import { toRunRequest, type RunJob } from '../run-job.ts'
import type { Describe, JobRule, RunEnd, Work } from './job-kind.ts'

/** A question to a chat flow ends with its reader. */
export const questionRule: JobRule<RunJob> = {
  unreadMs: ({ isResumable }, resumeMs) => (isResumable ? resumeMs : 0),
  maxAttempts: 2,
  poisonous: {
    code: 'internal',
    message: 'This question ended the worker that answered it, twice.',
    hint: 'Look at the trace for the last node that ran, and at the worker’s log.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the answer was whole.',
    hint: 'Ask again, or let it go on from here.',
    isRetryable: true,
  },
  suggestsFor: (job) => (job.followUps ? job : undefined),
  messageId: ({ answerMessageId }) => answerMessageId,
  mayGoOn: (told, { isComplete, describe }) => isComplete && !told.some((event) => hasLeft(event, describe)),
}

export interface QuestionDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  /** Takes out of what a run tells what nobody may read. */
  secrets: Pick<KnownSecrets, 'hideInStream'>
}

export function createQuestionWork({ library, platform, flows, secrets }: QuestionDependencies): Work<RunJob, 'chat'> {
  const kept = new WeakMap<PreparedFlow, Effects>()
  const effectsOf = (flow: PreparedFlow): Effects => {
    const known = kept.get(flow)
    if (known) return known
    const effects = createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows })
    kept.set(flow, effects)
    return effects
  }
  return async (job, { planned, signal, log, clock }) => {
    const { flow, plan } = planned ?? (await library.planned(job, { want: 'chat' }))
    const effects = effectsOf(flow)
    let end: RunEnd | undefined
    const told = secrets.hideInStream((event) => {
      if (event.type === 'run-end') end = event
      else if (event.type !== 'run-start') log.append(event)
      else {
        log.append(Object.assign({}, event, { messageId: job.answerMessageId }))
        for (const before of job.toldBefore ?? []) log.append(before)
      }
    })
    told.goOnFrom(job.toldBefore ?? [])
    await runInto(plan, toRunRequest(job, { signal, now: clock }), {
      effects,
      emit: told.tell,
    })
    if (!end) throw new Error('The engine ended a run without saying so')
    return end
  }
}

/** Whether an event shows that somebody outside has noticed: words were sent, or a tool was called. */
function hasLeft(event: RunEvent, describe: Describe): boolean {
  switch (event.type) {
    case 'token':
    case 'thinking':
    case 'called-tools':
    case 'used-tools':
    case 'artifacts':
    case 'json':
      return true
    case 'node-start':
      return givesTool(describe(event.name))
    default:
      return false
  }
}

/** A node that is not known any more may have been a tool. */
function givesTool(node: NodeDescription | undefined): boolean {
  return node === undefined || givesKind(node, 'tool')
}

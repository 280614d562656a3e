import type { NodeContext } from '@chatwright/core'
import { askedIn } from '../../questions/stored-questions.ts'
import { runInto, type Effects, type RunRequest } from '@chatwright/engine'
import type { KnownSecrets } from '../../../parts/credentials/known-secrets.ts'
import type { FlowLibrary, PreparedFlow } from '../../../flows/flows/flow-library.ts'
import type { Recording } from '../../recordings/recording.ts'
import type { Limits } from '../../../money/limits/limits.ts'
import { createEffects, type Platform } from '../node-context.ts'
import { toRunRequest, type RunJob } from '../run-job.ts'
import type { RunEnd, Work, WorkOptions } from './job-kind.ts'

export interface AnswerDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  /** Takes out of what a run tells what nobody may read. */
  secrets: Pick<KnownSecrets, 'hideInStream' | 'rememberLink'>
  recording: Recording
  /** Holds calls back that would go beyond a limit. */
  limits: Pick<Limits, 'gate'>
}

/** What a kind asks of the engine besides the question. */
type AskMore<Of> = (job: Of, options: WorkOptions<'chat'>) => Promise<Partial<RunRequest>>

/** Answers by a flow, into the job's log. */
export function createAnswerWork<Of extends RunJob>(
  { library, platform, flows, secrets, recording, limits }: AnswerDependencies,
  askMore?: AskMore<Of>,
): Work<Of, 'chat'> {
  const kept = new WeakMap<PreparedFlow, Effects>()
  const effectsOf = (flow: PreparedFlow): Effects => {
    const known = kept.get(flow)
    if (known) return known
    const effects = createEffects(platform, {
      flow: { id: flow.id, name: flow.name },
      flows,
      withholdsSecrets: flow.withholdsSecrets,
    })
    kept.set(flow, effects)
    return effects
  }
  return async (job, options) => {
    const { planned, signal, log, clock } = options
    const before = 'toldBefore' in job ? job.toldBefore : []
    const { flow, plan } = planned ?? (await library.planned(job, { want: 'chat' }))
    const effects = effectsOf(flow)
    let end: RunEnd | undefined
    const told = secrets.hideInStream((event) => {
      if (event.type === 'run-end') end = event
      else if (event.type !== 'run-start') log.append(event)
      else {
        log.append(Object.assign({}, event, { messageId: job.answerMessageId }))
        for (const each of before) log.append(each)
      }
    })
    told.goOnFrom(before)
    const request = toRunRequest(job, {
      signal,
      now: clock,
      gate: await limits.gate(
        { ...job, canWait: plan.kind === 'steps' },
        recording({ ...job, asked: askedIn(job) }, log),
      ),
    })
    await runInto(plan, askMore ? Object.assign(request, await askMore(job, options)) : request, {
      effects,
      emit: told.tell,
    })
    if (!end) throw new Error('The engine ended a run without saying so')
    return end
  }
}

import { AppError } from '@chatwright/contract'
import {
  outcomeOf,
  requireEnded,
  type EndedOutcome,
  type RunEvent,
  type RunFault,
  type RunOutcome,
  type ValueKind,
} from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import { databaseFault } from '../../ground/db/database-faults.ts'
import type { PlannedFlow } from '../../flows/flows/flow-library.ts'
import type { Job } from './job.ts'
import type { KeepLater } from './keep-later.ts'
import { goesOn, ruleOf } from './kinds/index.ts'
import type { Work } from './kinds/job-kind.ts'
import type { Platform } from './node-context.ts'
import { createRunClock } from './run-clock.ts'
import type { RunJob } from './run-job.ts'
import { askedIn } from '../questions/stored-questions.ts'
import type { RunJournal } from './run-journal.ts'
import type { RunLog } from './run-log.ts'
import { isDraft, type RunEnd, type RunStore } from './run-store.ts'
import type { SuggestFollowUps } from './suggest-follow-ups.ts'

/** Why a run was aborted: a person stopped it, its reader left, the server ends, or another process has taken it over. */
export type AbortReason = 'stopped' | 'reader-gone' | 'shutdown' | 'lease-lost'

/** Does a run into its log. The log's last event, `run-end`, is told after everything is stored. */
export type ExecuteRun = (
  job: Job,
  how: {
    signal: AbortSignal
    fence: number
    log: RunLog
    planned?: PlannedFlow<ValueKind> | undefined
    /** How many events of the log are stored already, by whoever began this run. */
    kept?: number | undefined
  },
) => Promise<EndedOutcome>

export interface ExecuteDependencies {
  work: Work<Job, ValueKind>
  platform: Platform
  store: RunStore
  journal: RunJournal
  keepLater: KeepLater
  suggestFollowUps: SuggestFollowUps
  /** Takes out of what a run tells what nobody may read. */
  hideSecrets: <Told extends object>(told: Told) => Told
  now: () => Date
}

type End = Extract<RunEvent, { type: 'run-end' }>

/** How a run ended, if not as it was to be kept. */
interface OtherEnd {
  end: Pick<End, 'status' | 'fault'>
  /** What is stored of it, where that is not what was told here. */
  stored?: RunOutcome
}

/** How often a flow's "last run" is written at most: the whole row, with its graph, is rewritten for it. */
const LAST_RUN_MS = 30_000
const REMEMBERED_FLOWS = 1000

const DISK_FULL: RunFault = {
  code: 'not-kept',
  message: "The disk is full, so this answer isn't stored yet.",
  hint: 'It is stored as soon as there is space.',
}
const DATABASE_AWAY: RunFault = {
  code: 'database-away',
  message: "The database isn't responding, so this answer isn't stored yet.",
  hint: 'It is stored as soon as the database responds.',
}

export function createExecuteRun(dependencies: ExecuteDependencies): ExecuteRun {
  const { work, platform, store, journal, keepLater, suggestFollowUps, hideSecrets, now } = dependencies
  const lastNoted = new Map<string, number>()

  const noteFlowRan = async (flowId: string, at: Date): Promise<void> => {
    if (at.getTime() - (lastNoted.get(flowId) ?? -Infinity) < LAST_RUN_MS) return
    if (lastNoted.size >= REMEMBERED_FLOWS) lastNoted.clear()
    lastNoted.set(flowId, at.getTime())
    await store.noteFlowRan(flowId, at)
  }

  return async (job, { signal, fence, log, planned, kept }) => {
    const journalled = journal.open({
      runId: job.runId,
      fence,
      log,
      kept,
      asked: askedIn(job),
    })
    const clock = createRunClock()
    const checkpoint = async (): Promise<void> => {
      if (!(await journalled.keep())) throw new Error('Another process has taken this job over')
    }
    const came = await work(job, { planned, signal, log, clock, checkpoint }).catch((error: unknown) =>
      unprepared(job, error, clock()),
    )
    if (came.type === 'rest') {
      const { until } = came
      await store.rest(job.runId, { fence, until, at: now(), events: await journalled.leave() })
      log.next = until.runId
      return requireEnded(outcomeOf([restOf(job, clock())], outcomeOf(log.events)))
    }
    const said: End = came
    const isCutOff = said.status === 'cancelled' && isShutdown(signal)
    const end: End = isCutOff ? { ...said, status: 'interrupted', fault: ruleOf(job).stopped } : said
    if (isCutOff && goesOn(job)) {
      await store.release(job.runId, { fence, isOrderly: true, events: await journalled.leave() })
      return requireEnded(outcomeOf([end], outcomeOf(log.events)))
    }
    const asked = ruleOf(job).suggestsFor(job)
    const answered = hideSecrets(requireEnded(outcomeOf([end], outcomeOf(log.events))))
    const isSuggesting =
      asked !== undefined && end.status === 'done' && answered.text !== '' && answered.json === undefined
    const last: RunEvent = isSuggesting ? { type: 'answered', at: end.at, durationMs: answered.durationMs } : end
    const at = now()
    const told = () => [...(log.earlier ?? []), ...log.events]
    const otherEnd = await keep(job, { outcome: answered, events: await journalled.finish(last), at, fence, told })
    if (otherEnd) {
      const { fault: _, ...rest } = end
      const stored: End = { ...rest, ...otherEnd.end }
      log.append(stored)
      return requireEnded(outcomeOf([stored], otherEnd.stored ?? answered))
    }
    log.record?.values?.remember()
    log.append(last)
    if ('parent' in job) log.next = job.parent
    if (ruleOf(job).isUse && !isDraft(job)) {
      noteFlowRan(job.flowId, at).catch((error: unknown) => platform.context.logger.warn({ err: error }, 'not noted'))
    }
    return isSuggesting ? suggest(asked, { end, answered, log, signal }) : answered
  }

  /** Stores the end of a run; when there is no room or no database for it, later. Returns how it ended, if not like this. */
  async function keep(job: Job, end: RunEnd): Promise<OtherEnd | undefined> {
    try {
      return (await store.finish(job, end)) ? undefined : await storedEnd(job)
    } catch (error) {
      const fault = databaseFault(error)
      if (!(fault instanceof AppError)) throw error
      keepLater.add(job.runId, () => store.finish(job, end))
      platform.context.logger.warn({ runId: job.runId, err: error }, 'an answer waits to be stored')
      return { end: { status: 'interrupted', fault: fault.code === 'storage-full' ? DISK_FULL : DATABASE_AWAY } }
    }
  }

  /** Somebody else stopped it, gave it up, did it or does it now: whoever reads hears what they will find stored. */
  async function storedEnd(job: Job): Promise<OtherEnd> {
    const row = await store.find(job.runId)
    // Deleted with its chat or its flow.
    if (!row) return { end: { status: 'cancelled' } }
    const { status } = row
    if (status === 'cancelled') return { end: { status } }
    const stored = outcomeOf(await store.events(job.runId))
    if (status === 'queued' || status === 'running' || stored.status !== status)
      return { end: { status: 'interrupted', fault: ruleOf(job).stopped } }
    return { end: { status, ...(stored.fault && { fault: stored.fault }) }, stored }
  }

  async function suggest(
    job: RunJob,
    { end, answered, log, signal }: { end: End; answered: EndedOutcome; log: RunLog; signal: AbortSignal },
  ): Promise<EndedOutcome> {
    const found = await suggestFollowUps(job, { text: answered.text, signal })
    const followUpPrompts = found && found.prompts.length > 0 ? { followUpPrompts: hideSecrets(found.prompts) } : {}
    const events = [...(found?.trace.map((event) => hideSecrets(event)) ?? []), { ...end, ...followUpPrompts }]
    await store
      .keepFollowUps(job, { ...followUpPrompts, usage: found?.usage, after: log.events.length, events })
      // The answer is stored and told; whoever asked must not see it fail for this.
      .catch((error: unknown) => platform.context.logger.warn({ runId: job.runId, err: error }, 'not kept'))
    for (const event of events) log.append(event)
    return { ...answered, ...followUpPrompts }
  }
}

/** The flow was deleted meanwhile, or the database is away: a run that began must end all the same. */
function unprepared({ runId }: Job, error: unknown, at: number): End {
  const fault: RunFault = error instanceof AppError ? { code: 'failed', message: error.message } : toFault(error)
  return { type: 'run-end', runId, at, status: 'failed', durationMs: 0, fault }
}

/** What is told of a run that rests to whoever began it here; nothing of it is kept. */
function restOf({ runId }: Job, at: number): End {
  return { type: 'run-end', runId, at, status: 'waiting', durationMs: 0 }
}

function isShutdown(signal: AbortSignal): boolean {
  return signal.reason === ('shutdown' satisfies AbortReason)
}

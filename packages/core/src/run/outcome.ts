import type { Document } from '../values/documents.ts'
import type { TokenUsage } from '../values/messages.ts'
import type { UpsertResult } from '../values/upsert-result.ts'
import type { Artifact, UsedTool } from '../values/used-tool.ts'
import type { RunEvent, RunFault, RunStatus, WorkEvent } from './events.ts'

/** What a run has come to so far: everything an answer, a stored message or a view of the run is made from. */
export interface RunOutcome {
  status: 'running' | RunStatus
  text: string
  /** A structured answer; the text is its JSON. */
  json?: unknown
  thinking?: { text: string; durationMs?: number }
  sourceDocuments?: Document[]
  /** Tools that run right now, by name. */
  callingTools?: readonly string[]
  /** Tools that have run, until `usedTools` tells what came of them. */
  calledTools?: readonly string[]
  usedTools?: UsedTool[]
  artifacts?: Artifact[]
  /** How far work is that takes long. */
  progress?: JobProgress
  /** What loading documents came to. */
  loaded?: UpsertResult
  usage?: TokenUsage
  fault?: RunFault
  followUpPrompts?: string[]
  durationMs?: number
  runId?: string
  /** Under which the answer is kept. */
  messageId?: string
}

/** How much of a stage is done. */
export type JobProgress = Omit<Extract<WorkEvent, { type: 'progress' }>, 'type'>

export type EndedOutcome = RunOutcome & { status: RunStatus; durationMs: number }

/** A run of which nothing was told yet. */
export const UNBEGUN: RunOutcome = { status: 'running', text: '' }

/** The outcome after one more event. Live, stored and resumed events all come to the same. */
export function foldEvent(outcome: RunOutcome, event: RunEvent): RunOutcome {
  switch (event.type) {
    case 'run-start':
      return changed(outcome, {
        runId: event.runId,
        ...(event.messageId !== undefined && { messageId: event.messageId }),
      })
    case 'token':
      return changed(toolsOver(outcome), { text: outcome.text + event.text })
    case 'json':
      return changed(outcome, {
        json: event.value,
        text: outcome.text === '' ? JSON.stringify(event.value) : outcome.text,
      })
    case 'thinking':
      return changed(toolsOver(outcome), { thinking: thinkOn(outcome.thinking, event) })
    case 'source-documents':
      return changed(outcome, { sourceDocuments: event.documents })
    case 'called-tools':
      return changed(toolsOver(outcome), { callingTools: event.tools.map(({ tool }) => tool) })
    case 'used-tools':
      return changed(withoutTools(outcome), { usedTools: event.tools })
    case 'artifacts':
      return changed(outcome, { artifacts: event.artifacts })
    case 'progress':
      return changed(outcome, { progress: { stage: event.stage, done: event.done, total: event.total } })
    case 'documents-loaded':
      return changed(outcome, { loaded: event.result })
    case 'answered':
      return changed(toolsOver(outcome), { status: 'done', durationMs: Math.round(event.durationMs) })
    case 'run-end':
      return changed(withoutTools(outcome), {
        status: event.status,
        durationMs: Math.round(event.durationMs),
        ...(event.usage && { usage: event.usage }),
        ...(event.fault && { fault: event.fault }),
        ...(event.followUpPrompts && { followUpPrompts: event.followUpPrompts }),
      })
    default:
      return outcome
  }
}

/** Not `{ ...outcome, … }`: V8 takes microseconds for each property that is added to a copy. */
function changed(outcome: RunOutcome, change: Partial<RunOutcome>): RunOutcome {
  return Object.assign({}, outcome, change)
}

/** What a list of events comes to. Words that follow each other are joined first: that is most of a long answer. */
export function outcomeOf(events: Iterable<RunEvent>, from: RunOutcome = UNBEGUN): RunOutcome {
  let outcome = from
  let words = ''
  const say = (): void => {
    if (words !== '') outcome = foldEvent(outcome, { type: 'token', text: words })
    words = ''
  }
  for (const event of events) {
    if (event.type === 'token') words += event.text
    else {
      say()
      outcome = foldEvent(outcome, event)
    }
  }
  say()
  return outcome
}

/** The fewest events that come to what was said so far: what is gone on with, or told again from columns, begins with them. */
export function eventsTelling(
  said: Pick<RunOutcome, 'text' | 'thinking' | 'sourceDocuments' | 'usedTools' | 'artifacts'>,
): RunEvent[] {
  const { text, thinking, sourceDocuments, usedTools, artifacts } = said
  return [
    ...(thinking ? [{ type: 'thinking' as const, ...thinking }] : []),
    ...(text === '' ? [] : [{ type: 'token' as const, text }]),
    ...(sourceDocuments ? [{ type: 'source-documents' as const, documents: sourceDocuments }] : []),
    ...(usedTools ? [{ type: 'used-tools' as const, tools: usedTools }] : []),
    ...(artifacts ? [{ type: 'artifacts' as const, artifacts }] : []),
  ]
}

/** Throws for a run whose end was not told. */
export function requireEnded(outcome: RunOutcome): EndedOutcome {
  const { status, durationMs = 0 } = outcome
  if (status === 'running') throw new Error('The run has not ended')
  return { ...outcome, status, durationMs }
}

/** The model goes on only once its tools are done. */
function toolsOver(outcome: RunOutcome): RunOutcome {
  const { callingTools, ...rest } = outcome
  if (!callingTools) return outcome
  return { ...rest, calledTools: [...(outcome.calledTools ?? []), ...callingTools] }
}

function withoutTools(outcome: RunOutcome): RunOutcome {
  const { callingTools, calledTools, ...rest } = outcome
  return callingTools || calledTools ? rest : outcome
}

function thinkOn(
  before: RunOutcome['thinking'],
  { text, durationMs }: Extract<RunEvent, { type: 'thinking' }>,
): NonNullable<RunOutcome['thinking']> {
  return { ...before, text: (before?.text ?? '') + text, ...(durationMs !== undefined && { durationMs }) }
}

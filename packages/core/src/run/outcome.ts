import type { Document } from '../values/documents.ts'
import type { TokenUsage, ToolCall } from '../values/messages.ts'
import type { AnsweredInstead } from '../values/step-data.ts'
import type { UpsertResult } from '../values/upsert-result.ts'
import type { Artifact, UsedTool } from '../values/used-tool.ts'
import type { StepEvent } from './step-events.ts'
import type { RunEvent, RunStatus, WorkEvent } from './events.ts'
import type { RunFault } from './run-fault.ts'

/** What a run has come to so far: everything an answer, a stored message or a view of the run is made from. */
export interface RunOutcome {
  status: 'running' | RunStatus
  text: string
  /** A structured answer; the text is its JSON. */
  json?: unknown
  thinking?: { text: string; durationMs?: number }
  sourceDocuments?: Document[]
  /** How many passages its searches came to, all together. */
  found?: number
  /** The model that answered last in place of another. Told to those who run the server alone. */
  instead?: AnsweredInstead
  /** Tools that run right now, by name. */
  callingTools?: readonly string[]
  /** Tools that have run, until `usedTools` tells what came of them. */
  calledTools?: readonly string[]
  usedTools?: UsedTool[]
  artifacts?: Artifact[]
  /** Calls of the caller's own tools. */
  callerCalls?: ToolCall[]
  /** Why the answer ends before its end. */
  cutShort?: 'length' | 'content-filter'
  /** What the run waits for, oldest first. */
  waits?: readonly Wait[]
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

/** A step that waits for somebody. */
export type Wait = Omit<Extract<StepEvent, { type: 'step-wait' }>, 'type'>

export type EndedOutcome = RunOutcome & { status: RunStatus; durationMs: number }

/** A run of which nothing was told yet. */
export const UNBEGUN: RunOutcome = { status: 'running', text: '' }

/** The outcome after one more event. Live, stored and resumed events all come to the same. */
export function foldEvent(outcome: RunOutcome, event: RunEvent): RunOutcome {
  const next = Object.assign({}, outcome)
  return fold(next, event) ? next : outcome
}

/** What a list of events comes to. */
export function outcomeOf(events: Iterable<RunEvent>, from: RunOutcome = UNBEGUN): RunOutcome {
  const outcome = Object.assign({}, from)
  for (const event of events) fold(outcome, event)
  return outcome
}

/**
 * Changes an outcome that nobody else holds: a copy for each word would cost more than all else that is done with it. False for
 * events that change nothing.
 */
function fold(outcome: RunOutcome, event: RunEvent): boolean {
  switch (event.type) {
    case 'run-start':
      outcome.runId = event.runId
      if (event.messageId !== undefined) outcome.messageId = event.messageId
      return true
    case 'token':
      endCalls(outcome)
      outcome.text += event.text
      return true
    case 'json':
      outcome.json = event.value
      if (outcome.text === '') outcome.text = JSON.stringify(event.value)
      return true
    case 'thinking':
      endCalls(outcome)
      outcome.thinking = thinkOn(outcome.thinking, event)
      return true
    case 'source-documents':
      outcome.sourceDocuments = event.documents
      return true
    case 'node-end':
      if (event.insteadOf !== undefined && event.model !== undefined) {
        const { model, insteadOf, limit } = event
        outcome.instead = { model, insteadOf, ...(limit && { limit }) }
      } else if (event.found === undefined) return false
      if (event.found !== undefined) outcome.found = (outcome.found ?? 0) + event.found
      return true
    case 'called-tools':
      endCalls(outcome)
      outcome.callingTools = event.tools.map(({ tool }) => tool)
      return true
    case 'used-tools':
      forgetCalls(outcome)
      outcome.usedTools = event.tools
      return true
    case 'artifacts':
      outcome.artifacts = event.artifacts
      return true
    case 'caller-calls':
      outcome.callerCalls = event.calls
      return true
    case 'cut-short':
      outcome.cutShort = event.reason
      return true
    case 'text':
      endCalls(outcome)
      outcome.text = event.text
      return true
    case 'step-wait':
      outcome.waits = [...without(outcome.waits, event.path), waitOf(event)]
      return true
    case 'step-decision':
      outcome.waits = without(outcome.waits, event.path)
      return true
    case 'progress':
      outcome.progress = { stage: event.stage, done: event.done, total: event.total, document: event.document }
      return true
    case 'documents-loaded':
      outcome.loaded = event.result
      return true
    case 'answered':
      endCalls(outcome)
      outcome.status = 'done'
      outcome.durationMs = Math.round(event.durationMs)
      return true
    case 'run-end':
      forgetCalls(outcome)
      outcome.status = event.status
      outcome.durationMs = Math.round(event.durationMs)
      if (event.usage) outcome.usage = event.usage
      if (event.fault) outcome.fault = event.fault
      if (event.followUpPrompts) outcome.followUpPrompts = event.followUpPrompts
      return true
    default:
      return false
  }
}

/** The tools that an event tells of: called just now, or done with what they came to. */
export function toolsIn(event: RunEvent): { tools: readonly UsedTool[]; areDone: boolean } | undefined {
  if (event.type === 'called-tools') return { tools: event.tools, areDone: false }
  return event.type === 'used-tools' ? { tools: event.tools, areDone: true } : undefined
}

function waitOf({ type: _, ...wait }: Extract<StepEvent, { type: 'step-wait' }>): Wait {
  return wait
}

function without(waits: readonly Wait[] = [], path: string): readonly Wait[] {
  return waits.filter((wait) => wait.path !== path)
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
  if (isEnded(outcome)) return outcome
  throw new Error('The run has not ended')
}

function isEnded(outcome: RunOutcome): outcome is EndedOutcome {
  return outcome.status !== 'running' && outcome.durationMs !== undefined
}

/** The model goes on only once its tools are done. */
function endCalls(outcome: RunOutcome): void {
  if (!outcome.callingTools) return
  outcome.calledTools = [...(outcome.calledTools ?? []), ...outcome.callingTools]
  delete outcome.callingTools
}

function forgetCalls(outcome: RunOutcome): void {
  if (outcome.callingTools) delete outcome.callingTools
  if (outcome.calledTools) delete outcome.calledTools
}

function thinkOn(
  before: RunOutcome['thinking'],
  { text, durationMs }: Extract<RunEvent, { type: 'thinking' }>,
): NonNullable<RunOutcome['thinking']> {
  return { ...before, text: (before?.text ?? '') + text, ...(durationMs !== undefined && { durationMs }) }
}

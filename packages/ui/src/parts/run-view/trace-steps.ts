import type { ExecutionStep } from '@chatwright/contract'
import { stepViewsOf, type AnsweredInstead, type RunEvent, type StepView, type TraceEvent } from '@chatwright/core'

/** What went into a step and came out of it. */
export interface StepFacts {
  input?: unknown
  output?: unknown
  /** The model that answered in place of its own. */
  instead?: AnsweredInstead
}

export interface TracedRun {
  steps: ExecutionStep[]
  facts: ReadonlyMap<string, StepFacts>
}

/** What ran, out of a run's events: the steps of an agent flow, or the calls of a chat flow's nodes. */
export function tracedRun(events: readonly { type: string }[], { isOver }: { isOver: boolean }): TracedRun {
  // A list of another version may hold types that nobody here knows.
  const told = events as readonly RunEvent[]
  const views = stepViewsOf(told)
  const traced = views.length > 0 ? fromViews(views) : fromTrace(told)
  if (!isOver) return traced
  return {
    ...traced,
    steps: traced.steps.map((step) => (step.status === 'running' ? { ...step, status: 'cancelled' } : step)),
  }
}

function fromViews(views: readonly StepView[]): TracedRun {
  return {
    steps: views.map(toStep),
    facts: new Map(views.map(({ path, input, output }) => [path, { input, output }])),
  }
}

function toStep(view: StepView): ExecutionStep {
  const { path, nodeId, label, name, status, at, parent, isCall, attempt, durationMs, usage, item } = view
  return {
    path,
    nodeId,
    label,
    name,
    status,
    at,
    after: [...view.after],
    ...(parent !== undefined && { parent }),
    ...(isCall && { isCall }),
    ...(item && { index: item.index }),
    ...(attempt !== undefined && { attempt }),
    ...(durationMs !== undefined && { durationMs }),
    ...(usage && { usage }),
    ...(view.from && { from: [...view.from] }),
    ...(view.fault && { fault: { ...view.fault } }),
  }
}

function fromTrace(events: readonly RunEvent[]): TracedRun {
  const steps = new Map<string, ExecutionStep>()
  const facts = new Map<string, StepFacts>()
  for (const event of events) {
    if (!isTrace(event)) continue
    if (event.type === 'node-start') {
      const { callId, parentCallId, nodeId, label, name, at, input } = event
      const parent = steps.has(parentCallId ?? '') ? parentCallId : undefined
      steps.set(callId, {
        path: callId,
        nodeId,
        label,
        name,
        at,
        status: 'running',
        after: [],
        ...(parent !== undefined && { parent, isCall: true as const }),
      })
      facts.set(callId, { input })
      continue
    }
    const step = steps.get(event.callId)
    if (!step) continue
    const { durationMs } = event
    if (event.type === 'node-error') {
      steps.set(step.path, { ...step, status: 'failed', durationMs, fault: { ...event.fault } })
    } else {
      steps.set(step.path, { ...step, status: 'done', durationMs, ...(event.usage && { usage: event.usage }) })
      const { model, insteadOf, limit } = event
      const instead = model !== undefined && insteadOf !== undefined && { model, insteadOf, ...(limit && { limit }) }
      facts.set(step.path, { ...facts.get(step.path), output: event.output, ...(instead && { instead }) })
    }
  }
  return { steps: [...steps.values()], facts }
}

function isTrace(event: RunEvent): event is TraceEvent {
  return event.type === 'node-start' || event.type === 'node-end' || event.type === 'node-error'
}

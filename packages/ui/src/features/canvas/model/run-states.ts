import type { RunEvent } from '@chatwright/core'

import type { NodeRun, NodeRuns } from '../../../lib/node-run.ts'

/** The run whose nodes are shown: its id, who tells of it, and when it began. */
export interface ShownRun {
  id: string
  teller: string
  at: number
}

interface Shown {
  runs: NodeRuns
  shownRun: ShownRun | undefined
}

/** Several tell of runs at once, as the chat and a load do: the run that began last is shown, and only it goes on. */
export function hearRun(shown: Shown, event: RunEvent, teller: string): Shown {
  const { runs, shownRun } = shown
  const isItsTeller = shownRun === undefined || shownRun.teller === teller
  if (event.type === 'run-start') {
    // An older run may be told again, from its beginning.
    if (!isItsTeller && event.at < shownRun.at) return shown
    return { runs: nextRuns(runs, event), shownRun: { id: event.runId, teller, at: event.at } }
  }
  const isOther = event.type === 'run-end' && shownRun !== undefined && event.runId !== shownRun.id
  return isItsTeller && !isOther ? { runs: nextRuns(runs, event), shownRun } : shown
}

/** Follows a run, event by event; what does not concern a node leaves the states as they are. */
export function nextRuns(runs: NodeRuns, event: RunEvent): NodeRuns {
  // A node of another flow, which a node of this one asked, may bear the name of one on this canvas.
  if ('flowId' in event && event.flowId !== undefined) return runs
  switch (event.type) {
    case 'run-start':
      return {}
    case 'node-start':
      return { ...runs, [event.nodeId]: begin(runs[event.nodeId]) }
    case 'node-end':
      return { ...runs, [event.nodeId]: end(runs[event.nodeId], event.durationMs) }
    case 'node-error':
      return { ...runs, [event.nodeId]: broken(event) }
    case 'step-wait':
      return { ...runs, [event.nodeId]: { status: 'waiting' } }
    case 'run-end':
      return settle(runs)
    default:
      return runs
  }
}

/** Every node that waited for the one that failed tells of the same fault: only that one is to blame. */
function broken({ nodeId, durationMs, fault }: Extract<RunEvent, { type: 'node-error' }>): NodeRun {
  if (fault.nodeId !== undefined && fault.nodeId !== nodeId) {
    return { status: 'stopped', durationMs, because: fault.nodeLabel ?? fault.nodeId }
  }
  return {
    status: 'failed',
    durationMs,
    message: fault.message,
    ...(fault.field !== undefined && { field: fault.field }),
  }
}

function begin(before: NodeRun | undefined): NodeRun {
  if (before?.status === 'running') return { ...before, openCalls: before.openCalls + 1 }
  return { status: 'running', openCalls: 1, spentMs: spentIn(before) }
}

/** A node called several times in one run shows the time of all its calls, once the last has ended. */
function end(before: NodeRun | undefined, durationMs: number): NodeRun {
  // What it asked takes a person's time, and no one's count.
  if (before?.status === 'waiting') return before
  if (before?.status !== 'running') return { status: 'done', durationMs: spentIn(before) + durationMs }
  const spentMs = before.spentMs + durationMs
  return before.openCalls > 1
    ? { ...before, openCalls: before.openCalls - 1, spentMs }
    : { status: 'done', durationMs: spentMs }
}

function spentIn(run: NodeRun | undefined): number {
  return run && 'durationMs' in run ? run.durationMs : 0
}

/** A cancelled run leaves nodes without an end: they must not seem to run for ever. */
function settle(runs: NodeRuns): NodeRuns {
  const ended = Object.entries(runs).filter(([, run]) => run.status !== 'running')
  return ended.length === Object.keys(runs).length ? runs : Object.fromEntries(ended)
}

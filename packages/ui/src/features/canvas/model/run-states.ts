import type { RunEvent } from '@chatwright/core'

/** How a node fared in the run that is shown. */
export type NodeRun =
  | { status: 'running' }
  | { status: 'done'; durationMs: number }
  | { status: 'failed'; durationMs: number; message: string; field?: string }

export type NodeRuns = Readonly<Record<string, NodeRun>>

/** Follows a run, event by event; what does not concern a node leaves the states as they are. */
export function nextRuns(runs: NodeRuns, event: RunEvent): NodeRuns {
  switch (event.type) {
    case 'run-start':
      return {}
    case 'node-start':
      return { ...runs, [event.nodeId]: { status: 'running' } }
    case 'node-end': {
      // A node called several times in one run shows the time of all its calls.
      const before = runs[event.nodeId]
      const spent = before?.status === 'done' ? before.durationMs : 0
      return { ...runs, [event.nodeId]: { status: 'done', durationMs: spent + event.durationMs } }
    }
    case 'node-error':
      return {
        ...runs,
        [event.nodeId]: {
          status: 'failed',
          durationMs: event.durationMs,
          message: event.fault.message,
          ...(event.fault.field !== undefined && { field: event.fault.field }),
        },
      }
    case 'run-end':
      return settle(runs)
    default:
      return runs
  }
}

/** A cancelled run leaves nodes without an end: they must not seem to run for ever. */
function settle(runs: NodeRuns): NodeRuns {
  const ended = Object.entries(runs).filter(([, run]) => run.status !== 'running')
  return ended.length === Object.keys(runs).length ? runs : Object.fromEntries(ended)
}

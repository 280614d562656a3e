import type { RunFault, TokenUsage, TraceEvent } from '@chatwright/core'

/** One call of one node, placed in the time of its run. */
export interface NodeCall {
  callId: string
  nodeId: string
  label: string
  status: 'running' | 'done' | 'failed'
  /** After the run's first event. */
  startMs: number
  durationMs: number | undefined
  input: string | undefined
  output: string | undefined
  usage: TokenUsage | undefined
  fault: RunFault | undefined
}

export interface Timeline {
  calls: NodeCall[]
  totalMs: number
}

/** The calls of a run in the order they began, out of its trace. */
export function buildTimeline(events: readonly { type: string }[], durationMs: number | null): Timeline {
  const trace = events.filter(isTraceEvent)
  const beginning = Math.min(...trace.map((event) => event.at))
  const calls = new Map<string, NodeCall>()
  for (const event of trace) {
    if (event.type === 'node-start') calls.set(event.callId, openCall(event, beginning))
    else {
      const call = calls.get(event.callId)
      if (call) calls.set(event.callId, closeCall(call, event))
    }
  }
  const ordered = [...calls.values()].toSorted((a, b) => a.startMs - b.startMs)
  const lastEnd = Math.max(0, ...ordered.map((call) => call.startMs + (call.durationMs ?? 0)))
  return { calls: ordered, totalMs: Math.max(durationMs ?? 0, lastEnd) }
}

type Start = Extract<TraceEvent, { type: 'node-start' }>
type End = Exclude<TraceEvent, Start>

function openCall({ callId, nodeId, label, at, input }: Start, beginning: number): NodeCall {
  return {
    callId,
    nodeId,
    label,
    status: 'running',
    startMs: at - beginning,
    durationMs: undefined,
    input,
    output: undefined,
    usage: undefined,
    fault: undefined,
  }
}

function closeCall(call: NodeCall, event: End): NodeCall {
  return event.type === 'node-end'
    ? { ...call, status: 'done', durationMs: event.durationMs, output: event.output, usage: event.usage }
    : { ...call, status: 'failed', durationMs: event.durationMs, fault: event.fault }
}

/** The contract leaves the events open; their types are those of the vocabulary. */
function isTraceEvent(event: { type: string }): event is TraceEvent {
  return event.type === 'node-start' || event.type === 'node-end' || event.type === 'node-error'
}

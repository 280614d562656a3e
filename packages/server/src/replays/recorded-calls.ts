import type { CallEvent, RunEvent, TraceEvent } from '@chatwright/core'

/** A recorded call with what the trace tells of it. */
export interface TracedCall {
  seq: number
  event: CallEvent
  start: Extract<TraceEvent, { type: 'node-start' }> | undefined
  end: Extract<TraceEvent, { type: 'node-end' | 'node-error' }> | undefined
}

/** The recorded calls of a run, out of its events: there is no other list of them. */
export function callsIn(events: readonly RunEvent[]): TracedCall[] {
  const starts = new Map<string, TracedCall['start']>()
  const ends = new Map<string, TracedCall['end']>()
  const calls: TracedCall[] = []
  for (const [index, event] of events.entries()) {
    if (event.type === 'node-start') starts.set(event.callId, event)
    else if (event.type === 'node-end' || event.type === 'node-error') ends.set(event.callId, event)
    else if (event.type === 'call') calls.push({ seq: index + 1, event, start: undefined, end: undefined })
  }
  for (const call of calls) {
    const { callId = '' } = call.event
    call.start = starts.get(callId)
    // What a node does by itself took part of its time, nobody knows which.
    if (call.event.nodeId !== undefined) call.end = ends.get(callId)
  }
  return calls
}

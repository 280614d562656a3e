import type { CallEvent, RunEvent, TraceEvent } from '@chatwright/core'
import { keyOf } from '../recordings/call-keys.ts'
import { nodeIn, nodeOfCall } from './node-set.ts'

/** A recorded call with what the trace tells of it. */
export interface TracedCall {
  seq: number
  event: CallEvent
  start: Extract<TraceEvent, { type: 'node-start' }> | undefined
  end: Extract<TraceEvent, { type: 'node-end' | 'node-error' }> | undefined
  /** The step that its node was at, in an agent flow. */
  step: string | undefined
}

/** The recorded calls of a run, out of its events: there is no other list of them. */
export function callsIn(events: readonly RunEvent[]): TracedCall[] {
  const starts = new Map<string, TracedCall['start']>()
  const ends = new Map<string, TracedCall['end']>()
  const calls: TracedCall[] = []
  const steps = new Map<string, string>()
  for (const [index, event] of events.entries()) {
    if (event.type === 'step-start') steps.set(event.nodeId, event.path)
    else if (event.type === 'node-start') starts.set(event.callId, event)
    else if (event.type === 'node-end' || event.type === 'node-error') ends.set(event.callId, event)
    else if (event.type === 'call') {
      const at = nodeIn(event.nodeId ?? nodeOfCall(event.callId), steps)
      calls.push({
        seq: index + 1,
        event: { ...event, key: keyOf(event) },
        start: undefined,
        end: undefined,
        step: at && steps.get(at),
      })
    }
  }
  for (const call of calls) {
    const { callId = '' } = call.event
    call.start = starts.get(callId)
    // What a node does by itself took part of its time, nobody knows which.
    if (call.event.nodeId !== undefined) call.end = ends.get(callId)
  }
  return calls
}

import type { RunEvent, TraceEvent } from '@chatwright/core'
import { nextCallId, type GatedCall } from '@chatwright/engine'
import type { TracedCall } from './recorded-calls.ts'

/** Tells what was called within a recorded call, which is now answered as a whole. */
export function createRetelling(events: readonly RunEvent[]): (known: TracedCall, call: GatedCall) => void {
  const traced = events.filter(isTrace)
  const parents = new Map<string, string | undefined>()
  for (const event of traced) if (event.type === 'node-start') parents.set(event.callId, event.parentCallId)

  return ({ event: { callId: recordedId, nodeId } }, { run, callId }) => {
    // Only what a node's own call holds: what the flow reads holds nothing.
    if (recordedId === undefined || callId === undefined || nodeId === undefined) return
    const names = new Map([[recordedId, callId]])
    for (const event of traced) {
      if (event.type === 'node-start') {
        const parent = names.get(parents.get(event.callId) ?? '')
        if (parent === undefined) continue
        const told = event.flowId === undefined ? nextCallId(run, event.nodeId) : event.callId
        names.set(event.callId, told)
        run.emit({ ...event, callId: told, parentCallId: parent })
      } else if (event.callId !== recordedId) {
        const told = names.get(event.callId)
        if (told !== undefined) run.emit({ ...event, callId: told })
      }
    }
  }
}

function isTrace(event: RunEvent): event is TraceEvent {
  return event.type === 'node-start' || event.type === 'node-end' || event.type === 'node-error'
}

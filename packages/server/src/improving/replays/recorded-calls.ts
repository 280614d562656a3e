import type { CallEvent, RunEvent, TraceEvent } from '@chatwright/core'
import { keyOf } from '../../runs/recordings/call-keys.ts'
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

/** The call of a node, as the trace tells of it. */
interface NodeCall extends Pick<TracedCall, 'start' | 'end'> {
  /** The outermost call that it was made within: that of the step, in an agent flow. */
  outermost: NodeCall | undefined
  /** The step that its node was at when it ended. */
  step: string | undefined
}

/** The recorded calls of a run, out of its events: there is no other list of them. */
export function callsIn(events: readonly RunEvent[]): TracedCall[] {
  const nodeCalls = new Map<string, NodeCall>()
  const steps = createStepPlaces()
  const calls: { call: TracedCall; within: NodeCall | undefined }[] = []
  for (const [index, event] of events.entries()) {
    if (event.type === 'step-start') steps.begin(event)
    else if (event.type === 'step-end' || event.type === 'step-error') steps.end(event)
    else if (event.type === 'node-start') {
      // A run that is gone on with counts its calls anew.
      const parent = nodeCalls.get(event.parentCallId ?? '')
      const outermost = parent?.outermost ?? parent
      nodeCalls.set(event.callId, { start: event, end: undefined, outermost, step: undefined })
    } else if (event.type === 'node-end' || event.type === 'node-error') {
      const ended = nodeCalls.get(event.callId)
      if (ended) Object.assign(ended, { end: event, step: steps.of(event.nodeId) })
    } else if (event.type === 'call') {
      const { callId = '', nodeId = nodeOfCall(callId) } = event
      const within = nodeCalls.get(callId)
      const call = { seq: index + 1, event: { ...event, key: keyOf(event) }, step: steps.of(nodeId) }
      calls.push({ call: { ...call, start: within?.start, end: undefined }, within })
    }
  }
  return calls.map(({ call, within }) => ({
    ...call,
    step: stepOf(within, call.step),
    // What a node does by itself took part of its time, nobody knows which.
    end: call.event.nodeId === undefined ? undefined : within?.end,
  }))
}

/** A call is written down some time after it was made, when its node may be at another step. */
function stepOf(within: NodeCall | undefined, whenWritten: string | undefined): string | undefined {
  const step = within?.step ?? whenWritten
  const outer = within?.outermost?.step
  // Of steps side by side, the outermost call knows its own.
  return outer === undefined || step === outer || step?.startsWith(`${outer}/`) ? step : outer
}

/** Where each node is, by what was told of steps last. */
function createStepPlaces() {
  const steps = new Map<string, string>()
  const nodes = new Map<string, string>()
  return {
    begin({ nodeId, path }: { nodeId: string; path: string }): void {
      steps.set(nodeId, path)
      nodes.set(path, nodeId)
    },
    end({ nodeId, path }: { nodeId: string; path: string }): void {
      // After a part of a step its node is at the step again.
      const around = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      steps.set(nodeId, nodes.get(around) === nodeId ? around : path)
    },
    of(nodeId: string | undefined): string | undefined {
      const at = nodeIn(nodeId, steps)
      return at && steps.get(at)
    },
  }
}

import type { RunEvent, RunFault } from '@chatwright/core'
import { faultForVisitor, faultText } from '../runs/fault-answer.ts'
import type { Audience, FrameWriter } from './frame-writer.ts'

/** The events of a run as our own clients read them, less what is not for the reader. */
export function createRunEventFrames(runId: string, audience: Audience): FrameWriter {
  const idPrefix = `id:${runId}:`
  return {
    frames(event, seq) {
      const shown = audience === 'owner' ? event : shownToVisitor(event)
      return shown ? `${idPrefix}${seq}\ndata:${JSON.stringify(shown)}\n\n` : ''
    },
    broken: (fault) =>
      `data:${JSON.stringify({ type: 'run-end', runId, at: Date.now(), status: 'failed', durationMs: 0, fault } satisfies RunEvent)}\n\n`,
  }
}

function shownToVisitor(event: RunEvent): RunEvent | undefined {
  switch (event.type) {
    case 'node-start':
    case 'node-end':
    case 'node-error':
      return undefined
    case 'run-start':
      return { ...event, endingNodeId: '' }
    case 'run-end': {
      const { fault } = event
      return fault
        ? { ...event, fault: { code: visitorCode(fault), message: faultText(faultForVisitor(fault)) } }
        : event
    }
    default:
      return event
  }
}

/** What the visitor can act upon; the rest is between the owner and the flow. */
function visitorCode({ code }: RunFault): RunFault['code'] {
  return code === 'server-stopped' || code === 'not-kept' ? code : 'failed'
}

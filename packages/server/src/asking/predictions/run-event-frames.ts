import { questionFor, VISITOR, type RunEvent, type RunFault } from '@chatwright/core'
import { ON_CANVAS } from '../../flows/flow-access/asker.ts'
import { faultFor } from '../../runs/runs/fault-answer.ts'
import { faultsFor, type Audience, type FrameWriter } from './frame-writer.ts'

/** The events of a run as our own clients read them, less what is not for the reader. */
export function createRunEventFrames(
  runId: string,
  { audience, idPrefix }: { audience: Audience; idPrefix: string },
): FrameWriter {
  return {
    frames(event, seq) {
      // Whoever looks at what was recorded asks for it.
      if (event.type === 'call') return ''
      const shown = audience === 'builder' ? shownOnCanvas(event) : shownOutside(event, audience)
      return shown ? `id:${idPrefix}${seq}\ndata:${JSON.stringify(shown)}\n\n` : ''
    },
    broken: (fault) =>
      `data:${JSON.stringify({ type: 'run-end', runId, at: Date.now(), status: 'failed', durationMs: 0, fault } satisfies RunEvent)}\n\n`,
  }
}

function shownOnCanvas(event: RunEvent): RunEvent {
  return event.type === 'step-wait' ? { ...event, question: questionFor(ON_CANVAS, event.question) } : event
}

function shownOutside(event: RunEvent, audience: Audience): RunEvent | undefined {
  switch (event.type) {
    case 'node-start':
    case 'node-end':
    case 'node-error':
    case 'step-start':
    case 'step-end':
    case 'step-error':
    case 'step-skip':
    case 'step-decision':
    case 'step-again':
      return undefined
    case 'step-wait': {
      if (audience === 'visitor') return { ...event, question: questionFor(VISITOR, event.question) }
      // What a person decides upon, without what the step was made of.
      const { input: _, ...question } = questionFor(ON_CANVAS, event.question)
      return { ...event, question }
    }
    case 'run-start':
      return { ...event, endingNodeId: '' }
    case 'run-end': {
      if (!event.fault) return event
      const fault = faultFor(faultsFor(audience), event.fault)
      return { ...event, fault: audience === 'owner' ? fault : { ...fault, code: visitorCode(fault) } }
    }
    default:
      return event
  }
}

const actionable: ReadonlySet<RunFault['code']> = new Set([
  'server-stopped',
  'not-kept',
  'database-away',
  'rate-limit',
  'overloaded',
])

/** What the visitor can act upon; the rest is between the owner and the flow. */
function visitorCode({ code }: RunFault): RunFault['code'] {
  return actionable.has(code) ? code : 'failed'
}
